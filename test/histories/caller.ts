// Calls a ledger as a history says, and keeps what it returns.
import type { BlockEntry } from '../../src/frontier/port.ts';
import type { TimedLedger } from '../../src/frontier/port-words.contract.ts';
import { canonical, Names } from './canonical.ts';
import type { Subject } from './subject.ts';

/** The methods of the port. */
export type Method = {
  [Name in keyof TimedLedger]: TimedLedger[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof TimedLedger];

type Answer<Name extends Method> = Awaited<ReturnType<TimedLedger[Name]>>;

/** A call, and its answer in canonical form. */
export interface Entry {
  readonly call: string;
  readonly args: readonly unknown[];
  readonly answer: string;
}

/** A call and its answer as they were. */
export type Listener = (call: string, args: readonly unknown[], answer: unknown) => void;

/** The interface by which a history calls a ledger. */
export class Caller {
  readonly #subject: Subject;
  readonly #listener: Listener | undefined;
  readonly #answers = new Names();
  readonly #looks = new Names();
  /** What the last look at the inbox returned. */
  #taken: readonly number[] = [];
  readonly trace: Entry[] = [];

  constructor(subject: Subject, listener?: Listener) {
    this.#subject = subject;
    this.#listener = listener;
  }

  /** Calls a method; undefined also where the call threw. */
  async call<Name extends Method>(
    name: Name,
    ...args: Parameters<TimedLedger[Name]>
  ): Promise<Answer<Name> | undefined> {
    const { ledger } = this.#subject;
    const method = ledger[name] as (...args: Parameters<TimedLedger[Name]>) => Promise<Answer<Name>>;
    return this.#keep(name, args, () => method.apply(ledger, args));
  }

  /** How many pages of a provider are stored in its generation. */
  async stored(provider: string): Promise<void> {
    await this.#keep('stored', [provider], async () => (await this.#subject.ledger.lastCrawl(provider))?.stored);
  }

  /** Adds an entry to the blocklist, or removes a pattern from it, and lists it. */
  async block(entry: BlockEntry | string): Promise<void> {
    const { blocklist } = this.#subject.ledger;
    await this.#keep('block', [entry], async () => {
      const changed = await (typeof entry === 'string' ? blocklist.remove(entry) : blocklist.add(entry));
      return { changed, list: await blocklist.list() };
    });
  }

  async addSeed(provider: string, url: string): Promise<void> {
    await this.#keep('addSeed', [provider, url], () => this.#subject.addSeed(provider, url));
  }

  /** Looks at the seeds of the inbox; what the last look returned is taken up. */
  async inbox(providers: readonly string[]): Promise<void> {
    const { inbox } = this.#subject.ledger;
    await this.#keep('inbox', [providers], async () => {
      await inbox.takenUp(this.#taken);
      const seeds = await inbox.seeds(providers);
      this.#taken = seeds.map(({ id }) => id);
      return seeds;
    });
  }

  /** Reopens the ledger as after a kill: leases are lost. */
  async reopen(now: number): Promise<void> {
    await this.#keep('reopen', [now], () => this.#subject.reopen(now));
    await this.look();
  }

  /** Looks at everything that is kept. */
  async look(): Promise<void> {
    for (const [what, seen] of await this.#subject.look())
      this.trace.push({ call: `look at ${what}`, args: [], answer: canonical(seen, this.#looks) });
  }

  async #keep<T>(call: string, args: readonly unknown[], act: () => Promise<T>): Promise<T | undefined> {
    const { answer, result } = await act().then(
      (result) => ({ answer: result as unknown, result }),
      (error: unknown) => ({ answer: { threw: faultOf(error) } as unknown, result: undefined }),
    );
    this.#listener?.(call, args, answer);
    this.trace.push({ call, args, answer: canonical(answer, this.#answers) });
    return result;
  }
}

/** The error of a call, without numbers and folders. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message.replaceAll(/\d+/g, 'n');
}
