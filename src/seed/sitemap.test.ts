// Proves the sitemap reader (F9, FAULTS 34, 39, 40).
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLastmod } from './lastmod.ts';
import { createSitemapReader, type SitemapOptions, type SitemapResult } from './sitemap.ts';

const now = Date.UTC(2026, 0, 15, 12);

async function read(chunks: string | Uint8Array | Iterable<string | Uint8Array>, options: SitemapOptions = {}) {
  const reader = createSitemapReader({ now, ...options });
  const list = typeof chunks === 'string' || chunks instanceof Uint8Array ? [chunks] : chunks;
  for (const chunk of list) reader.write(chunk);
  return reader.end();
}

const urls = ({ entries }: SitemapResult): string[] => entries.map(({ url }) => url);

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (body: string): string => `${head}<urlset ${ns}>${body}</urlset>`;
const urlOf = (loc: string): string => `<url><loc>${loc}</loc></url>`;

describe('an XML sitemap', () => {
  it('F9: yields its URLs with the dates that can be believed', async () => {
    const result = await read(
      urlset(`
        <url>
          <loc>
            https://docs.example/a?x=1&amp;y=2#part
          </loc>
          <lastmod>2025-05-03T10:20:30Z</lastmod><changefreq>daily</changefreq><priority>0.8</priority>
        </url>
        <url><lastmod>2031-01-01</lastmod><loc><![CDATA[https://docs.example/b?c=<d>&e]]></loc></url>
        <url><loc>https://docs.example/%ED%95%9C</loc><lastmod>soon</lastmod></url>`),
    );
    expect(result).toEqual({
      kind: 'urlset',
      entries: [
        { url: 'https://docs.example/a?x=1&y=2', lastmod: Date.UTC(2025, 4, 3, 10, 20, 30, 999) },
        { url: 'https://docs.example/b?c=%3Cd%3E&e' },
        { url: 'https://docs.example/%ED%95%9C' },
      ],
      dropped: 0,
      truncated: false,
    });
  });

  it('F9: an index yields the sitemaps it names, itself included (FAULTS 40: the caller has seen those)', async () => {
    const entry = (name: string): string => `<sitemap><loc>https://x.example/${name}</loc></sitemap>`;
    const result = await read(`<sitemapindex ${ns}>${entry('1.xml.gz')}${entry('index.xml')}</sitemapindex>`);
    expect(result).toMatchObject({ kind: 'index', truncated: false });
    expect(urls(result)).toEqual(['https://x.example/1.xml.gz', 'https://x.example/index.xml']);
  });

  it('F9: prefixes are no obstacle, and what images and videos call loc is not an entry', async () => {
    const prefixed = '<S:urlset xmlns:S="x"><S:URL><S:Loc>https://x.example/1</S:Loc></S:URL></S:urlset>';
    expect(urls(await read(prefixed))).toEqual(['https://x.example/1']);
    const image =
      '<image:image><image:loc>https://x.example/i.png</image:loc><loc>https://x.example/j</loc></image:image>';
    const direct = '<video:loc>https://x.example/v</video:loc>';
    const result = await read(urlset(`<url>${direct}${image}<loc>https://x.example/2</loc></url>`));
    expect(urls(result)).toEqual(['https://x.example/2']);
  });

  it('F9: each URL is yielded once, others than http(s) and those over 2,048 characters not at all', async () => {
    const long = `https://x.example/${'a'.repeat(2_048)}`;
    const locs = [
      'https://x.example/a',
      'ftp://x.example/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '/relative',
      long,
    ];
    const result = await read(
      urlset([...locs, '', 'https://x.example/a#b', 'HTTPS://X.example/a'].map(urlOf).join('')),
    );
    expect(urls(result)).toEqual(['https://x.example/a']);
    expect(result).toMatchObject({ dropped: 6, truncated: false });
  });

  it('FAULTS 40: of more than 50,000 URLs the first are taken, those of other hosts left to the scope', async () => {
    const locs = Array.from({ length: 50_010 }, (_, at) => urlOf(`https://h${at % 3}.example/${at}`));
    const result = await read(urlset(locs.join('')));
    expect(result.entries).toHaveLength(50_000);
    expect(result).toMatchObject({ kind: 'urlset', truncated: true });
    const whole = await read(urlset(locs.slice(0, 50_000).join('')));
    expect(whole).toMatchObject({ truncated: false });
  });

  it('F9: a file that breaks off yields its whole entries, never half a URL', async () => {
    const text = urlset(urlOf('https://x.example/first') + urlOf('https://x.example/second'));
    for (let length = 0; length < text.length; length += 7) {
      const result = await read(text.slice(0, length));
      expect(['https://x.example/first', 'https://x.example/second']).toEqual(expect.arrayContaining(urls(result)));
      if (result.kind === 'urlset') expect(result.truncated).toBe(true);
    }
  });

  it('F9: it reads alike in one piece, byte by byte, and in UTF-16', async () => {
    const text = urlset(urlOf('https://x.example/한국어') + urlOf('https://x.example/b&#x2F;c'));
    const expected = await read(text);
    expect(urls(expected)).toEqual(['https://x.example/%ED%95%9C%EA%B5%AD%EC%96%B4', 'https://x.example/b/c']);
    const bytes = Buffer.from(text);
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(await read(little)).toEqual(expected);
    expect(await read([...Buffer.from(little).swap16()].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
    expect(await read(Buffer.from(`\ufeff\n ${text}`))).toEqual(expected);
    expect(await read([...text])).toEqual(expected);
  });
});

describe('a hostile sitemap', () => {
  it.each([
    [
      'billion laughs',
      `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY a "&lol;&lol;">]>${urlset(urlOf('https://x.example/&a;'))}`,
    ],
    ['XXE', `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset>${urlOf('https://x.example/&x;')}</urlset>`],
    ['a quoted end', `<!DOCTYPE x SYSTEM "a>b" [<!ENTITY c "d">]><urlset>${urlOf('https://x.example/&c;')}</urlset>`],
    ['lower case and no space', `<!doctype x[<!entity c "d">]><urlset>${urlOf('https://x.example/')}</urlset>`],
    ['late', `<urlset>${urlOf('https://x.example/')}<!ENTITY c "d"></urlset>`],
  ])('FAULTS 39: declarations of its own (%s) have the file refused', async (_, text) => {
    expect(await read(text)).toMatchObject({ entries: [], problem: 'doctype' });
  });

  it('FAULTS 39: a document type without them is harmless, and an unknown entity stays as it is', async () => {
    const result = await read(
      `<!DOCTYPE urlset SYSTEM "http://evil.example/x.dtd">${urlset(urlOf('https://x.example/&lol;'))}`,
    );
    expect(urls(result)).toEqual(['https://x.example/&lol;']);
  });

  it('FAULTS 39: 5,000 levels have the file refused', async () => {
    expect(await read(urlset(urlOf('https://x.example/') + '<a>'.repeat(5_000)))).toMatchObject({
      entries: [],
      problem: 'depth',
    });
    const fine = urlset(`${'<a>'.repeat(30)}${'</a>'.repeat(30)}${urlOf('https://x.example/')}`);
    expect(await read(fine)).not.toHaveProperty('problem');
  });

  it.each([
    ['an HTML page', '<!DOCTYPE html><html><body><a href="https://x.example/">x</a></body></html>'],
    ['a feed', '<rss><channel><item><link>https://x.example/</link></item></channel></rss>'],
    ['JSON', '{"error": "not found"}'],
    ['nothing', ''],
    ['white space', ' \n\t'],
    ['an unfinished document type', '<!DOCTYPE urlset'],
    ['zeros', new Uint8Array(100_000)],
  ])('F9: %s is no sitemap', async (_, body) => {
    expect(await read(body)).toMatchObject({ kind: 'unknown', entries: [], problem: 'not-a-sitemap' });
  });

  it('F9: no more than the allowed bytes are read, in whatever they are spent', async () => {
    const spent = ['<!--', '<![CDATA[', '<url><loc>', '<a b="', '<?pi ', '<aaaa', '</', '&', 'x', '<url>', ' '];
    for (const unit of spent) {
      const body = urlset(urlOf('https://x.example/')).replace('</urlset>', unit + unit.slice(-1).repeat(2_500_000));
      const result = await read(body, { bytes: 2_000_000 });
      expect(result).toMatchObject({ kind: 'urlset', truncated: true, entries: [{ url: 'https://x.example/' }] });
    }
  });
});

describe('a plain text sitemap', () => {
  it('F9: has one URL per line, with any line end', async () => {
    const result = await read(
      '\ufeffhttps://x.example/a\r\n  https://x.example/b \rnot a url\n\nhttps://x.example/a\nhttp://x.example/c',
    );
    expect(result).toMatchObject({ kind: 'text', dropped: 1, truncated: false });
    expect(urls(result)).toEqual(['https://x.example/a', 'https://x.example/b', 'http://x.example/c']);
  });

  it('F9: an endless line and endless lines cost little', async () => {
    const line = await read(['https://x.example/a\n', 'https://x.example/'.repeat(200_000)]);
    expect(line).toMatchObject({ kind: 'text', dropped: 1, entries: [{ url: 'https://x.example/a' }] });
    expect(await read('a\n'.repeat(1_000_000))).toMatchObject({ kind: 'unknown', dropped: 1_000_000 });
  });

  it('F9: its last line counts only when the file is whole', async () => {
    const text = 'https://x.example/a\nhttps://x.example/bcd';
    expect(urls(await read(text))).toHaveLength(2);
    expect(urls(await read(text, { bytes: text.length - 1 }))).toEqual(['https://x.example/a']);
  });
});

describe('a gzipped sitemap', () => {
  const text = urlset(Array.from({ length: 1_000 }, (_, at) => urlOf(`https://x.example/${at}`)).join(''));
  const packed = gzipSync(text);

  it('F9: is recognised by its bytes and read like any other', async () => {
    const expected = await read(text);
    expect(expected.entries).toHaveLength(1_000);
    expect(await read(packed)).toEqual(expected);
    expect(await read([...packed].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
    expect(await read([packed, new Uint8Array(10), new Uint8Array(10)])).toEqual(expected);
  });

  it('FAULTS 26: cut off or damaged, it yields what came before and reports the damage', async () => {
    const cut = await read(packed.subarray(0, packed.length >> 1));
    expect(cut).toMatchObject({ problem: 'gzip', truncated: true });
    expect(cut.entries.length).toBeLessThan(1_000);
    expect(await read(Uint8Array.of(0x1f))).toMatchObject({ problem: 'gzip', entries: [] });
    expect(await read(Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7))).toMatchObject({ problem: 'gzip' });
  });

  it('FAULTS 40: a bomb is read up to the limit, and its memory stays flat', async () => {
    const bomb = gzipSync(`${head}<urlset>${urlOf('https://x.example/')}${' '.repeat(80_000_000)}`, { level: 9 });
    const before = process.memoryUsage().rss;
    const result = await read(bomb);
    expect(result).toMatchObject({ kind: 'urlset', truncated: true, entries: [{ url: 'https://x.example/' }] });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('FAULTS 40: compressed data without content ends at the limit too', async () => {
    const empty = gzipSync('');
    const result = await read(
      Array.from({ length: 2_000 }, () => empty),
      { bytes: 10_000 },
    );
    expect(result).toMatchObject({ kind: 'unknown', truncated: true });
  });

  it('F9: gzip within gzip is not unpacked twice', async () => {
    expect(await read(gzipSync(packed))).toMatchObject({ kind: 'unknown', problem: 'not-a-sitemap' });
  });
});

describe('any bytes', () => {
  const pieces = fc.constantFrom(
    ...[
      '<urlset>',
      '</urlset>',
      '<sitemapindex>',
      '<url>',
      '</url>',
      '<sitemap>',
      '<loc>',
      '</loc>',
      '<loc/>',
      'https://x/',
    ],
    ...[
      '<lastmod>',
      '2020',
      '</lastmod>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<!DOCTYPE',
      '[',
      '>',
      '&#x110000;',
    ],
    ...['&#55296;', '&amp;', '\0', '\ufeff', '\ud800', '한', '\n', ' ', 'a="', '"', "'", '/'],
  );
  const bounded = ({ entries, kind, problem }: SitemapResult): void => {
    expect(entries.length).toBeLessThanOrEqual(5);
    expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length);
    expect(entries.every(({ url }) => /^https?:\/\/./.test(url) && url.length <= 100)).toBe(true);
    if (kind === 'unknown') expect(problem).toBeDefined();
  };

  it('F9: never make the reader throw or break its bounds', async () => {
    const limits = { urls: 5, urlLength: 100, bytes: 2_000, depth: 8 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 })), async (chunks) =>
        bounded(await read(chunks, limits)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (texts) => {
        bounded(await read(texts, limits));
        bounded(await read(gzipSync(texts.join('')), limits));
      }),
      { numRuns: 500 },
    );
  });

  it('F9: what is written after the end changes nothing', async () => {
    const reader = createSitemapReader();
    reader.write('https://x.example/a');
    const first = reader.end();
    reader.write('\nhttps://x.example/b');
    expect(await reader.end()).toBe(await first);
    expect(urls(await first)).toEqual(['https://x.example/a']);
  });
});

describe('parseLastmod', () => {
  it.each([
    ['2024', Date.UTC(2025, 0, 1) - 1],
    ['2024-02', Date.UTC(2024, 2, 1) - 1],
    ['2024-12', Date.UTC(2025, 0, 1) - 1],
    [' 2024-02-29\n', Date.UTC(2024, 2, 1) - 1],
    ['2024-05-03T10:20Z', Date.UTC(2024, 4, 3, 10, 20, 59, 999)],
    ['2024-05-03T10:20+09:00', Date.UTC(2024, 4, 3, 1, 20, 59, 999)],
    ['2024-05-03T10:20:30-05:30', Date.UTC(2024, 4, 3, 15, 50, 30, 999)],
    ['2024-05-03t10:20:30.123456z', Date.UTC(2024, 4, 3, 10, 20, 30, 999)],
    ['2024-05-03 10:20:30 +0900', Date.UTC(2024, 4, 3, 1, 20, 30, 999)],
    ['2024-05-03T10:20:30', Date.UTC(2024, 4, 3, 10, 20, 30, 999)],
    ['2026-01-15', Date.UTC(2026, 0, 16) - 1],
  ])('F9: %j is read as the last moment it may mean', (text, expected) => {
    expect(parseLastmod(text, now)).toBe(expected);
  });

  it.each([
    ...['', 'soon', '0', '20240503', '2024-13', '2024-00-01', '2023-02-29', '2024-05-03T24:00Z', '2024-05-03T10:60Z'],
    ...['2024-05-03T10:20+15:00', '2024-05-03T10:20+09:99', '2024-5-3', '1970-01-01', '0000-00-00', '2024-05-03Z'],
    ...['2026-01-16', '2026-01-15T12:00:01Z', '2027', '9999-12-31', '-2024', `2024${' '.repeat(100)}`, '２０２４'],
  ])('FAULTS 34: %j is ignored', (text) => {
    expect(parseLastmod(text, now)).toBeUndefined();
  });

  it('FAULTS 34: no text makes it throw or return a date that is none', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => [undefined, 0].includes(parseLastmod(text, 0))));
    fc.assert(
      fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date(now), noInvalidDate: true }), (date) => {
        const at = parseLastmod(date.toISOString(), now) as number;
        expect(at - date.getTime()).toBeGreaterThanOrEqual(0);
        expect(at - date.getTime()).toBeLessThan(1_000);
      }),
    );
  });
});
