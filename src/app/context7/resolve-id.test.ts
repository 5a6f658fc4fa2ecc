// X3: what ids mean, ours and those that are written elsewhere.
import { describe, expect, it } from 'vitest';
import { findLibrary, parseLibrary } from '../../seed/library.ts';
import type { StoredLibrary } from '../read/libraries.ts';
import { offeredLibraries, versionId } from './offered.ts';
import { resolveId } from './resolve-id.ts';

function stored(text: string, more: Partial<StoredLibrary> = {}): StoredLibrary {
  return {
    ...{ provider: text.replace(/\W/g, '-'), title: text, library: parseLibrary(text) ?? { name: text }, aliases: [] },
    ...{ hosts: [], pages: 10, chunks: 20, retain: 'full', fetchedAt: 2_000, verifiedAt: 1_000 },
    ...more,
  };
}

const libraries = [
  stored('python@3.9', { pages: 5, verifiedAt: 500 }),
  stored('python@3.11', { retain: 'preview', fetchedAt: 3_000 }),
  stored('python@3.11', { provider: 'python-more', pages: 1 }),
  stored('next.js@15.1'),
  stored('@types/node@20'),
  stored('c#'),
  stored('stripe', { hosts: ['docs.stripe.com'], aliases: ['payments'] }),
  stored('adyen', { aliases: ['payments'] }),
];

async function resolved(id: string): Promise<string> {
  // As in a data folder, where the first of several crawls of one version represents all.
  const first = libraries.filter(({ provider }) => provider !== 'python-more');
  const found = await resolveId(id, libraries, async (name) => findLibrary(first, name));
  if (found.kind === 'problem') return `${found.error}: ${found.message}`;
  return found.parts.map(({ provider }) => provider).join(' ');
}

describe('X3: ids of libraries', () => {
  it.each([
    ['/docs/python', 'python-3-11 python-more'],
    ['/docs/python/3.9', 'python-3-9'],
    ['/docs/python@3.9', 'python-3-9'],
    ['/docs/python/v3.9', 'python-3-9'],
    ['/docs/Python/', 'python-3-11 python-more'],
    ['//docs//python//3.9', 'python-3-9'],
    ['python@3.9', 'python-3-9'],
    [
      '/python/cpython',
      'library_not_found: there is no library "/python/cpython" here; did you mean /docs/python/3.9, /docs/python/3.11?',
    ],
    ['/someone/python/3.9', 'python-3-9'],
    ['/vercel/next.js', 'next-js-15-1'],
    ['/vercel/next.js/v15.1.0', 'next-js-15-1'],
    ['/docs/@types/node', '-types-node-20'],
    ['/docs/@types/node/20', '-types-node-20'],
    ['/docs/@types/node@20', '-types-node-20'],
    ['/docs/c#', 'c-'],
    ['/websites/docs_stripe_com', 'stripe'],
    ['/llmstxt/docs_stripe_com_llms_txt', 'stripe'],
    ['/npm/stripe', 'stripe'],
  ])('X3: %s means %s', async (id, expected) => {
    expect(await resolved(id)).toBe(expected);
  });

  it('X3: a version that is not here is never replaced by another one', async () => {
    expect(await resolved('/docs/python/3.12')).toBe(
      'tag_not_found: there is no such version as "/docs/python/3.12" here, only /docs/python/3.9, /docs/python/3.11',
    );
    expect(await resolved('/docs/python/2.7')).toMatch(/^tag_not_found: .*3\.9/);
    expect(await resolved('/docs/stripe/2')).toMatch(/^tag_not_found: .*only \/docs\/stripe$/);
    expect(await resolved('/vercel/next.js/v16')).toMatch(/^tag_not_found/);
  });

  it('X3: a name that several libraries bear is a problem that names them', async () => {
    expect(await resolved('/x/payments')).toBe(
      'library_not_found: "/x/payments" may be one of /docs/stripe, /docs/adyen',
    );
  });

  it.each([
    ['', 'invalid_library_id'],
    ['///', 'invalid_library_id'],
    ['x'.repeat(10_000), 'invalid_library_id'],
    ['/'.repeat(10_000), 'invalid_library_id'],
    ['../../etc/passwd', 'library_not_found'],
    ['/docs/../../etc/passwd', 'library_not_found'],
    ['/docs/', 'library_not_found'],
    ['/docs/__proto__', 'library_not_found'],
    ['/a/\u001b[31m\u202e', 'library_not_found'],
  ])('X3: %j is a problem: %s', async (id, error) => {
    const said = await resolved(id);
    expect(said).toContain(error);
    expect(said.length).toBeLessThan(400);
    expect(said).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('X3: libraries in a list', () => {
  it('X3: versions of one name are one entry, and its ids are those that are understood', async () => {
    const offered = offeredLibraries(libraries);
    expect(offered.map(({ id }) => id)).toEqual([
      ...['/docs/python', '/docs/next.js', '/docs/@types/node', '/docs/c#', '/docs/stripe', '/docs/adyen'],
    ]);
    expect(offered[0]).toMatchObject({
      ...{ versions: ['3.11', '3.9'], pages: 16, chunks: 60, retain: 'preview', fetchedAt: 3_000, verifiedAt: 500 },
    });
    for (const one of libraries) expect(await resolved(versionId(one))).toContain(one.provider);
  });
});
