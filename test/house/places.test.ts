// Where stores are opened, and which file joins names onto the folders of a place.
import { expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

/** Programs, and what makes a place: commands, the server, the library and threads. */
const ROOTS =
  /^(?:doors\/|app\/place\.ts$|store\/open-store\.ts$|app\/server\/serve-tasks\.ts$|app\/(?:search|server\/probes)\/(?:probe-)?worker\.ts$)/;
const OPENS = /\b(?:openPlace|openStore)\(/;
/** `join(settings.data, …)`, `resolve(place.store.address.folder, …)`: a file of a name of docent's own in one of these folders. */
const JOINS = /\b(?:join|resolve)\(\s*(?:data|[\w.()]*\.(?:data|address\.folder|store\.name|store\.folder)),/;

const sources = filesBelow('src')
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readText(`src/${path}`) }));

it('a store is opened by commands, the server, the library and threads, and passed on by everything else', () => {
  const opening = sources.filter(({ text }) => OPENS.test(text)).map(({ path }) => path);
  expect(opening.filter((path) => !ROOTS.test(path))).toEqual([]);
  expect(opening).toContain('doors/http/open-server.ts');
});

it('only the store and the settings know what lies in a store’s folder, and one file what a server keeps beside it', () => {
  const joining = sources
    .filter(({ path }) => !path.startsWith('store/') && path !== 'settings.ts')
    .filter(({ text }) => JOINS.test(text))
    .map(({ path }) => path);
  expect(joining).toEqual(['app/server/own-files.ts']);
});

it('the rules above find what they look for', () => {
  for (const text of [
    "join(settings.data, 'x')",
    "resolve(place.store.address.folder, 'x')",
    'join(data, NAME)',
    "join(settings().data, 'x')",
  ])
    expect(text).toMatch(JOINS);
  expect('const store = openStore(address)').toMatch(OPENS);
});
