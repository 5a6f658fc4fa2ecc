// Answers, pages, libraries and changes as MCP results: snake_case, ISO times, no empty fields.

import type { ChangedPage } from '../../app/assistant/changes.ts';
import type { RowPlace } from '../../app/assistant/fit-row.ts';
import type { Doc, DocPart } from '../../app/assistant/read-doc.ts';
import { placeText } from '../../app/assistant/row-place.ts';
import type { StoredLibrary } from '../../app/read/libraries.ts';
import type { Answer, Passage } from '../../app/search/search.ts';
import { NOTICE } from '../to-assistants.ts';
import type { Shape } from './text-form.ts';

/** A title is a few words; a longer text is cut. */
const LONGEST_TITLE = 200;
const MOST_HEADINGS = 8;

function short(text: string): string {
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE).toWellFormed()}…` : text;
}

/** Seconds are exact enough, and milliseconds cost tokens. */
export function isoTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** What a provider is called. */
export type NameOf = (provider: string) => string;

export function passageShape(passage: Passage, nameOf: NameOf): Shape {
  const { url, title, headings, provider, language, crawledAt, verifiedAt, score, tokens } = passage;
  const { text, whole, cut, flags, withheld, also, channel } = passage;
  return {
    ...{ url, title: short(title), headings: headings.slice(-MOST_HEADINGS).map(short), library: nameOf(provider) },
    ...(language !== undefined && { language }),
    ...{ fetched: isoTime(crawledAt), verified: isoTime(verifiedAt), score: Math.round(score * 100) / 100, tokens },
    ...(text !== undefined && { text, whole, ...(cut && { cut }) }),
    ...(withheld !== undefined && { withheld }),
    ...(flags.length > 0 && { flags }),
    ...(also !== undefined && { also }),
    ...(channel !== undefined && { channel: channel.name, channel_library: channel.library }),
  };
}

export function answerShape(answer: Answer, nameOf: NameOf): Shape {
  const { passages, cursor, found, didYouMean, withoutPhrases, libraries, absent, tooSmall, channels } = answer;
  return {
    notice: NOTICE,
    ...(libraries !== undefined && {
      searched: libraries.map(({ provider, how }) => ({ library: nameOf(provider), match: how })),
    }),
    passages: passages.map((passage) => passageShape(passage, nameOf)),
    pages_found: found.pages,
    ...(cursor !== undefined && { cursor }),
    ...(absent !== undefined && { words_found_nowhere: absent }),
    ...(channels !== undefined && {
      // By its name: what Context7 reports about itself is untrusted text.
      channels: channels.map(({ provider, source, by }) => ({ library: nameOf(provider), source, reason: by })),
    }),
    ...(didYouMean !== undefined && { did_you_mean: didYouMean }),
    ...(withoutPhrases && { remark: 'no page holds the phrase word for word; these hold its words' }),
    ...(tooSmall && { remark: 'a passage does not fit into max_tokens; raise it' }),
  };
}

/** A part, or as much of one as fits. */
export type ShownPart = DocPart & { readonly cut?: true | undefined };

export function partShape({ headings, anchor, text, flags, cut }: ShownPart): Shape {
  return {
    headings: headings.slice(-MOST_HEADINGS).map(short),
    ...(anchor !== undefined && { anchor }),
    text,
    ...(cut && { cut }),
    ...(flags.length > 0 && { flags }),
  };
}

export function docShape(doc: Doc, parts: readonly ShownPart[], next: RowPlace | undefined, nameOf: NameOf): Shape {
  const { url, title, provider, fetchedAt, verifiedAt, live, remark, flags } = doc;
  return {
    notice: NOTICE,
    ...{ url, title: short(title), ...(provider !== undefined && { library: nameOf(provider) }) },
    ...{ fetched: isoTime(fetchedAt), verified: isoTime(verifiedAt), live },
    ...(live && { remark: `fetched now, nothing of it is kept${remark === undefined ? '' : `; ${remark}`}` }),
    ...(flags.length > 0 && { flags }),
    parts: parts.map(partShape),
    ...(next !== undefined && { cursor: placeText(next) }),
  };
}

export function storedLibraryShape(one: StoredLibrary): Shape {
  const { provider, title, library, aliases, hosts, pages, retain, fetchedAt, verifiedAt } = one;
  return {
    ...{ id: provider, name: library.name, ...(library.version !== undefined && { version: library.version }) },
    ...(title !== library.name && { title }),
    ...(aliases.length > 0 && { aliases }),
    ...{ hosts, pages, retain },
    ...(fetchedAt !== undefined && { last_fetched: isoTime(fetchedAt) }),
    ...(verifiedAt !== undefined && { oldest_verified: isoTime(verifiedAt) }),
  };
}

const MOST_SECTIONS = 10;

export function changeShape({ kind, url, provider, at, title, sections = [] }: ChangedPage, nameOf: NameOf): Shape {
  const named = sections
    .filter(({ headings }) => headings.length > 0)
    .slice(0, MOST_SECTIONS)
    .map(({ kind: what, headings, before }) => ({
      ...{ kind: what, heading: headings.join(' › ') },
      ...(before !== undefined && { before: before.join(' › ') }),
    }));
  return {
    ...{ kind, url, library: nameOf(provider), at: isoTime(at) },
    ...(title !== undefined && { title: short(title) }),
    ...(named.length > 0 && { sections: named }),
  };
}
