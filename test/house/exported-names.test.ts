// A name that two files of src/ export is found twice by a search: each of these is listed here with its reason.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

const DECLARATION = /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type)\s+(\w+)/gm;

const DOOR = 'the door docent/extract adds the policy of a provider to what the room does';

const allowed: ReadonlyMap<string, string> = new Map([
  ['ExtractOptions', DOOR],
  ['extractPage', DOOR],
  ['visit', 'the contract suites of the frontier play a whole visit, without the crawl that makes one'],
]);

/** The files that declare and export each name; re-exports are not declarations. */
function declarations(sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const [, name] of text.matchAll(DECLARATION))
      found.set(name as string, [...(found.get(name as string) ?? []), path]);
  return found;
}

/** Names that are exported twice without a reason, with their files. */
function doubled(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...declarations(sources)]
    .filter(([name, files]) => files.length > 1 && !allowed.has(name))
    .map(([name, files]) => `${name}: ${files.join(', ')}`);
}

describe('names that files of src/ export', () => {
  const sources = new Map(
    filesBelow('src')
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => [path, readText(`src/${path}`)]),
  );

  it('are exported once, save those with a reason', () => {
    expect(doubled(sources)).toEqual([]);
  });

  it('have a reason only where they are exported twice', () => {
    const found = declarations(sources);
    expect([...allowed.keys()].filter((name) => (found.get(name) ?? []).length < 2)).toEqual([]);
  });

  it('are functions, values, classes and types alike', () => {
    const text =
      'export async function a() {}\nexport const b = 1;\nexport interface C {}\nexport type D = 1;\nexport class E {}';
    const hands = 'export { a, type C } from "./x.ts";\nconst b = 2;';
    expect(
      doubled(
        new Map([
          ['x.ts', text],
          ['y.ts', text],
          ['z.ts', hands],
        ]),
      ),
    ).toEqual(['a', 'b', 'C', 'D', 'E'].map((name) => `${name}: x.ts, y.ts`));
  });
});
