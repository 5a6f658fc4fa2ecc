// From a typed query to passages: whole chunks of several pages in the order in which an answer uses them; runs in a search thread.
import { stripInvisible } from '../../core/invisible.ts';
import { AlikeTexts } from '../../search/analyse/alike.ts';
import { analyseQuery } from '../../search/analyse/analyser.ts';
import { answerBounds, type OrderedChunk, passageOrder } from '../../search/answer/passage-order.ts';
import type { ChunkDetails, IndexReader } from '../../search/port.ts';
import { isFrequent } from '../../search/rank/words.ts';
import { inspectText, type UntrustedFlag } from '../../search/untrusted/untrusted.ts';
import { aboutAnswer, chunkShower, type FoundPages, findPages } from './answer.ts';
import type { SearchRequest } from './request.ts';
import type { FoundChunk, FoundPassages, Passage, PlacedPassage } from './result.ts';

/** Which of the passages to return. */
export interface PassageRequest {
  /** From this place in their order on, without these. */
  readonly from: number;
  readonly returned: readonly number[];
  /** No more than these many tokens of text. */
  readonly tokens: number;
}

/** The least a passage takes, its address included. */
const LEAST_TOKENS = 60;
/** Chunks that are read from the store together. */
const AT_ONCE = 10;
const FEW_PAGES = 4;
/** The most chunks that an answer is made from. */
const MOST_PLACES = 400;

/** Passages from one snapshot of an index. Nothing typed makes it throw. */
export async function answerPassages(
  reader: IndexReader,
  text: string,
  request: SearchRequest,
  { from, returned, tokens }: PassageRequest,
  stale: boolean,
): Promise<FoundPassages> {
  const found = await deepEnough(reader, text, request);
  const order = passageOrder(found.ranked).slice(0, MOST_PLACES);
  const window = Math.min(order.length, from + Math.max(2 * answerBounds.pages, Math.ceil(tokens / LEAST_TOKENS)));
  const details = new Map<number, ChunkDetails>();
  const show = chunkShower(found.query, found.set, details);
  const alike = new AlikeTexts<number>();
  const also = new Map<number, string[]>();
  const placed: PlacedPassage[] = [];
  let used = 0;
  let place = 0;
  for (; place < window && used < tokens; place++) {
    const ordered = order[place] as OrderedChunk;
    // Those before `from` are looked at too: what nearly repeats one of them is not shown again.
    if (!details.has(ordered.row))
      for (const one of await reader.details(order.slice(place, place + AT_ONCE).map(({ row }) => row)))
        details.set(one.row, one);
    const chunk = details.get(ordered.row);
    const shown = show(ordered);
    if (chunk === undefined || shown === undefined) continue;
    const like = isQuotable(chunk) ? alike.find(place, chunk.text ?? chunk.preview) : undefined;
    if (like !== undefined) {
      also.set(like, [...(also.get(like) ?? []), shown.url]);
      continue;
    }
    if (place < from || returned.includes(place)) continue;
    const passage = passageOf(shown, chunk);
    const short = passage.whole ? passageOf(shown, { ...chunk, text: undefined }) : undefined;
    placed.push({
      ...{ place, rank: ordered.rank, passage },
      ...(short?.text !== undefined && { short: { ...short, cut: true as const } }),
    });
    // One that does not fit takes no place from those behind it.
    used += LEAST_TOKENS + (passage.whole && chunk.tokens < tokens ? chunk.tokens : 0);
  }
  return {
    ...(await aboutAnswer(reader, text, found)),
    index: { chunks: found.set.chunks, stale },
    passages: placed.map((one) => withAlso(one, also.get(one.place))),
    ...absentWords(found),
    end: place,
    more: place < order.length,
  };
}

/** Where few pages answer, more of each is looked at. */
async function deepEnough(reader: IndexReader, text: string, request: SearchRequest): Promise<FoundPages> {
  const found = await findPages(reader, text, request);
  return found.ranked.length >= FEW_PAGES ? found : findPages(reader, text, request, answerBounds.chunksOfFew);
}

function isQuotable({ nosnippet, noarchive }: ChunkDetails): boolean {
  return !nosnippet && !noarchive;
}

/** R28, C2: how much of a chunk an answer holds. */
function passageOf({ quotation, ...found }: FoundChunk, chunk: ChunkDetails): Passage {
  const { title, provider, language, fetchedAt, verifiedAt, text } = chunk;
  const whole = text !== undefined && found.withheld === undefined;
  const shown = stripInvisible(whole ? text : (quotation?.text ?? ''));
  return {
    ...found,
    ...{ title: stripInvisible(title), provider, ...(language !== undefined && { language }) },
    ...{ headings: found.headings.map(stripInvisible) },
    ...{ crawledAt: fetchedAt, verifiedAt },
    ...(shown !== '' && { text: shown }),
    whole,
    flags: flagsOf(chunk),
  };
}

/** Looking into a text takes a quarter of a millisecond, and the same chunks answer many questions. */
const MOST_REMEMBERED = 5_000;
const remembered = new Map<string, readonly UntrustedFlag[]>();

/** What is suspicious about a chunk: what is kept of it, the words above it, and what its page hides. */
function flagsOf({ id, hash, title, headings, preview, text, hidden }: ChunkDetails): readonly UntrustedFlag[] {
  const key = `${id} ${hash} ${text === undefined} ${hidden ?? ''}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { flags } = inspectText([title, ...headings, text ?? preview].join('\n\n'));
  const all = [
    ...new Set<UntrustedFlag>([...flags, ...(hidden === undefined ? [] : (['hidden-characters'] as const))]),
  ];
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, all);
  return all;
}

const MOST_WORDS = 10;
const LONGEST_WORD = 40;

/** A reader should know which of the words the answer is not about. */
function absentWords({ query, set }: FoundPages): Pick<FoundPassages, 'absent'> {
  const words = query.raw.split(/\s+/).filter((word) => word.length <= LONGEST_WORD && !/^-|:/.test(word));
  const absent = words.filter((word) => {
    const terms = analyseQuery(word);
    // No page is about "how" or "to": that none holds them tells a reader nothing.
    return terms.some(({ term }) => !isFrequent(term)) && terms.every(({ term }) => set.holding.get(term) === 0);
  });
  return absent.length === 0 ? {} : { absent: [...new Set(absent)].slice(0, MOST_WORDS) };
}

/** At most three: more are found by a narrower question. */
function withAlso(one: PlacedPassage, urls: readonly string[] | undefined): PlacedPassage {
  if (urls === undefined) return one;
  const also = [...new Set(urls)].slice(0, 3);
  return {
    ...one,
    passage: { ...one.passage, also },
    ...(one.short !== undefined && { short: { ...one.short, also } }),
  };
}
