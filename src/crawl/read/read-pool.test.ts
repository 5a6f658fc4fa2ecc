import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readPage } from './read-page.ts';
import { createReadPool, type ReadPool } from './read-pool.ts';

/** Longer than a test may hang: on a busy machine a page may take its time. */
const cpuMs = 600_000;
let pool: ReadPool | undefined;
afterEach(() => pool?.close());
/** For tests that only read: a thread takes longer to start than to read. */
const shared = createReadPool({ cpuMs });
afterAll(() => shared.close());

const options = {
  want: 'all',
  retain: 'full',
  remove: [],
  readability: false,
  keepLinks: false,
  imageLabel: 'image',
} as const;
const url = 'http://h.test/docs/';
const page = (bytes: number): Uint8Array =>
  new TextEncoder().encode(`<title>T</title><a href="a">A</a>${'<p>word <b>word</b></p>'.repeat(bytes / 22)}`);

it.each([
  ['a sentence', 'Nobody knows this restriction. ', /restriction\.$/],
  ['a word', 'restriction, ', /restriction,$/],
])('C2: a preview has at most 500 characters and ends behind %s', async (_, text, end) => {
  const body = new TextEncoder().encode(`<title>T</title><main><p>${text.repeat(60)}</p></main>`);
  const { chunks } = await readPage({ url, form: 'html', options: { ...options, retain: 'preview' }, body });
  const preview = chunks[0]?.preview ?? '';
  expect(preview).toMatch(end);
  expect([preview.length > 450, preview.length <= 500]).toEqual([true, true]);
});

describe('reading pages in threads', () => {
  it('a thread that was warmed reads the first page', async () => {
    shared.warm();
    shared.warm();
    expect(await shared.read({ url, form: 'html', options, body: page(100) })).toMatchObject({ title: 'T' });
  });

  it('E4: a thread reads a page exactly as this one would, small pages included', async () => {
    for (const bytes of [100, 50_000]) {
      const here = await readPage({ url, form: 'html', options, body: page(bytes) });
      const there = await shared.read({ url, form: 'html', options, body: page(bytes) });
      // Bytes arrive as a Uint8Array, whatever the kind of buffer.
      expect(there).toEqual({ ...here, outgoing: here.outgoing && new Uint8Array(here.outgoing) });
    }
  });

  it('more pages than threads are queued', async () => {
    pool = createReadPool({ threads: 2, cpuMs });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => pool?.read({ url, form: 'html', options, body: page(2_000) })),
    );
    expect(results.every((result) => result?.title === 'T')).toBe(true);
  });

  it('FAULTS 68: a page that takes too long is aborted by name, and the next is read', async () => {
    pool = createReadPool({ cpuMs: 30 });
    await expect(pool.read({ url, form: 'html', options, body: page(10_000_000) })).rejects.toMatchObject({
      code: 'DOC_EXTRACT',
      message: expect.stringContaining(url),
    });
    await pool.close();
    pool = createReadPool({ cpuMs });
    expect((await pool.read({ url, form: 'html', options, body: page(20_000) })).title).toBe('T');
  });

  it('FAULTS 67: a page queued behind an aborted one is read all the same', async () => {
    pool = createReadPool({ memoryMb: 24, cpuMs });
    await pool.read({ url, form: 'html', options, body: page(100) });
    const bad = pool.read({ url: `${url}bad`, form: 'html', options, body: page(4_000_000) });
    const good = [200, 100].map((bytes) => pool?.read({ url, form: 'html', options, body: page(bytes) }));
    await expect(bad).rejects.toMatchObject({ code: 'DOC_EXTRACT', message: expect.stringContaining(`${url}bad`) });
    for (const result of await Promise.all(good)) expect(result?.title).toBe('T');
  });

  it('pages come back as what they are when several are under way in a thread', async () => {
    const titles = Array.from({ length: 30 }, (_, nth) => `page ${nth}`);
    const read = titles.map((title, nth) =>
      // Other forms than HTML load their reader first.
      nth % 3 === 0
        ? shared.read({ url, form: 'markdown', options, body: new TextEncoder().encode(`# ${title}`) })
        : shared.read({ url, form: 'html', options, body: new TextEncoder().encode(`<title>${title}</title><p>x`) }),
    );
    expect((await Promise.all(read)).map((result) => result?.title)).toEqual(titles);
  });

  it('what is under way or waits when it is closed is rejected, and nothing is read after that', async () => {
    pool = createReadPool({ cpuMs });
    const read = Array.from({ length: 5 }, () => pool?.read({ url, form: 'html', options, body: page(20_000) }));
    const ended = Promise.allSettled(read);
    await pool.close();
    expect((await ended).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await expect(pool.read({ url, form: 'html', options, body: page(100) })).rejects.toMatchObject({
      code: 'DOC_EXTRACT',
    });
  });

  it('FAULTS 67: a page that needs too much memory costs its thread, not the process', async () => {
    pool = createReadPool({ memoryMb: 24, cpuMs });
    await expect(pool.read({ url, form: 'html', options, body: page(4_000_000) })).rejects.toMatchObject({
      code: 'DOC_EXTRACT',
    });
    expect((await pool.read({ url, form: 'html', options, body: page(20_000) })).title).toBe('T');
  });
});
