// The client of Context7 (X2): whether it has a library, and its snippets for a question, with a memory of both.
import { isEmpty, readLibraries, readSnippets, type Snippet } from './answers.ts';
import { askApi, type ChannelNeeds, type ChannelReason, type NoAnswer, noAnswer, type RetryPolicy } from './ask-api.ts';
import { hasLibrary, type WantedLibrary } from './has-it.ts';
import { answerKey, type KeptSnippets, previewOf, readKept } from './kept-snippets.ts';
import type { ChannelDecision } from './port.ts';
import { contextPath, searchPath } from './requests.ts';
import { switchedOn } from './service-state.ts';

export type { Snippet } from './answers.ts';

const HOUR_MS = 3_600_000;
/** How long a hit, a miss, a fault and an off switch are kept; the last until the operator checks, or a week has passed. */
export const keptFor = Object.freeze({ yes: 24 * HOUR_MS, no: 6 * HOUR_MS, fault: HOUR_MS / 6, off: 7 * 24 * HOUR_MS });

/** What was found of a question, or why nothing was. */
export type SnippetsEnd =
  | { readonly ok: true; readonly library: string; readonly snippets: readonly Snippet[]; readonly fromCache: boolean }
  | { readonly ok: false; readonly by: ChannelReason; readonly detail: string };

export interface SnippetsRequest {
  readonly provider: string;
  /** The id in Context7. */
  readonly library: string;
  readonly question: string;
  /** C2: whether whole texts may be kept; else the beginning of each is. */
  readonly keepWhole: boolean;
  readonly retry: RetryPolicy;
}

/** The client. Nothing that Context7 does makes it throw; what the memory throws is passed on. */
export interface Context7 {
  /**
   * Whether Context7 has a library: what was decided before, while that holds, else after a search for its name. With `maxAgeMs` a
   * decision holds that long. Where Context7 cannot be queried now the decision before stays, unless it is switched off.
   */
  decide(wanted: WantedLibrary, how: RetryPolicy, maxAgeMs?: number): Promise<ChannelDecision>;
  /** The snippets of a library for a question. */
  snippets(request: SnippetsRequest): Promise<SnippetsEnd>;
  /** Tries again what was switched off; a pause that Context7 has set stays. */
  switchOn(): Promise<void>;
}

/** A client with a memory, for one request or for many. */
export function createContext7(needs: ChannelNeeds): Context7 {
  const { memory, now } = needs;

  async function decide(wanted: WantedLibrary, how: RetryPolicy, maxAgeMs?: number): Promise<ChannelDecision> {
    const { provider, names, version = '', id = '' } = wanted;
    const about = { provider, checkedAt: now(), wanted: JSON.stringify([names[0], version, id, wanted.maxAgeMs]) };
    const before = await memory.decision(provider);
    const known = before?.wanted === about.wanted ? before : undefined;
    if (known !== undefined && now() < (maxAgeMs === undefined ? known.until : known.checkedAt + maxAgeMs))
      return known;
    const end = await askApi(searchPath(names[0]), how, needs);
    const listed = end.kind !== 'read' ? undefined : isEmpty(end.body) ? [] : readLibraries(end.body);
    if (listed === undefined) {
      const no = end.kind === 'none' ? end : notUnderstood();
      const { by, detail } = no;
      if (no.about === 'service') {
        const crawl = { ...about, source: 'crawl', by, detail, until: now() + keptFor.fault } as const;
        // It stays off until the operator checks: with the decision before, neither Context7 nor a crawl would answer until then.
        return by === 'channel:off' ? crawl : (known ?? crawl);
      }
      const ms = by === 'channel:off' ? keptFor.off : keptFor.no;
      return keep({ ...about, source: 'crawl', by, detail, until: now() + ms });
    }
    const has = hasLibrary(listed, wanted, now());
    const { library, updatedAt, detail } = has;
    const found = { ...(library !== undefined && { library }), ...(updatedAt !== undefined && { updatedAt }) };
    return keep(
      has.has
        ? { ...about, ...found, source: 'context7', by: 'channel:context7', detail, until: now() + keptFor.yes }
        : { ...about, ...found, source: 'crawl', by: has.by, detail, until: now() + keptFor.no },
    );
  }

  async function keep(decision: ChannelDecision): Promise<ChannelDecision> {
    await memory.keepDecision(decision);
    return decision;
  }

  async function snippets(request: SnippetsRequest): Promise<SnippetsEnd> {
    const { provider, question, keepWhole } = request;
    const library = (await memory.alias(request.library)) ?? request.library;
    const kept = readKept(await memory.answer(answerKey(library, question, keepWhole), now()));
    const isBlocked = (await needs.blocked?.()) ?? (() => false);
    if (kept !== undefined && (keepWhole || kept.snippets === undefined)) return fromKept(kept, isBlocked);
    const end = await ask(library, question, request.retry, isBlocked);
    if ('snippets' in end) {
      const some = keepWhole ? end.snippets : end.snippets.map(previewOf);
      await keepAnswer({ library: end.library, snippets: some }, keptFor.yes);
      return { ok: true, ...end, fromCache: false };
    }
    const { by, detail, about } = end;
    // What may be kept only in part is shown in part, where there is nothing else.
    if (about === 'service') return kept === undefined ? { ok: false, by, detail } : fromKept(kept, isBlocked);
    if (by === 'channel:off') await switchOff(provider, detail);
    // A library that is being indexed is no miss: it has the answer as soon as it is ready.
    if (by === 'channel:miss') await keepAnswer({ library, miss: detail }, keptFor.no);
    return { ok: false, by, detail };

    async function keepAnswer(answer: KeptSnippets, ms: number): Promise<void> {
      const text = JSON.stringify(answer);
      for (const name of new Set([library, answer.library])) {
        const key = answerKey(name, question, keepWhole);
        await memory.keepAnswer({ key, provider, until: now() + ms, answer: text }, now());
      }
    }
  }

  /** Follows one move of the library, and remembers it. */
  async function ask(
    library: string,
    question: string,
    how: RetryPolicy,
    isBlocked: IsBlocked,
  ): Promise<Found | NoAnswer> {
    let id = library;
    for (let moves = 0; ; moves++) {
      const end = await askApi(contextPath(id, question), how, needs);
      if (end.kind === 'none') return end;
      if (end.kind === 'read') {
        const found = readSnippets(end.body);
        if (found === undefined) return notUnderstood();
        const allowed = found.filter(({ url }) => url === undefined || !isBlocked(url));
        if (allowed.length > 0) return { library: id, snippets: allowed.map(cleaned) };
        return noAnswer('channel:miss', nothingWords(id, found.length), 'library');
      }
      const { to } = end;
      if (to === undefined || to === id || moves > 0)
        return noAnswer('channel:miss', `${id} has moved, and not to a library`, 'library');
      await memory.keepAlias(library, to);
      id = to;
    }
  }

  function cleaned(snippet: Snippet): Snippet {
    const { title, headings, text } = snippet;
    const { clean } = needs;
    return { ...snippet, title: clean(title), headings: headings.map(clean), text: clean(text) };
  }

  async function switchOff(provider: string, detail: string): Promise<void> {
    const before = await memory.decision(provider);
    if (before === undefined) return;
    const until = now() + keptFor.off;
    await memory.keepDecision({ ...before, source: 'crawl', by: 'channel:off', detail, checkedAt: now(), until });
  }

  return {
    decide,
    snippets,
    async switchOn() {
      const state = await memory.service();
      if (state?.offAt !== undefined) await memory.keepService(switchedOn(state));
    },
  };
}

interface Found {
  readonly library: string;
  readonly snippets: readonly Snippet[];
}

function notUnderstood(): NoAnswer {
  return noAnswer('channel:outage', 'Context7 sent an answer that does not have the documented shape', 'service');
}

type IsBlocked = (url: string) => boolean;

function fromKept({ library, snippets, miss = '' }: KeptSnippets, isBlocked: IsBlocked): SnippetsEnd {
  if (snippets === undefined) return { ok: false, by: 'channel:miss', detail: miss };
  const allowed = snippets.filter(({ url }) => url === undefined || !isBlocked(url));
  return allowed.length > 0
    ? { ok: true, library, snippets: allowed, fromCache: true }
    : { ok: false, by: 'channel:miss', detail: nothingWords(library, snippets.length) };
}

function nothingWords(library: string, blocked: number): string {
  return blocked === 0
    ? `${library} says nothing about the question`
    : `what ${library} says about the question is from pages on the blocklist`;
}
