// One history on one engine or on two: what was returned, where it differs, and how few acts are needed for that.
import { createHash } from 'node:crypto';
import type { Settlement } from '../../src/frontier/port.ts';
import { type Entry, type Listener, type Subject, Tracer } from './caller.ts';
import type { Engine } from './engine.ts';
import { type History, play } from './history.ts';
import { type Folders, SqliteSubject } from './subjects.ts';

/** Where two traces differ first. */
export interface Difference {
  /** The calls before the difference, and its own. */
  readonly calls: readonly Entry[];
  readonly first: string;
  readonly second: string;
}

/** Plays a history on a SQLite engine, alone or with others beside it; returns the trace of each. */
export async function tracesOf(
  history: History,
  engine: Engine,
  folders: Folders,
  options: { readonly beside?: readonly Subject[]; readonly listener?: Listener } = {},
): Promise<readonly (readonly Entry[])[]> {
  const folder = await folders.folderFor(engine);
  const subject = new SqliteSubject(engine, folder, history.world);
  const tracer = new Tracer([subject, ...(options.beside ?? [])], options.listener);
  try {
    await play(history, tracer);
    await tracer.look();
  } finally {
    await subject.ledger.close();
    folders.remove(folder);
  }
  return tracer.traces;
}

/** A short hash of a trace. */
export function hashOf(trace: readonly Entry[]): string {
  const hash = createHash('sha256');
  for (const { call, answer } of trace) hash.update(`${call}\n${answer}\n`);
  return hash.digest('base64url').slice(0, 12);
}

/** Two traces up to where a page that may be stored leads to another: earlier engines removed its copy then, which stays now (F10). */
export function comparable(
  before: readonly Entry[],
  now: readonly Entry[],
): readonly [before: readonly Entry[], now: readonly Entry[]] {
  const again = now.findIndex(({ call, answer }) => call === 'begin' && !answer.includes('"how":"first"'));
  const at = now.findIndex((entry, nth) => again >= 0 && nth > again && leadsElsewhere(entry));
  return at < 0 ? [before, now] : [before.slice(0, at), now.slice(0, at)];
}

function leadsElsewhere({ call, args, answer }: Entry): boolean {
  if (call !== 'settle') return false;
  const { outcome } = (args as readonly [unknown, Settlement])[1];
  return answer.includes(':elsewhere"') || (outcome.kind === 'page' && outcome.identity !== undefined);
}

/** The first difference of two traces; undefined where there is none. */
export function differenceOf(one: readonly Entry[], other: readonly Entry[]): Difference | undefined {
  const at = one.findIndex(({ call, answer }, nth) => other[nth]?.call !== call || other[nth].answer !== answer);
  if (at < 0 && other.length === one.length) return undefined;
  const place = at < 0 ? one.length : at;
  const shown = (entry: Entry | undefined): string =>
    entry === undefined ? 'nothing' : `${entry.call}: ${entry.answer}`;
  return { calls: one.slice(0, place + 1), first: shown(one[place]), second: shown(other[place]) };
}

/** The same history with as few acts as it takes to fail; acts are left out in ever smaller pieces. */
export async function shrunk(history: History, fails: (history: History) => Promise<boolean>): Promise<History> {
  let { moments } = history;
  for (let size = Math.ceil(moments.length / 2); size >= 1; ) {
    let isSmaller = false;
    for (let from = moments.length - size; from > -size; from -= size) {
      const fewer = [...moments.slice(0, Math.max(0, from)), ...moments.slice(from + size)];
      if (fewer.length === moments.length || !(await fails({ ...history, moments: fewer }))) continue;
      moments = fewer;
      isSmaller = true;
    }
    if (size === 1 && !isSmaller) break;
    size = isSmaller && size === 1 ? 1 : Math.max(1, Math.floor(size / 2));
  }
  return { ...history, moments };
}
