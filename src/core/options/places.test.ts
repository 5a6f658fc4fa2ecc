// Where this machine's folder and the pages are, by what is written as `data` and `store`.
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlaces } from './places.ts';
import { resolveOptions } from './resolve.ts';

const PASSWORD = 'hunter2/?#@x';

function read(env: { readonly data: string | undefined; readonly store: string | undefined }) {
  const problems: string[] = [];
  const sources = { env: { DOCENT_DATA: env.data, DOCENT_STORE: env.store }, flags: {} };
  const resolved = resolveOptions(sources, problems);
  const places = readPlaces(resolved, (path) => resolve('/work', path), problems);
  return { places, problems };
}

describe('data and store', () => {
  it.each<readonly [data: string | undefined, store: string | undefined, own: string, folder: string]>([
    [undefined, undefined, '.docent', '/work/.docent'],
    [undefined, 'sqlite', '.docent', '/work/.docent'],
    ['kept', undefined, 'kept', '/work/kept'],
    ['/srv/kept', 'sqlite', '/srv/kept', '/srv/kept'],
    ['kept', 'SQLite', 'kept', '/work/kept'],
    [undefined, 'pages', 'pages', '/work/pages'],
    [undefined, '/srv/pages', '/srv/pages', '/srv/pages'],
    [undefined, './memory', './memory', '/work/memory'],
    [undefined, './postgres', './postgres', '/work/postgres'],
    [undefined, 'C:\\docs', 'C:\\docs', '/work/C:\\docs'],
    [undefined, 'C:/docs', 'C:/docs', '/work/C:/docs'],
    [undefined, 'c://docs', 'c://docs', '/work/c:/docs'],
    [undefined, 'docs:v2', 'docs:v2', '/work/docs:v2'],
    ['kept', 'kept', 'kept', '/work/kept'],
    ['kept', './kept/', 'kept', '/work/kept'],
    ['kept', '/work/kept', 'kept', '/work/kept'],
  ])('A6: data %j and store %j are the folder %s and the pages in %s', (data, store, own, folder) => {
    expect(read({ data, store })).toEqual({ places: { data: own, store: { kind: 'sqlite', folder } }, problems: [] });
  });

  it.each<readonly [data: string | undefined, store: string, problem: string]>([
    [
      'kept',
      '/srv/pages',
      'data is "kept" in the environment variable DOCENT_DATA and store is "/srv/pages" in the environment variable DOCENT_STORE: they must be the same folder; write one of them',
    ],
    [
      undefined,
      'memory',
      'store is "memory" in the environment variable DOCENT_STORE: pages are kept in a folder; a program that wants nothing kept passes a temporary folder as data (a folder of this name is ./memory)',
    ],
    ...[
      `postgres://docs:${PASSWORD}@db.example/docs`,
      `PostgreSQL://docs:${PASSWORD}@db`,
      'postgres',
      'postgresql:',
    ].map(
      (store) =>
        [
          undefined,
          store,
          'store names a PostgreSQL database in the environment variable DOCENT_STORE: this version keeps pages in a folder; write its path, or sqlite for the folder of data',
        ] as const,
    ),
    ...['mysql', 'file', 'sqlite', 'mongodb+srv'].map(
      (scheme) =>
        [
          'kept',
          `${scheme}://docs:${PASSWORD}@db.example/docs`,
          `store is a ${scheme}:// address in the environment variable DOCENT_STORE: it must be the path of a folder, or sqlite for the folder of data`,
        ] as const,
    ),
  ])('A6: data %j and store %j are refused in a line that says what to write', (data, store, problem) => {
    const { problems } = read({ data, store });
    expect(problems).toEqual([problem]);
    expect(problems[0]).not.toContain('hunter2');
  });

  it('A6: an address is no folder of this machine', () => {
    expect(read({ data: `postgres://docs:${PASSWORD}@db.example/docs`, store: '/srv/pages' }).problems).toEqual([
      'data is a postgres:// address in the environment variable DOCENT_DATA: it must be a folder of this machine',
    ]);
  });
});
