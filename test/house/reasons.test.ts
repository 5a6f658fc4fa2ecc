// The table of reasons and the code agree: every reason that the code names has a row, and every row is named somewhere.
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../src/core/reasons.ts';
import { reasonTable } from '../../src/core/reasons-table.ts';
import { filesBelow, readText } from '../support/repository.ts';

/** Texts of the same shape that are no reasons: attributes of HTML, and modules of Node.js. */
const OTHERS = /^(?:node:[\w/]+|xml:lang|og:locale|og:description|article:modified_time)$/;

/** Names of feed entries; addresses of mail; the warnings of `docent providers check`, which are about a policy, not about a URL. */
const OTHER_TEMPLATES = /^(?:check|urn|mailto):/;

const names = Object.keys(reasonTable);
const code = filesBelow('src')
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract)\.ts$|^core\/reasons(?:-table)?\.ts$/.test(path))
  .map((path) => ({ path: `src/${path}`, text: withoutComments(readText(`src/${path}`)) }));
const quoted = new Set(code.flatMap(({ text }) => wordsIn(text)));

/** The code alone; what is in backticks in a comment is often a piece of a URL. */
function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*\*?[\s\S]*?\*\/$/gm, '').replace(/(?:^|\s)\/\/ .*$/gm, '');
}

/** Everything in quotes that has no blank in it. */
function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/'([\w:/-]+)'|"([\w:/-]+)"|`([\w:/-]+)`/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );
}

/** Texts with the shape of a reason: words with a colon between them. */
function reasonsIn(text: string): readonly string[] {
  return wordsIn(text).filter((word) => /^[a-z]+:[a-z0-9][\w:-]*$/.test(word) && !OTHERS.test(word));
}

/** Templates that make a reason, such as `http:${status}`, cut at their placeholders. */
function templatesIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/`([a-z]+:(?:[\w:-]|\$\{[^{}`]*\})*\$\{[^{}`]*\}[\w:-]*)`/g)]
    .filter(([, template = '']) => !OTHER_TEMPLATES.test(template))
    .map(([, template = '']) => template.split(/\$\{[^}]*\}/));
}

/** The values with which a template makes a name; undefined when it cannot. */
function fillings(pieces: readonly string[], name: string): readonly string[] | undefined {
  const pattern = pieces.map((piece) => piece.replaceAll('-', '\\-')).join('([^:]+)');
  return new RegExp(`^${pattern}$`).exec(name)?.slice(1);
}

const templates = code.flatMap(({ path, text }) => templatesIn(text).map((pieces) => ({ path, pieces })));

/** Whether the code has a name as it is, or a template and the word that goes into it. */
function isUsed(name: string): boolean {
  if (quoted.has(name)) return true;
  return templates.some(({ pieces }) =>
    fillings(pieces, name)?.every((word) => /^(?:<[a-z]+>|\d+)$/.test(word) || quoted.has(word)),
  );
}

describe('reasons', () => {
  it('F5: every reason that the code names has a row', () => {
    const unknown = code.flatMap(({ path, text }) =>
      reasonsIn(text)
        .filter((word) => reasonOf(word) === undefined)
        .map((word) => `${path}: ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  it('F5: every template of a reason makes one that has a row', () => {
    const unknown = templates
      .filter(({ pieces }) => !names.some((name) => fillings(pieces, name) !== undefined))
      .map(({ path, pieces }) => `${path}: ${pieces.join('…')}`);
    expect(unknown).toEqual([]);
  });

  it.each(names)('F5: the row %s is named by the code', (name) => {
    expect(isUsed(name)).toBe(true);
  });

  it('are really looked for: a reason without a row and a row without a reason are found', () => {
    expect(reasonsIn("refuse('scope:depht', ''); sql(`by = 'trap:nothing'`); x('node:fs')")).toEqual([
      'scope:depht',
      'trap:nothing',
    ]);
    expect(templatesIn('`robots:$' + '{name}:$' + '{word}` `http://$' + '{host}/`')).toEqual([['robots:', ':', '']]);
    expect(isUsed('address:mars')).toBe(false);
    expect(isUsed('robots:<dialect>:shut')).toBe(false);
  });

  it('F5: no code matches a piece of a reason’s name', () => {
    const families = [...new Set(names.filter((name) => name.includes(':')).map((name) => name.split(':')[0]))];
    const piece = new RegExp(
      `(?:startsWith|endsWith|includes)\\('(?:(?:${families.join('|')}):(?!//)|:[a-z]|DOC_)|LIKE '[a-z]+:`,
    );
    const matching = code.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (piece.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
    expect(matching).toEqual([]);
  });
});
