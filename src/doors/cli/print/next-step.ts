// The command that comes next after a run: one, as it is typed.
import { commandLine } from '../../../core/shell-words.ts';
import { limitText, type StateOfRun } from '../../../watch/states/run-state.ts';

/** What a run came to, as far as the next command depends on it. */
export interface EndedRun extends Pick<StateOfRun, 'state'> {
  readonly provider: string;
  /** The reason for which it ended with work waiting. */
  readonly endedBy?: string | undefined;
  /** Pages that are stored, and URLs that wait. */
  readonly stored: number;
  readonly waiting: number;
  /** Pages that are new, updated or deleted; undefined where no report is kept. */
  readonly changed?: number | undefined;
  /** The source is configured: its policy has its own limit. */
  readonly policy?: { readonly max_pages: number; readonly most: number } | undefined;
}

/** The command that was run, in words without `docent`, and the flags that name its data. */
export interface RanCommand {
  readonly words: readonly string[];
  readonly place: readonly string[];
  readonly isRefresh: boolean;
}

export interface NextStep {
  /** What the command is for. */
  readonly say: string;
  readonly command: string;
}

/** The one step after a run of these providers: what was left undone first. */
export function nextStep(ends: readonly EndedRun[], ran: RanCommand): NextStep | undefined {
  const full = ends.filter(({ endedBy }) => endedBy === 'cap:pages');
  if (full[0] !== undefined) return wayOn(full[0], full, ran);
  if (ends.some(({ endedBy }) => endedBy === 'trial'))
    return { say: 'this crawls the whole site', command: docent(ran.words, '--yes') };
  const left = ends.find(({ state }) => state !== 'complete');
  if (left !== undefined)
    return { say: left.state === 'failed' ? 'this tries again' : 'this goes on', command: docent(ran.words) };
  const bare = ends.find(({ stored }) => stored === 0);
  if (bare !== undefined)
    return { say: 'this says why nothing was stored', command: docent(['urls', bare.provider, ...ran.place]) };
  const [changed] = ends.filter((end) => (end.changed ?? 0) > 0);
  if (ran.isRefresh && changed !== undefined)
    return { say: 'this shows what changed', command: docent(['report', changed.provider, ...ran.place]) };
  return { say: 'this finds words in it', command: `${docent(['search', ...ran.place])} <words>` };
}

/** The step after a run that nobody watched: none where all is done and nothing has changed. */
export function stepIfAny(ends: readonly EndedRun[], ran: RanCommand): NextStep | undefined {
  return ends.every(({ state, changed = 0 }) => state === 'complete' && changed === 0)
    ? undefined
    : nextStep(ends, ran);
}

/** F3: the way on for a crawl that planned to stop at its limit. */
export function planStep(plans: readonly EndedRun[], { words, ...ran }: RanCommand): NextStep | undefined {
  const full = plans.find(({ waiting }) => waiting > 0);
  if (full === undefined) return undefined;
  const crawl = ['crawl', ...words.filter((word, at) => at > 0 && !NOT_FOR_CRAWL.has(word))];
  const { say, command } = wayOn(full, plans, { ...ran, words: crawl });
  return { say: `a crawl stores ${limitText(full.stored, full.waiting)}; ${say}`, command };
}

const NOT_FOR_CRAWL: ReadonlySet<string> = new Set(['--notice', '--json', '--dry-run']);

/** F3: more pages than the run was limited to. */
function wayOn(full: EndedRun, ends: readonly EndedRun[], { words, place }: RanCommand): NextStep {
  const step = (say: string, command: string): NextStep => ({ say, command });
  const { policy } = full;
  const wanted = roomFor(Math.max(...ends.map(({ stored, waiting }) => (waiting > 0 ? stored + waiting : 0))));
  if (policy === undefined) return step('this goes on', docent(withFlag(words, '--max-pages', String(wanted))));
  // A flag does not lift the limit of a policy; where the run had a lower one, leaving the flag out does.
  if (full.stored < policy.max_pages) return step('this goes on', docent(withoutFlag(words, '--max-pages')));
  const most = Math.min(wanted, policy.most);
  const edit = ['providers', 'edit', full.provider, `max_pages=${most}`, ...place.filter(isOfConfig)];
  return most > policy.max_pages
    ? step('this raises it', docent(edit))
    : step('this says what would raise it', docent(['report', full.provider, ...place]));
}

/** A tenth more than is known of, since pages lead to further ones; two digits and zeros. */
export function roomFor(pages: number): number {
  const wanted = (pages * 11) / 10;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(wanted)) - 1);
  return Math.ceil(wanted / step) * step;
}

function docent(words: readonly string[], ...more: readonly string[]): string {
  return commandLine(['docent', ...words, ...more]);
}

/** The words with this flag, in place of the one they may have. */
export function withFlag(words: readonly string[], flag: string, value: string): readonly string[] {
  return [...withoutFlag(words, flag), flag, value];
}

function withoutFlag(words: readonly string[], flag: string): readonly string[] {
  return words.filter((word, at) => word !== flag && words[at - 1] !== flag && !word.startsWith(`${flag}=`));
}

function isOfConfig(word: string, at: number, place: readonly string[]): boolean {
  return word === '--config' || place[at - 1] === '--config';
}
