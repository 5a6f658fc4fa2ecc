// E2: which pages lose what many pages repeat, by the folders those are in, and which one keeps it.
import { describe, expect, it } from 'vitest';
import { EdgePlaces, folderOfAll } from './edge-places.ts';

const site = 'https://docs.example.org';
const key = 'en bottom said';
const some = (folder: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${folder}p${n}`);
const edges = (hash: string) => ({
  ...{ language: 'en', length: 99, blocks: 9, top: [] },
  bottom: [{ hash, length: 9, count: 1, introduces: false }],
});

function placeOf(having: readonly string[], lacking: readonly string[] = [], mute: readonly string[] = []) {
  const places = new EdgePlaces([key]);
  for (const path of lacking) places.note(edges('other'), site + path, true);
  for (const path of having) places.note(edges('said'), site + path, !mute.includes(path));
  const place = places.of(key);
  return place === undefined || place === 'everywhere' ? place : { ...place, folder: place.folder.replace(site, '') };
}

describe('E2: pages in one folder prove nothing about pages elsewhere', () => {
  it.each<readonly [string, readonly string[], readonly string[], string | undefined]>([
    ['all in one folder', some('/docs/', 9), [], '/docs/'],
    ['each in a place of its own', some('/', 6).map((path) => `${path}/index.html`), [], '/'],
    ['each with a slash at its end', some('/', 6).map((path) => `${path}/`), [], '/'],
    ['in many small folders', ['/a/', '/b/', '/c/', '/d/'].flatMap((folder) => some(folder, 3)), [], '/'],
    ['in two large ones', [...some('/a/', 9), ...some('/b/', 9)], [], '/'],
    ['the home page beside a folder', ['/', ...some('/docs/', 9)], [], '/docs/'],
    ['one page beside a folder', ['/guide/x', ...some('/u/m/', 9)], [], '/u/m/'],
    ['two pages beside a folder', [...some('/guide/', 2), ...some('/a/m/', 9)], [], '/a/m/'],
    [
      'four pages in two folders beside a folder',
      [...some('/guide/', 2), ...some('/ref/', 2), ...some('/m/', 30)],
      [],
      '/m/',
    ],
    ['pages beside a folder below theirs', [...some('/guide/', 4), ...some('/guide/m/', 9)], [], '/guide/m/'],
    ['five pages beside a folder', [...some('/guide/', 5), ...some('/m/', 9)], [], '/'],
    ['few of the pages beside a folder', [...some('/guide/', 6), ...some('/m/', 26)], some('/guide/other/', 14), '/m/'],
    ['most of the pages beside a folder', [...some('/guide/', 9), ...some('/m/', 26)], some('/guide/other/', 5), '/'],
    [
      'a folder in a folder, with one page far from both',
      ['/', ...some('/docs/g/', 2), ...some('/docs/m/', 9)],
      [],
      '/docs/m/',
    ],
    ['small folders alone', [...some('/a/', 3), ...some('/b/', 3)], [], undefined],
    ['with slashes in a query', [...some('/guide/', 2), ...some('/m/', 9).map((path) => `${path}?a=/b/c/`)], [], '/m/'],
  ])('%s', (_name, having, lacking, folder) => {
    expect(placeOf(having, lacking)).toEqual(folder === undefined ? undefined : expect.objectContaining({ folder }));
  });

  it('also pages of another host', () => {
    const places = new EdgePlaces([key]);
    for (const path of some('/m/', 9)) places.note(edges('said'), `https://other.example.org${path}`, true);
    for (const path of some('/m/', 2)) places.note(edges('said'), site + path, true);
    expect(places.of(key)).toMatchObject({ folder: 'https://other.example.org/m/' });
  });

  it('what has decided before needs a third of the others, not half', () => {
    const places = new EdgePlaces([key]);
    for (const path of [...some('/a/', 20), ...some('/b/', 8)]) places.note(edges('said'), site + path, true);
    for (const path of some('/b/other/', 12)) places.note(edges('other'), site + path, true);
    expect([places.of(key), places.of(key, 1 / 3)]).toMatchObject([{ folder: `${site}/a/` }, { folder: `${site}/` }]);
  });
});

describe('E2: the page that keeps a block', () => {
  it('is the first whose text is kept', () => {
    expect(placeOf(some('/', 7), [], ['/p0', '/p1'])).toMatchObject({ keeper: `${site}/p2` });
    expect(placeOf(some('/', 7), [], some('/', 7))).toMatchObject({ keeper: `${site}/p0` });
  });

  it('is none for a counter', () => {
    expect(new EdgePlaces(['en bottom ~count']).of('en bottom ~count')).toBe('everywhere');
  });
});

it('E2: the folder of all pages is that of the first and the last', () => {
  expect(folderOfAll([`${site}/a/b/c`, `${site}/a/b/d/e`])).toBe(`${site}/a/b/`);
  expect(folderOfAll([`${site}/a`, `${site}/ab/c`])).toBe(`${site}/`);
  expect(folderOfAll(['http://a.test/', 'https://a.test/'])).toBe('');
});
