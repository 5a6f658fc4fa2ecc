// Pages made to break a reader, each through the thread that the crawler reads with: its memory and its stack. Of most things there is a
// million, so that what looks at all of them for each of them does not end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageForm } from '../../src/core/forms.ts';
import { createReadPool, type ReadPool } from '../../src/crawl/read/read-pool.ts';
import type { ReadInput, ReadResult } from '../../src/crawl/read/reading.ts';
import { elementKinds, elementNames } from '../../src/extract/html/markdown/elements.ts';
import { sniffContent } from '../../src/fetch/sniff.ts';
import { more } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { HANG_MS } from '../support/until.ts';

const options: ReadInput['options'] = {
  want: 'all',
  retain: 'full',
  remove: [],
  readability: false,
  keepLinks: false,
  imageLabel: 'image',
};

let pool: ReadPool;
beforeAll(() => {
  pool = createReadPool({ cpuMs: HANG_MS });
});
afterAll(() => pool.close());

const MILLION = 1_000_000;

function read(text: string | Uint8Array, form: PageForm = 'html'): Promise<ReadResult> {
  // Its own buffer, as a fetched body has: the thread takes it without a copy.
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return pool.read({ url: 'https://h.test/docs/', form, body, options });
}

/** Every text of a result, wherever it is. */
function textsOf(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (key, part: unknown) => {
    texts.push(key);
    if (typeof part === 'string') texts.push(part);
    return part;
  });
  return texts;
}

/** Elements whose inside is not shown, or is no part of the content. */
const hidden: ReadonlySet<string> = new Set([...elementNames.dropped.split(' '), 'aside', 'script', 'svg']);

describe('deep pages', () => {
  const kinds = Object.values(elementNames).map((names) => names.split(' ')[0] as string);
  const telling = ['blockquote', 'li', 'a', 'svg', 'ul><li'];

  async function keepsItsText(tags: string): Promise<void> {
    for (const depth of [10_000, MILLION]) {
      const { markdown, flags } = await read(`<h1>Before</h1>${`<${tags}>`.repeat(depth)}deep`);
      expect(markdown).toContain('Before');
      // A million elements are more than the cap.
      if (depth < MILLION && !hidden.has(tags)) expect(markdown).toContain('deep');
      else expect(flags.length > 0 || hidden.has(tags) || markdown?.includes('deep')).toBe(true);
    }
  }

  it.each(telling)('FAULTS 42: <%s> 10,000 and a million deep keeps its text', keepsItsText);
  it.each([...kinds, 'b><p', 'table><tr><td', 'dl><dd', 'x-y'].filter((tags) => !telling.includes(tags)))(
    'FAULTS 42: <%s> 10,000 and a million deep keeps its text',
    more,
    keepsItsText,
  );

  type Nested = readonly [name: string, text: string, form: 'markdown' | 'openapi'];

  async function keepTheirText(_: string, text: string, form: Nested[2]): Promise<void> {
    const { words, markdown } = await read(`${form === 'markdown' ? '' : '# '}${text}deep`, form);
    expect(words).toBeGreaterThan(0);
    expect(markdown).toContain('deep');
  }

  it.each<Nested>([
    ['quotations', '> '.repeat(MILLION), 'markdown'],
    ['links', '['.repeat(MILLION), 'markdown'],
    ['emphasis', '*a '.repeat(MILLION), 'markdown'],
    ['code spans', Array.from({ length: 800 }, (_, at) => '`'.repeat(at)).join(' '), 'markdown'],
    ['components', '<Tab>\n\n'.repeat(10_000), 'markdown'],
    ['lists of JSON', `{"openapi":"3.1.0","x":${'['.repeat(MILLION)}`, 'openapi'],
    ['lists of YAML', `openapi: 3.1.0\nx: ${'['.repeat(MILLION)}`, 'openapi'],
  ])('FAULTS 42: %s nested without end keep their text', keepTheirText);
  it.each<Nested>([
    ['lists', '- '.repeat(MILLION), 'markdown'],
    ['emphasis of two kinds', '*a _b '.repeat(MILLION), 'markdown'],
    ['notes', ':::note\n'.repeat(MILLION / 2), 'markdown'],
    ['maps of YAML as keys', `openapi: 3.1.0\nx: ${'{'.repeat(MILLION / 2)}a${'}: b'.repeat(MILLION / 2)}`, 'openapi'],
    [
      'lines of YAML',
      `openapi: 3.1.0\nx:\n${Array.from({ length: 700 }, (_, at) => `${' '.repeat(at)}- a:\n`).join('')}`,
      'openapi',
    ],
  ])('FAULTS 42: %s nested without end keep their text', more, keepTheirText);
});

describe('wide pages', () => {
  const filler = 'words of no meaning '.repeat(250_000);

  it.each([
    [
      'a million attributes',
      `<p ${Array.from({ length: MILLION }, (_, at) => `a${at}=b`).join(' ')}>kept</p>`,
      'attributes-cut',
    ],
    ['a million times the same attribute', `<p ${'class=a '.repeat(MILLION)}>kept</p>`, undefined],
    ['an attribute of 5 MB', `<p title="${filler}">kept</p>`, undefined],
    ['a tag that never ends', `<p>kept</p><p title="${filler}`, undefined],
    ['a comment of 5 MB that never ends', `<p>kept</p><!-- ${filler}`, undefined],
    ['a script of 5 MB that never ends', `<p>kept</p><script>${filler}`, 'text-cut'],
    ['a title of 5 MB that never ends', `<p>kept</p><title>${filler}`, 'text-cut'],
    ['a million comments', `<p>kept</p>${'<!---->'.repeat(MILLION)}`, undefined],
    ['510,000 entities', `<p>kept ${'&amp;&#12354;&eacute;'.repeat(170_000)}</p>`, undefined],
    ['510,000 entities that are none', `<p>kept ${'&nosuch;&#;&amp'.repeat(170_000)}</p>`, 'text-cut'],
    ['a million open brackets', `<p>kept</p>${'<'.repeat(MILLION)}`, undefined],
    [
      'a million ends of nothing in 200,000 elements',
      `<p>kept</p>${'<i>'.repeat(200_000)}${'</b>'.repeat(MILLION)}`,
      'depth-cut',
    ],
    ['a million elements', `<p>kept</p>${'<i></i>'.repeat(MILLION)}`, 'nodes-cut'],
  ])('FAULTS 43: %s', async (_, html, flag) => {
    const { markdown, flags } = await read(html);
    expect(markdown).toContain('kept');
    expect(flags).toEqual(flag === undefined ? [] : [flag]);
  });

  it('FAULTS 43: 20,000 misnested tags keep the words between them', async () => {
    // Menus, heads and feet of a page would remove what is in them.
    const chrome = 'aside footer header nav';
    const kinds = 'block inline strong em list item cell row table link quotation definitions term description';
    const names = [...elementKinds].filter(
      ([name, kind]) => kinds.split(' ').includes(kind) && !chrome.split(' ').includes(name),
    );
    const html = Array.from({ length: 20_000 }, (_, at) => {
      const [name] = names[(at * 7) % names.length] as (typeof names)[number];
      return at % 3 === 0 ? `</${name}>` : `<${name}>w${at} `;
    }).join('');
    const { words, flags } = await read(`<main>${html}`);
    expect(words).toBeGreaterThan(10_000);
    expect(flags).toEqual(['depth-cut']);
  });

  it('FAULTS 44: of one text of 50 MB a megabyte is kept, and a flag shows it', async () => {
    const { markdown, flags, chunks } = await read(`<h1>Title</h1><p>${'word '.repeat(10_000_000)}`);
    expect(flags).toEqual(['text-cut']);
    expect(markdown?.length).toBeGreaterThan(1_000_000);
    expect(markdown?.length).toBeLessThan(1_100_000);
    expect(chunks.every(({ tokens }) => tokens <= 500)).toBe(true);
  });

  async function isCut(_: string, text: string, form: PageForm): Promise<void> {
    const { chunks } = await read(text, form);
    expect(chunks.length).toBeGreaterThan(50);
    expect(chunks.every(({ tokens }) => tokens <= 500)).toBe(true);
  }

  it.each([['one word of HTML', `<p>${'xy'.repeat(MILLION / 2)}`, 'html']] as const)(
    'FAULTS 44, C1: %s that is as long as a book is cut into chunks',
    isCut,
  );
  it.each([
    ['one word of text', 'x'.repeat(MILLION), 'text'],
    ['one line of code', `\`\`\`\n${'x('.repeat(MILLION / 2)}\n\`\`\``, 'markdown'],
    ['one cell', `|a|\n|-|\n|${'*b* '.repeat(MILLION / 4)}|`, 'markdown'],
  ] as const)('FAULTS 44, C1: %s that is as long as a book is cut into chunks', more, isCut);
});

describe('odd characters', () => {
  const odd = 'a\ud800b\udc00c\0d\u202ee\u200bf\ufeffg\u{e0041}h';
  const clean = 'a\ufffdb\ufffdcdefgh';

  it.each([
    [
      'html',
      `<title>${odd}</title><meta name=description content="${odd}"><meta name=keywords content="${odd}"><h1 id="${odd}">${odd}</h1><p>${odd} <a href="/${odd}">${odd}</a> <code>${odd}</code></p><pre>${odd}</pre><table><tr><th>${odd}</table>`,
    ],
    ['html', `<h1 id="a&#xD800;&#0;&#x202e;">${'a&#xD800;b&#xDC00;cd&#x202e;e&#x200b;f&#xfeff;g&#xE0041;h'}</h1>`],
    [
      'markdown',
      `---\ntitle: ${odd}\n---\n# ${odd}\n\n${odd} [${odd}](/${odd}) \`${odd}\`\n\n\`\`\`${odd}\n${odd}\n\`\`\`\n\n|${odd}|\n|-|\n|${odd}|\n`,
    ],
    ['text', `${odd}\n\n${odd}   ${odd}\n`],
    [
      'openapi',
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: odd, version: odd, description: odd },
        paths: { [`/${odd}`]: { get: { operationId: odd, tags: [odd], responses: { [odd]: { $ref: `#/${odd}` } } } } },
        components: { schemas: { [odd]: { enum: [odd], example: odd, properties: { [odd]: { $ref: odd } } } } },
      }),
    ],
  ] as const)(
    'FAULTS 48: %s in UTF-16 with half characters, NUL, bidi, zero-width and tag characters is valid text',
    async (form, text) => {
      const body = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
      const result = await read(body, form);
      expect(result.markdown).toContain(clean.slice(0, 5));
      for (const one of textsOf(result)) {
        expect(one.isWellFormed()).toBe(true);
        expect(one).not.toContain('\0');
      }
      expect(result.markdown).not.toMatch(/[\u202e\u200b\ufeff]|\u{e0041}/u);
      expect(result.title).not.toMatch(/[\u202e\u200b\ufeff]|\u{e0041}/u);
    },
  );
});

describe('bytes that are something else', () => {
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
  const pdf = bytes(
    `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${'\x00\xff\x80stream'.repeat(500)}`,
  );

  it.each([
    ['HTML as PDF', bytes('<!doctype html><p>a</p>'), 'pdf'],
    ['PDF as HTML', pdf, 'html'],
  ] as const)('FAULTS 49: %s is noticed before it is read', (_, body, declared) => {
    expect(sniffContent(body, declared).mismatch).toMatch(/^declared as/);
  });

  it.each([
    ['<!-- x --><html><p>Some words</p>', 'html', 'html'],
    ['{ "openapi": "3.0.0", "info": {"title": "Some words"}, "paths": {} }', 'json', 'openapi'],
    ['openapi: 3.0.0\ninfo:\n  title: Some words\n  version: "1"\npaths: {}\n', 'yaml', 'openapi'],
    ['Some words\n', 'text', 'text'],
  ] as const)('FAULTS 49: %j without a type is sniffed and read', async (text, kind, form) => {
    expect(sniffContent(bytes(text)).kind).toBe(kind);
    expect((await read(bytes(text), form)).markdown).toContain('Some words');
  });

  it.each(['html', 'markdown', 'text', 'openapi'] as const)(
    'FAULTS 49: a PDF that is read as %s all the same does no harm',
    async (form) => {
      const result = await read(pdf.slice(), form);
      for (const one of textsOf(result)) expect(one.isWellFormed() && !one.includes('\0')).toBe(true);
    },
  );
});

describe('API documents', () => {
  const schema = '#/components/schemas';

  it('FAULTS 50: references in a circle and out of the document are flagged, the rest is read, and nothing is fetched', async () => {
    await using server = await startServer((_, response) => response.end('{}'));
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/a': { $ref: `${server.origin}/a.json` }, '/b': { get: { summary: 'Kept', responses: {} } } },
      components: {
        schemas: {
          A: { $ref: `${schema}/B` },
          B: { $ref: `${schema}/A` },
          C: { properties: { d: { $ref: `${schema}/C` } } },
        },
      },
    });
    const { markdown, flags } = await read(text, 'openapi');
    expect(markdown).toContain('Kept');
    expect(flags).toEqual(
      expect.arrayContaining([expect.stringMatching(/circle/), expect.stringMatching(/outside the document/)]),
    );
    expect(server.requestLines).toEqual([]);
  });

  async function isRead(_: string, schemas: object): Promise<void> {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, components: { schemas } });
    const { markdown } = await read(text, 'openapi');
    expect(markdown).toContain('# Pets');
    expect(markdown?.length).toBeLessThan(20_000_000);
  }

  it.each<[name: string, schemas: object]>([
    [
      'parts of parts',
      Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [
          `S${at}`,
          { allOf: Array.from({ length: 50 }, () => ({ $ref: `${schema}/S${at + 1}` })) },
        ]),
      ),
    ],
    [
      '20,000 properties',
      {
        A: {
          properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: 'string' }])),
        },
      },
    ],
    ['a long list of values', { A: { enum: Array.from({ length: 200_000 }, (_, at) => at) } }],
  ])('FAULTS 50: %s', isRead);
  it.each([
    [
      'a chain of references',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`S${at}`, { $ref: `${schema}/S${at + 1}` }])),
    ],
  ])('FAULTS 50: %s', more, isRead);

  it('FAULTS 50: aliases of aliases of YAML are no bomb', async () => {
    let text = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\nx: &x0 {type: string}\ncomponents:\n  schemas:\n';
    for (let at = 1; at < 40; at++)
      text += `    A${at}: &x${at} {properties: {a: *x${at - 1}, b: *x${at - 1}}, example: [*x${at - 1}, *x${at - 1}]}\n`;
    expect((await read(text, 'openapi')).markdown).toContain('# Pets');
  });
});
