// H9: pages that answer 200 and may be none: "not found", a login, "your browser is not supported". Words alone decide about the last only.
import type { Block } from '../core/document.ts';
import {
  browserAdvice,
  browserRefusals,
  browserWalls,
  explainingWords,
  fillers,
  loginWords,
  notFound,
  visitorWords,
} from './soft-error-words.ts';
import { wordCount } from './word-count.ts';

export type SoftError = 'not-found' | 'login' | 'browser';

/** The parts of a page that matter here. */
export interface SoftErrorFacts {
  readonly url: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Whether its content has a password field; called for short pages only. */
  readonly hasPasswordField: () => boolean;
}

/** A page with more words has text of its own. */
const most = Object.freeze({ notFound: 150, login: 80, browser: 60 });
/** At most this many words beside the sentence itself are ignored. */
const NOTHING_ELSE = 5;
/** Headings of a page that only helps on: "Popular pages", "Need help?". */
const MOST_HEADINGS = 3;
/** The part of a page's words that must belong to the sentence about the browser. */
const NEARLY_ALL = 0.7;

const isFiller: ReadonlySet<string> = new Set(fillers);
const notFoundTitles: ReadonlySet<string> = new Set(notFound);

/**
 * Which soft error a page is by its words, if it is one. Documentation about errors, logins and browsers is common, so a page that has code,
 * a table, several headings or many words is never one, nor is a page about "404" whose URL names it. Never throws.
 */
export function softErrorOf({ url, title, blocks, hasPasswordField }: SoftErrorFacts): SoftError | undefined {
  const texts: string[] = [];
  let headings = 0;
  for (const block of blocks) {
    if (block.kind === 'code' || block.kind === 'table' || block.kind === 'entry') return undefined;
    if (block.kind === 'heading' && ++headings > MOST_HEADINGS) return undefined;
    texts.push(block.kind === 'heading' ? block.text : block.markdown);
  }
  const words = texts.reduce((sum, text) => sum + wordCount(text), 0);
  if (words > most.notFound) return undefined;
  const heading = blocks.find((block) => block.kind === 'heading')?.text ?? texts[0] ?? '';
  if (isNotFound(url, title, heading, texts, words)) return 'not-found';
  if (words <= most.browser && isAboutBrowser(texts, words)) return 'browser';
  if (words > most.login || !hasPasswordField()) return undefined;
  const named = `${plain(title)} ${plain(heading)}`;
  return words <= NOTHING_ELSE * 3 || holdsAny(named, loginWords) ? 'login' : undefined;
}

function isNotFound(url: string, title: string, heading: string, texts: readonly string[], words: number): boolean {
  if (!isMissing(heading)) return false;
  const others = words - wordCount(heading);
  // Sites that name themselves in every title have it in the heading alone.
  if (others > NOTHING_ELSE && !piecesOf(title).some(isMissing)) return false;
  if (others <= NOTHING_ELSE || !namesIt(url)) return true;
  return holdsAny(texts.map(plain).join(' '), visitorWords);
}

/** Whether the URL is that of a page about it: `/http/status/404`, `/errors/not-found`. */
function namesIt(url: string): boolean {
  return /(?<!\d)404(?!\d)|not[-_.]?found/i.test(URL.parse(url)?.pathname ?? '');
}

/** Whether a title or heading only reports that there is no such page. */
function isMissing(text: string): boolean {
  const words = plain(text).split(' ');
  const isAround = (word: string | undefined): boolean => word === '404' || isFiller.has(word ?? '-');
  let from = 0;
  let to = words.length;
  while (from < to && isAround(words[from])) from++;
  while (to > from && isAround(words[to - 1])) to--;
  return from === to ? words.includes('404') : notFoundTitles.has(words.slice(from, to).join(' '));
}

/** The parts of a title, one of which is often the name of the site. */
function piecesOf(title: string): readonly string[] {
  return [title, ...title.slice(0, 500).split(/ [-–—:/\\] |: |[|·•»«‹›→]/)];
}

function isAboutBrowser(texts: readonly string[], words: number): boolean {
  const sentences = texts
    .flatMap((text) => text.split(/[.!?。！？\n]+/))
    .map((text) => [plain(text), wordCount(text)] as const);
  const walls = sentences.filter(([sentence]) => isWall(sentence));
  if (walls.length === 0) return false;
  const advice = sentences.filter((one) => !walls.includes(one) && holdsAny(one[0], browserAdvice));
  return [...walls, ...advice].reduce((sum, [, count]) => sum + count, 0) >= words * NEARLY_ALL;
}

/** Whether a sentence tells the visitor that this page is not for their browser, and does not explain such a sentence. */
function isWall(sentence: string): boolean {
  const isOne =
    holdsAny(sentence, browserWalls) ||
    browserRefusals.some(({ browsers, refusals }) => holdsAny(sentence, browsers) && holdsAny(sentence, refusals));
  return isOne && !holdsAny(sentence, explainingWords);
}

function holdsAny(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => {
    // Where words are written apart a phrase is no part of another word.
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
      if (!/[a-z]/.test((text[at - 1] ?? '') + (text[at + phrase.length] ?? ''))) return true;
    return false;
  });
}

/** Lower-case words with one space between them; `not-found` stays one word. */
function plain(text: string): string {
  return text
    .slice(0, 2_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .replace(/(?<=^| )['-]+|['-]+(?= |$)/g, '')
    .replace(/ +/g, ' ')
    .trim();
}
