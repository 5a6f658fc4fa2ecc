// Calls a ledger and keeps what it returns, in a form that can be compared with another's.
import type { BlockEntry } from '../../src/frontier/port.ts';
import { canonical, Names } from './canonical.ts';
import type { HistoryLedger } from './engine.ts';

/** The methods of the port. */
export type Method = {
  [Name in keyof HistoryLedger]: HistoryLedger[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof HistoryLedger];

type Answer<Name extends Method> = Awaited<ReturnType<HistoryLedger[Name]>>;

/** The interface by which a history calls ledgers. */
export interface Caller {
  /** Calls a method; undefined also where the call threw. */
  call<Name extends Method>(name: Name, ...args: Parameters<HistoryLedger[Name]>): Promise<Answer<Name> | undefined>;
  /** How many pages of a provider are stored in its generation. */
  stored(provider: string): Promise<void>;
  /** Adds an entry to the blocklist, or removes a pattern from it, and lists it. */
  block(entry: BlockEntry | string): Promise<void>;
  addSeed(provider: string, url: string): Promise<void>;
  /** Reopens the ledger as after a kill: leases are lost. */
  reopen(now: number): Promise<void>;
}

/** A ledger that histories are played on. */
export interface Subject {
  readonly ledger: HistoryLedger;
  addSeed(provider: string, url: string): Promise<void>;
  reopen(now: number): Promise<void>;
  /** Everything that is kept, as readers see it, by kind; empty where the ledger has no readers. */
  look(): Promise<readonly (readonly [what: string, seen: unknown])[]>;
}

/** A call, and its answer in canonical form. */
export interface Entry {
  readonly call: string;
  readonly args: readonly unknown[];
  readonly answer: string;
}

/** The prefix of an entry that is a look. */
export const LOOK = 'look at ';

/** A call and its answer as they were. */
export type Listener = (call: string, args: readonly unknown[], answer: unknown) => void;

/** Calls one ledger, or several with the same arguments, of which the first decides how the history goes on. */
export class Tracer implements Caller {
  readonly #subjects: readonly Subject[];
  readonly #listener: Listener | undefined;
  /** Numbers in answers and in looks, which only some ledgers have. */
  readonly #names: readonly { readonly answers: Names; readonly looks: Names }[];
  /** The answers of each ledger. */
  readonly traces: readonly Entry[][];

  constructor(subjects: readonly Subject[], listener?: Listener) {
    this.#subjects = subjects;
    this.#listener = listener;
    this.#names = subjects.map(() => ({ answers: new Names(), looks: new Names() }));
    this.traces = subjects.map(() => []);
  }

  async call<Name extends Method>(
    name: Name,
    ...args: Parameters<HistoryLedger[Name]>
  ): Promise<Answer<Name> | undefined> {
    return this.#each(name, args, ({ ledger }) => {
      const method = ledger[name] as (...args: Parameters<HistoryLedger[Name]>) => Promise<Answer<Name>>;
      return method.apply(ledger, args);
    });
  }

  async stored(provider: string): Promise<void> {
    await this.#each('stored', [provider], async ({ ledger }) => (await ledger.lastCrawl(provider))?.stored);
  }

  async block(entry: BlockEntry | string): Promise<void> {
    await this.#each('block', [entry], async ({ ledger: { blocklist } }) => {
      const changed = await (typeof entry === 'string' ? blocklist.remove(entry) : blocklist.add(entry));
      return { changed, list: await blocklist.list() };
    });
  }

  async addSeed(provider: string, url: string): Promise<void> {
    await this.#each('addSeed', [provider, url], (subject) => subject.addSeed(provider, url));
  }

  async reopen(now: number): Promise<void> {
    await this.#each('reopen', [now], (subject) => subject.reopen(now));
    await this.look();
  }

  /** Looks at everything that is kept. */
  async look(): Promise<void> {
    for (const [at, subject] of this.#subjects.entries())
      for (const [what, seen] of await subject.look())
        this.traces[at]?.push({ call: `${LOOK}${what}`, args: [], answer: canonical(seen, this.#namesOf(at).looks) });
  }

  async #each<T>(
    call: string,
    args: readonly unknown[],
    act: (subject: Subject) => Promise<T>,
  ): Promise<T | undefined> {
    let first: T | undefined;
    for (const [at, subject] of this.#subjects.entries()) {
      try {
        const answer = await act(subject);
        if (at === 0) {
          first = answer;
          this.#listener?.(call, args, answer);
        }
        this.#keep(at, call, args, answer);
      } catch (error) {
        const threw = { threw: faultOf(error) };
        if (at === 0) this.#listener?.(call, args, threw);
        this.#keep(at, call, args, threw);
      }
    }
    return first;
  }

  #keep(at: number, call: string, args: readonly unknown[], answer: unknown): void {
    this.traces[at]?.push({ call, args, answer: canonical(answer, this.#namesOf(at).answers) });
  }

  #namesOf(at: number): { readonly answers: Names; readonly looks: Names } {
    return this.#names[at] as { answers: Names; looks: Names };
  }
}

/** The error of a call, without numbers and folders. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message.replaceAll(/\d+/g, 'n');
}
