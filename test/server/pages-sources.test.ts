// A3: the pages of sources: their list, each of them, the wizard, the selector preview, schedule and limits, settings as YAML.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { more } from '../support/how-long.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';
import { textOf } from './text-of.ts';

const RUDE = '<script>alert(1)</script> \u202e';
const config = (site: string): string => `# kept
providers:
  - provider_id: guide
    name: ${JSON.stringify(`The guide ${RUDE}`)}
    library: lantern@2.1
    seed_urls: [${site}docs/deep/guide]
    allowed_path_patterns: [/docs/**]
    schedule: "0 3 * * *"
    max_pages: 3 # enough
  - provider_id: off
    seed_urls: [${site}docs/quiet]
    allowed_path_patterns: [/docs/quiet]
    enabled: false
`;

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await openTestServer(config);
  browser = await signIn(server.address, server.token);
});
afterAll(() => server[Symbol.asyncDispose]());

async function visit(path: string): Promise<{ status: number; html: string; text: string }> {
  const response = await fetch(`${server.address}${path}`, { redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

describe('A3: the list of sources', () => {
  it('has a row for each source of the configuration and of the store, with what there is to say of it', async () => {
    const { status, html, text } = await visit('/sources');
    expect(status).toBe(200);
    expect(html.split('<th scope="row">')).toHaveLength(4);
    for (const part of ['The guide', '2.1', 'disabled', 'by hand']) expect(text).toContain(part);
    expect(html).toContain(`/sources/${server.provider}`);
  });

  it('lets only those change something who have signed in', async () => {
    expect((await visit('/sources')).html).not.toContain('<form method="post" action="/sources');
    const { html } = await browser.show('/sources');
    expect(html).toContain('action="/sources/guide/run"');
    expect(html).not.toContain('action="/sources/off/run"');
    const sent = await fetch(`${server.address}/sources/guide/run`, { method: 'POST', redirect: 'manual' });
    expect([303, 401, 403]).toContain(sent.status);
  });
});

describe('A3: one source', () => {
  it('F5: has a line that adds up, each number a list of that length', async () => {
    const { html } = await visit(`/sources/${server.provider}`);
    const counts = [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"/g)].map(([, path = '', n]) => ({
      ...{ path: path.replaceAll('&amp;', '&'), n: Number(n) },
    }));
    const ofUrls = counts.filter(({ path }) => path.startsWith('/urls?'));
    expect(ofUrls).toHaveLength(9);
    const [all, ...parts] = ofUrls;
    expect(parts.reduce((sum, { n }) => sum + n, 0)).toBe(all?.n);
    const [stored, chunks] = counts.filter(({ path }) => path.endsWith('/pages?part=all'));
    const list = (await visit(stored?.path ?? '')).html;
    expect(list).toContain(`data-total="${stored?.n}"`);
    const cells = [...list.matchAll(/data-label="Chunks" class="number"><div>(\d+)</g)].map(([, n]) => Number(n));
    expect(cells.reduce((sum, n) => sum + n, 0)).toBe(chunks?.n);
    for (const { path, n } of ofUrls) {
      const list = (await visit(path)).html.split('<section id="list"')[1] ?? '';
      expect(list.split('<th scope="row">').length - 1, path).toBe(n);
    }
  });

  it('names what was only crawled, and how to keep it fresh', async () => {
    const { text, html } = await visit(`/sources/${server.provider}`);
    expect(text).toContain('no schedule runs it');
    expect(html).toContain(`/sources/new?url=${encodeURIComponent(server.site)}`);
  });

  it('is run from its page, and has the run then', async () => {
    expect((await visit('/sources/guide')).text).toContain('It was not crawled yet');
    const sent = await browser.send('/sources/guide/run');
    expect([sent.status, sent.location]).toEqual([303, '/sources/guide']);
    expect((await visit('/sources/guide')).text).not.toContain('It was not crawled yet');
  });

  it('shows hostile names as text, and is not there under another id', async () => {
    for (const path of ['/sources', '/sources/guide']) {
      const { html } = await visit(path);
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toMatch(/<script(?![^>]* src=)|\u202e|\sstyle=|\son\w+=/);
    }
    expect((await visit('/sources/nobody')).status).toBe(404);
  });
});

const yaml = (): string => readFileSync(join(server.folder, 'docent.yml'), 'utf8');

describe('A3: the wizard', () => {
  const look = async (fields: Record<string, string>): Promise<{ path: string; look: string; html: string }> => {
    const { status, location } = await browser.send('/sources/new/look', fields);
    expect(status).toBe(303);
    const id = new URL(location, server.address).searchParams.get('look') ?? '';
    return { path: location, look: id, html: (await browser.show(location)).html };
  };

  it('looks at nothing for a visitor who has not signed in, and takes the address over', async () => {
    const { text, html } = await visit('/sources/new?url=https://docs.example/');
    expect(text).toContain('Sign in to look at a site');
    expect(html).not.toContain('/sources/new/look');
    expect((await browser.show('/sources/new?url=https://docs.example/')).html).toContain(
      'value="https://docs.example/"',
    );
    const sent = await fetch(`${server.address}/sources/new/look`, { method: 'POST', redirect: 'manual' });
    expect([303, 401, 403]).toContain(sent.status);
  });

  it('says at the field what is wrong with an address', async () => {
    for (const url of ['nothing', 'ftp://docs.example/']) {
      const { status, html } = await browser.send('/sources/new/look', { url });
      expect([status, html.includes('id="wizard-url-wrong"')], url).toEqual([422, true]);
    }
  });

  let first: ReturnType<typeof look> | undefined;
  /** One for all: a look is a handful of requests. */
  const firstLook = (): ReturnType<typeof look> => {
    first ??= look({ url: `${server.site}docs/tasks` });
    return first;
  };

  it('shows what a crawl would do, and saves nothing before', async () => {
    const before = yaml();
    const { html } = await firstLook();
    const text = textOf(html);
    for (const part of [
      ...[
        'A crawl can begin',
        'allowed',
        'robots.txt names none',
        'llms.txt',
        'Generator',
        'Terms',
        'In scope: /docs/**',
      ],
      ...['Coroutines and tasks', '## Running tasks concurrently', 'about'],
    ])
      expect(text).toContain(part);
    expect(html).toContain('>/docs/**</textarea>');
    expect(yaml()).toBe(before);
  });

  it('saves what was seen and nothing else, says at the field what is wrong, and starts it', more, async () => {
    const fields = {
      ...{ look: (await firstLook()).look, provider_id: 'tasks', name: RUDE, seed_urls: `${server.site}docs/tasks` },
      ...{ allowed_path_patterns: '/docs/tasks', max_pages: '900000', start: 'yes' },
    };
    expect((await browser.send('/sources/new', { ...fields, look: 'other' })).html).toContain('look again');
    const other = await browser.send('/sources/new', fields);
    expect([other.status, textOf(other.html).includes('allowed_path_patterns differs')]).toEqual([422, true]);
    const again = await browser.send('/sources/new/look', fields);
    expect([again.status, again.html.includes('id="policy-max-pages-wrong"')]).toEqual([422, true]);
    expect(again.html).toContain('value="900000"');
    const second = await look({ ...fields, max_pages: '2' });
    const saved = await browser.send('/sources/new', { ...fields, look: second.look, max_pages: '2' });
    expect([saved.status, saved.location]).toEqual([303, '/sources/tasks']);
    expect(yaml()).toContain('provider_id: tasks');
    expect(yaml()).toContain('max_pages: 3 # enough');
    const { html } = await visit('/sources/tasks');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toMatch(/href="\/runs\/\d+"/);
    const twice = await browser.send('/sources/new', { ...fields, look: second.look, max_pages: '2' });
    expect([twice.status, textOf(twice.html).includes('already')]).toEqual([422, true]);
  });

  it('what is saved and may not be run leads to its page, which says why', more, async () => {
    const fields = {
      ...{ provider_id: 'closed', seed_urls: `${server.site}docs/` },
      allowed_path_patterns: '/docs/**',
    };
    const { look: id } = await look({ url: fields.seed_urls });
    const terms = { 'tos.verdict': 'forbidden', 'tos.url': `${server.site}terms`, 'tos.checked_by': 'me' };
    const saved = await browser.send('/sources/new', { ...fields, ...terms, look: id, start: 'yes' });
    expect([saved.status, saved.location]).toEqual([303, '/sources/closed']);
    expect((await visit('/sources/closed')).text).toContain('It is not crawled: ');
    // Its verdict holds for the host, which other tests request.
    const tag = tagIn((await browser.show('/sources/closed/settings')).html);
    expect((await browser.send('/sources/closed/remove', { tag })).status).toBe(303);
  });

  it('says that a site is out of reach, and does not offer to crawl it', more, async () => {
    const { html } = await look({ url: 'http://127.0.0.1:1/docs/' });
    const text = textOf(html);
    for (const part of ['A crawl would bring nothing', 'not reached', 'not looked for']) expect(text).toContain(part);
    expect(text).not.toContain('Save and crawl');
  });

  it('offers the presets', async () => {
    expect((await browser.show('/sources/new')).html).toMatch(/name="preset" value="\w+/);
  });
});

const tagIn = (html: string): string => /name="tag" value="([^"]*)"/.exec(html)?.[1] ?? '';

describe('A3: the selector preview', () => {
  const path = '/sources/guide/extraction';
  const remove = 'h2\n.breadcrumb';

  it('is for those who have signed in; others see the selectors', async () => {
    const { status, text, html } = await visit(path);
    expect([status, text.includes('found by rules'), html.includes('data-preview')]).toEqual([200, true, false]);
    const sent = await fetch(`${server.address}${path}`, { method: 'POST', redirect: 'manual' });
    expect([303, 401, 403]).toContain(sent.status);
    expect((await browser.show(path)).html).toContain(`value="${server.site}docs/deep/guide"`);
  });

  it('E1: shows what selectors match and make of a page, beside what is made of it now', async () => {
    const url = `${server.site}docs/tasks`;
    const { status, html } = await browser.send(path, { url, content: 'main dl', remove });
    expect(status).toBe(200);
    const text = textOf(html.split('<section id="preview">')[1] ?? '');
    for (const part of [
      ...['Content main dl 1 element', 'Removed h2 1 element', 'Removed .breadcrumb 0 elements'],
      ...[
        'Now',
        'With these selectors',
        '## Running tasks concurrently',
        'asyncio.gather',
        'by selector',
        'Difference',
      ],
    ])
      expect(text).toContain(part);
    expect(html).toContain('value="main dl"');
    expect(text).toContain('It matches nothing on this page; nothing is removed by it.');
    const nothing = textOf((await browser.send(path, { url, content: '.nowhere', remove: 'main' })).html);
    expect(nothing).toContain('It matches nothing on this page; the usual rules are used.');
    expect(nothing).toMatch(/main [^<]{60,80}… /);
    const again = await browser.send(path, { url, content: '', remove: '' });
    expect(textOf(again.html)).toContain('no difference');
  });

  it('says what is wrong with a selector or a page, and keeps both', async () => {
    for (const [url, content, part] of [
      [`${server.site}docs/tasks`, 'a[', 'not a CSS selector'],
      [`${server.site}none`, 'main', '404'],
    ] as const) {
      const { status, html } = await browser.send(path, { url, content, remove });
      expect([status, textOf(html.split('<section id="preview">')[1] ?? '')]).toEqual([
        422,
        expect.stringContaining(part),
      ]);
      expect(html).toContain(`value="${content}"`);
    }
  });

  it('shows a hostile page as text', async () => {
    server.change(
      '/docs/bad',
      `<title>${RUDE}</title><main id='"><b' class="<i>"><p>&lt;script&gt;alert(1)&lt;/script&gt; \u202e</p></main>`,
    );
    const { html } = await browser.send(path, { url: `${server.site}docs/bad`, content: 'main', remove: 'i' });
    expect(html).toContain('alert(1)');
    expect(html).not.toMatch(/<script(?![^>]* src=)|\u202e|\sstyle=|\son\w+=|<[bi]>/);
  });

  it('saves selectors into the policy, and not over a change of somebody else', more, async () => {
    const tag = tagIn((await browser.show(path)).html);
    const saved = await browser.send(`${path}/save`, { tag, content: 'main', remove });
    expect([saved.status, saved.location]).toEqual([303, `${path}?saved=yes`]);
    expect(yaml()).toMatch(/custom_selectors:\s+content: main\s+remove: \[ ?h2, \.breadcrumb ?\]/);
    const late = await browser.send(`${path}/save`, { tag, content: 'article', remove: '' });
    expect([late.status, textOf(late.html).includes('changed meanwhile')]).toEqual([422, true]);
    expect(yaml()).not.toContain('content: article');
  });
});

describe('A3: schedule and limits', () => {
  const path = '/sources/guide/limits';
  const limits = {
    ...{ schedule: '0 4 * * *', enabled: 'true', max_pages: '5', max_depth: '2' },
    ...{ allowed_path_patterns: '/docs/deep/**\n/docs/tasks', blocked_path_patterns: '', exclude_paths: '' },
  };

  it('are shown to everybody, and changed by those who have signed in', async () => {
    const { text, html } = await visit(path);
    expect([text.includes('every day at 03:00'), html.includes('name="max_pages"')]).toEqual([true, false]);
    expect((await browser.show(path)).html).toContain('name="schedule" ');
  });

  it('say at the field what is wrong, and change the file where nothing is', more, async () => {
    const tag = tagIn((await browser.show(path)).html);
    for (const [name, value] of [
      ['max_pages', 'many'],
      ['schedule', 'sometimes'],
      ['allowed_path_patterns', 're:('],
    ] as const) {
      const { status, html } = await browser.send(path, { ...limits, tag, [name]: value });
      const id = `policy-${name.replaceAll('_', '-')}`;
      expect([status, html.includes(`id="${id}-wrong"`), html.includes(value)], name).toEqual([422, true, true]);
    }
    expect(yaml()).toContain('max_pages: 3 # enough');
    const saved = await browser.send(path, { ...limits, tag });
    expect([saved.status, saved.location]).toEqual([303, `${path}?saved=yes`]);
    expect(yaml()).toContain('max_pages: 5 # enough');
    expect(yaml()).not.toContain('enabled: true');
    expect(textOf((await browser.show(`${path}?saved=yes`)).html)).toContain('every day at 04:00');
  });
});

describe('A3: settings as YAML', () => {
  const path = '/sources/guide/settings';
  const policyIn = (html: string): string =>
    (/<textarea[^>]*id="policy"[^>]*>([^<]*)</.exec(html)?.[1] ?? '')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');

  it('have every value in force with where it came from', async () => {
    const { text } = await visit(path);
    for (const part of ['provider_id: guide', 'max_depth', 'docent.yml, line', 'default']) expect(text).toContain(part);
  });

  it('name the line of what is wrong, and keep what was typed', async () => {
    const { html } = await browser.show(path);
    const policy = `${policyIn(html)}max_deph: 2\n`;
    const sent = await browser.send(path, { tag: tagIn(html), policy: policy.replaceAll('\n', '\r\n') });
    expect(sent.status).toBe(422);
    expect(textOf(sent.html)).toMatch(/Nothing was saved. \d+ max_deph: 2 .*max_depth/);
    expect(policyIn(sent.html)).toBe(policy);
    expect((await browser.send(path, { tag: tagIn(html), policy: 'a: [' })).status).toBe(422);
  });

  it('are saved with the comments of the file', more, async () => {
    const { html } = await browser.show(path);
    const policy = policyIn(html).replace(/max_pages: \d/, 'max_pages: 4');
    const sent = await browser.send(path, { tag: tagIn(html), policy });
    expect([sent.status, sent.location]).toEqual([303, `${path}?saved=yes`]);
    expect(yaml()).toContain('max_pages: 4 # enough');
    expect((await browser.send(path, { tag: tagIn(html), policy })).status).toBe(422);
  });

  it('enable a source and remove it, unless it was changed meanwhile', more, async () => {
    const tag = async (): Promise<string> => tagIn((await browser.show('/sources/off/settings')).html);
    expect((await browser.send('/sources/off/enable', { tag: await tag(), enabled: 'yes' })).status).toBe(303);
    expect(yaml()).not.toContain('enabled: false');
    expect((await browser.send('/sources/off/remove', { tag: 'old' })).status).toBe(409);
    const removed = await browser.send('/sources/off/remove', { tag: await tag() });
    expect([removed.status, removed.location]).toEqual([303, '/sources']);
    expect((await visit('/sources/off')).status).toBe(404);
  });
});
