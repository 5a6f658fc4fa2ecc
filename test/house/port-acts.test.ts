// What stands between the rooms and an engine is data: no act of a port calls back, and each can wait for an answer from elsewhere.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';
import { notData } from './port-acts.ts';

const CLOCK = 'time is passed in once, when an engine is opened; no act reads it by a call over a network';
const HTTP = 'a request of this process, and no engine: what it is to read of an answer is decided while that arrives';

const allowed: ReadonlyMap<string, string> = new Map([
  ['OpenIndexReader.together', 'a snapshot is a transaction on the connection, for as many acts as its task needs'],
  ['Restore.swap', 'takes back what `occupy` of the same store has returned'],
  ['SideWriterOptions.clock', CLOCK],
  ['Store.openLedger', CLOCK],
  ['Store.openSideWriter', CLOCK],
  ['HttpRequest.onData', HTTP],
  ['HttpRequest.wantBody', HTTP],
  ['Http.get', HTTP],
]);

describe('the ports', () => {
  const files = filesBelow('src').filter((path) => /\/port(?:-(?!decode)[a-z]+)?\.ts$/.test(path));
  const found = notData(files.map((path) => readText(`src/${path}`)));

  it('have acts that take data and return promises or async iterables, save those with a reason', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(found.filter(({ place }) => !allowed.has(place))).toEqual([]);
  });

  it('have a reason only where it is needed', () => {
    expect([...allowed.keys()].filter((place) => !found.some((one) => one.place === place))).toEqual([]);
  });
});

describe('the judge of acts', () => {
  const port = (body: string): string =>
    `import type { A } from './a.ts';\n\n/** It (and only it). */\nexport ${body}\n`;
  const takes = (place: string) => [{ place, problem: 'takes a function' }];
  const atOnce = (place: string) => [{ place, problem: 'returns at once' }];

  it.each([
    ['a promise', 'interface Keeper {\n  // Not () => this.\n  keep(id: number, more?: A): Promise<void>;\n}'],
    [
      'rows as they come',
      'interface Keeper {\n  readonly all: A;\n  rows<T>(\n    a: T,\n  ): AsyncIterable<\n    A\n  >;\n}',
    ],
    ['a part that not every engine has', 'interface Keeper {\n  readonly open?: () => Promise<A>;\n}'],
    ['plain data', "type Kept =\n  | { readonly kind: 'a()'; readonly list: readonly (readonly string[])[] }\n  | A;"],
  ])('lets %s pass', (_, body) => {
    expect(notData([port(body)])).toEqual([]);
  });

  it.each([
    ['a callback', 'interface Keeper {\n  each(on: (a: A) => void): Promise<void>;\n}', takes('Keeper.each')],
    [
      'one of several lines',
      'interface Keeper {\n  each(\n    on?: () => Promise<A>,\n  ): Promise<void>;\n}',
      takes('Keeper.each'),
    ],
    [
      'a method of an argument',
      'interface Keeper {\n  each(how: { on?(a: A): void }): Promise<void>;\n}',
      takes('Keeper.each'),
    ],
    ['an answer at once', 'interface Keeper {\n  has(id: number): boolean;\n}', atOnce('Keeper.has')],
    ['one of a property', 'interface Keeper {\n  readonly has: (id: number) => boolean;\n}', atOnce('Keeper.has')],
    ['an iterable that cannot wait', 'interface Keeper {\n  all(): Iterable<A>;\n}', atOnce('Keeper.all')],
    ['a type that is a function', 'type Rule = (url: string) => string;', atOnce('Rule')],
    [
      'a member of one of several types',
      "type Kept =\n  | {\n      readonly kind: 'a';\n      matches(url: string): boolean;\n    }\n  | A;",
      atOnce('Kept'),
    ],
  ])('refuses %s', (_, body, problem) => {
    expect(notData([port(body)])).toEqual(problem);
  });

  it('refuses options that hold functions, whatever those return and whichever file declares them', () => {
    const options = port('interface Options {\n  onStep?(a: A): Promise<void>;\n}');
    const wrapped = port('interface Wish {\n  readonly options?: Options;\n}');
    const keeper = port('interface Keeper {\n  keep(wish: Wish): Promise<void>;\n}');
    expect(notData([keeper, options, wrapped])).toEqual(takes('Keeper.keep'));
  });
});
