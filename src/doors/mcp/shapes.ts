// Answers, pages, libraries and changes in the words of the protocol: snake_case, ISO times, nothing that is empty.
import type { Answer, ChangedPage, Doc, DocPart, Passage, StoredLibrary } from '../../app.ts';
import { NOTICE, type Shape } from './results.ts';

/** Seconds are exact enough, and milliseconds cost tokens. */
export function isoTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

export function passageShape(passage: Passage): Shape {
  const { url, title, headings, provider, language, crawledAt, verifiedAt, score, tokens } = passage;
  const { text, whole, flags, withheld, also } = passage;
  return {
    ...{ url, title, headings, library: provider },
    ...(language !== undefined && { language }),
    ...{ fetched: isoTime(crawledAt), verified: isoTime(verifiedAt), score: Math.round(score * 100) / 100, tokens },
    ...(text !== undefined && { text, whole }),
    ...(withheld !== undefined && { withheld }),
    ...(flags.length > 0 && { flags }),
    ...(also !== undefined && { also }),
  };
}

export function answerShape({ passages, cursor, found, didYouMean, withoutPhrases }: Answer): Shape {
  const tooSmall = passages.length === 0 && found.pages > 0;
  return {
    notice: NOTICE,
    passages: passages.map(passageShape),
    pages_found: found.pages,
    ...(cursor !== undefined && { cursor }),
    ...(didYouMean !== undefined && { did_you_mean: didYouMean }),
    ...(withoutPhrases && { remark: 'no page holds the phrase word for word; these hold its words' }),
    ...(tooSmall && { remark: 'no passage fits into max_tokens; raise it' }),
  };
}

export function partShape({ headings, anchor, text, flags }: DocPart): Shape {
  return { headings, ...(anchor !== undefined && { anchor }), text, ...(flags.length > 0 && { flags }) };
}

export function docShape(doc: Doc, parts: readonly DocPart[], next: number | undefined): Shape {
  const { url, title, provider, fetchedAt, verifiedAt, live, remark, flags } = doc;
  return {
    notice: NOTICE,
    ...{ url, title, ...(provider !== undefined && { library: provider }) },
    ...{ fetched: isoTime(fetchedAt), verified: isoTime(verifiedAt), live },
    ...(live && { remark: `fetched now, nothing of it is kept${remark === undefined ? '' : `; ${remark}`}` }),
    ...(flags.length > 0 && { flags }),
    parts: parts.map(partShape),
    ...(next !== undefined && { cursor: String(next) }),
  };
}

export function libraryShape(one: StoredLibrary): Shape {
  const { provider, title, library, aliases, hosts, pages, retain, fetchedAt, verifiedAt } = one;
  return {
    ...{ id: provider, name: library.name, ...(library.version !== undefined && { version: library.version }) },
    ...(title !== library.name && { title }),
    ...(aliases.length > 0 && { aliases }),
    ...{ hosts, pages, retain },
    ...(fetchedAt !== undefined && { fetched: isoTime(fetchedAt) }),
    ...(verifiedAt !== undefined && { verified: isoTime(verifiedAt) }),
  };
}

const MOST_SECTIONS = 10;

export function changeShape({ kind, url, provider, at, title, sections = [] }: ChangedPage): Shape {
  const named = sections
    .slice(0, MOST_SECTIONS)
    .map((section) => ({ kind: section.kind, heading: section.headings.at(-1) ?? '' }));
  return {
    ...{ kind, url, library: provider, at: isoTime(at) },
    ...(title !== undefined && { title }),
    ...(named.length > 0 && { sections: named }),
  };
}
