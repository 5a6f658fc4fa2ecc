// The words of the code are those engineers use everywhere; a private language does not come back.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

/** Words that have a plain one: returns, reports, requests, passed, skipped, at most N. */
const PRIVATE = /\b(?:told|spared|so many|hands? out|handed out|atTheDoor)\b/i;
/** Also private, save where a person asks a question. */
const ASKED = /\b(?:asked|given)\b/i;

/** Where a word stays, and why. */
const allowed: Readonly<Record<string, string>> = Object.freeze({
  'src/search/untrusted': 'lists of words that pages use against assistants',
  'src/search/analyse/alike.test.ts': 'text of a page',
  'src/search/rank/rank.test.ts': 'text of a page',
  'src/store/sqlite': 'the column given of providers, asked_at of deletion requests, told_at of alerts',
});

/** Lines in which a word stays, wherever they are. */
const allowedLines: readonly RegExp[] = [
  /robots:asked/, // the public name of a reason
  /readonly asked: string|\basked\b.*(?:HeldTo|library|searched|provider)/, // the JSON key `asked` of a chosen library
  /asked us|reason: 'asked|asked for'/, // what an operator writes as a reason
  /\b(?:question|operator|person|people|nobody|somebody|user|you|pipe|prompt)\b.*\basked\b/i,
  /\basked\b.*\b(?:question|operator|person|people|user|prompt|again)\b/i,
  /Context7 is (?:never|not) asked/, // the field is `context7.ask`
  /given up/,
];

/** The offending lines of a file. */
function privateWords(path: string, text: string, words: RegExp): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, nth) =>
      words.test(line) && !allowedLines.some((one) => one.test(line)) ? [`${path}:${nth + 1}: ${line.trim()}`] : [],
    );
}

describe('the sources', () => {
  const files = filesBelow('src')
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/${path}`)
    .filter((path) => !Object.keys(allowed).some((place) => path.startsWith(place)));

  it('use no private words', () => {
    expect(files.flatMap((path) => privateWords(path, readText(path), PRIVATE))).toEqual([]);
  });

  it('say asked and given only where a person asks', () => {
    const code = files.filter((path) => !/\.(?:test|contract)\.ts$/.test(path));
    expect(code.flatMap((path) => privateWords(path, readText(path), ASKED))).toEqual([]);
  });

  it('are really read: a private word is found', () => {
    expect(privateWords('a.ts', '// The caller is told.\n// It returns.', PRIVATE)).toEqual([
      'a.ts:1: // The caller is told.',
    ]);
    expect(privateWords('a.ts', "by: 'robots:asked'", ASKED)).toEqual([]);
  });
});
