// Names of exported files: readable where that is possible, harmless whatever a URL holds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedPath, isPlainPath, otherPathFor, pathFor } from './names.ts';

describe('pathFor', () => {
  for (const [url, path] of [
    ['https://docs.example.com/', 'docs.example.com/index.md'],
    ['https://docs.example.com/guide/', 'docs.example.com/guide/index.md'],
    ['https://docs.example.com/guide/index.html', 'docs.example.com/guide/index.md'],
    ['https://docs.example.com/3.12/library/asyncio.html', 'docs.example.com/3.12/library/asyncio.md'],
    ['https://docs.example.com/a/README.md', 'docs.example.com/a/README.md'],
    ['http://127.0.0.1:8080/x', '127.0.0.1_8080/x.md'],
    ['http://[::1]:8080/x', '[__1]_8080/x.md'],
    ['https://e.example/%EB%AC%B8%EC%84%9C/%EC%84%A4%EC%B9%98', 'e.example/문서/설치.md'],
    ['https://e.example/cafe%CC%81', 'e.example/café.md'],
    ['https://e.example/x?id=3&b=/c', 'e.example/x_id=3&b=_c.md'],
    ['https://e.example/a.md/b', 'e.example/a.md_/b.md'],
    ['https://e.example//a///b', 'e.example/a/b.md'],
  ] as const)
    it(`C6: ${url} becomes ${path}`, () => expect(pathFor(url)).toBe(path));

  for (const [what, url, path] of [
    ['a way up', 'https://e.example/a/%2e%2e%2f%2e%2e%2fetc/x', 'e.example/a/_._.._etc/x.md'],
    ['a way up with backslashes', 'https://e.example/..%5C..%5Cx', 'e.example/_._.._x.md'],
    ['an encoded separator', 'https://e.example/a%2Fb', 'e.example/a_b.md'],
    ['a NUL and a line end', 'https://e.example/a%00b%0Ac', 'e.example/a_b_c.md'],
    ['a right-to-left override', 'https://e.example/a%E2%80%AEdm.exe', 'e.example/a_dm.exe.md'],
    ['a device of Windows', 'https://e.example/aux/nul.html', 'e.example/_aux/_nul.md'],
    ['a device with an ending', 'https://e.example/com1.v2/x', 'e.example/_com1.v2/x.md'],
    ['trailing dots and spaces', 'https://e.example/a./b%20/c.', 'e.example/a_/b_/c_.md'],
    ['a hidden folder', 'https://e.example/.git/config', 'e.example/_git/config.md'],
    ['a flag', 'https://e.example/-rf', 'e.example/_rf.md'],
    ['a broken escape', 'https://e.example/a%zz', 'e.example/a%zz.md'],
    ['what Windows refuses', 'https://e.example/a%3Cb%3E%3A%22%7C%3F*', 'e.example/a_b______.md'],
  ] as const)
    it(`C6: ${what} is harmless`, () => expect(pathFor(url)).toBe(path));

  it.each(['falcon', 'xcom1', 'com10', 'auxiliary', 'lpt', 'manual', 'nulls', 'econ.v2', 'acom1.v2'])(
    'C6: %s only looks like a device of Windows, and keeps its name',
    (name) => expect(pathFor(`https://e.example/${name}/${name}`)).toBe(`e.example/${name}/${name}.md`),
  );

  it('C6: a long name is cut at a whole character and made unique by a hash', () => {
    const path = pathFor(`https://e.example/${'설'.repeat(300)}`);
    expect(path).toMatch(/^e\.example\/설{20,40}~[0-9a-f]{10}\.md$/);
    expect(path).not.toBe(pathFor(`https://e.example/${'설'.repeat(301)}`));
  });

  it('C6: a deep or long way ends beside the host’s own pages, made unique by a hash', () => {
    const deep = pathFor(`https://e.example/${'a/'.repeat(40)}x`);
    expect(deep).toMatch(/^e\.example\/x~[0-9a-f]{10}\.md$/);
    expect(pathFor(`https://e.example/${'some-folder/'.repeat(11)}${'y'.repeat(100)}`)).toMatch(
      /^e\.example\/y{60}~[0-9a-f]{10}\.md$/,
    );
  });

  it('C6: whatever the URL, the path is plain, short, and ends with .md where no folder does', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('..', '.', 'con', 'NUL.txt', '%2e%2e', '%2F', '%5c', '%00', 'a.md', '~', ' ', '', '.MD'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.boolean(), (parts, encoded) => {
        const path = pathFor(
          `https://e.example/${parts.map((one) => (encoded ? encodeURIComponent(one.toWellFormed()) : one)).join('/')}`,
        );
        expect(isPlainPath(path)).toBe(true);
        expect(isPlainPath(otherPathFor(path, 'x', 3))).toBe(true);
        const names = path.split('/');
        expect(path.length).toBeLessThanOrEqual(260);
        for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143);
        expect(names.findIndex((name) => name.toLowerCase().endsWith('.md'))).toBe(names.length - 1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('two pages with one name', () => {
  it('C6: names that differ in case or composition alone are one where case does not count', () => {
    const folded = ['Straße', 'STRASSE', 'İ', 'ﬁ', 'K'].map(foldedPath);
    expect(folded[0]).toBe(folded[1]);
    expect(foldedPath('/Docs/API.md')).toBe(foldedPath('/docs/api.md'));
    expect(foldedPath('ﬁ')).toBe(foldedPath('fi'));
    expect(foldedPath('K')).toBe(foldedPath('k'));
  });

  it('C6: the second gets a name of its own that depends on its URL alone', () => {
    expect(otherPathFor('h/a.md', 'p\nhttps://h/A', 0)).toBe(otherPathFor('h/a.md', 'p\nhttps://h/A', 0));
    expect(otherPathFor('h/a.md', 'p\nhttps://h/A', 0)).toMatch(/^h\/a~[0-9a-f]{10}\.md$/);
    expect(otherPathFor('h/a.md', 'p\nhttps://h/A', 1)).toMatch(/^h\/a~[0-9a-f]{10}-1\.md$/);
  });
});

describe('isPlainPath', () => {
  for (const path of ['../x.md', '/etc/passwd', 'a/../b.md', 'a//b.md', '.ssh/x.md', 'a\\b.md', 'C:/x.md', '', 'a/b.'])
    it(`C6: refuses ${JSON.stringify(path)} read from a file`, () => expect(isPlainPath(path)).toBe(false));
});
