// Where stores are opened.
import { expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

/** Programs, and what makes a place: commands, the server, the library and threads. */
const ROOTS =
  /^(?:doors\/|app\/place\.ts$|store\/open-store\.ts$|app\/server\/serve-tasks\.ts$|app\/(?:search|server\/probes)\/(?:probe-)?worker\.ts$)/;
const OPENS = /\b(?:openPlace|openStore)\(/;

const sources = filesBelow('src')
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readText(`src/${path}`) }));

it('a store is opened by commands, the server, the library and threads, and passed on by everything else', () => {
  const opening = sources.filter(({ text }) => OPENS.test(text)).map(({ path }) => path);
  expect(opening.filter((path) => !ROOTS.test(path))).toEqual([]);
  expect(opening).toContain('doors/http/open-server.ts');
});

it('the rule above finds what it looks for', () => {
  expect('const store = openStore(address)').toMatch(OPENS);
});
