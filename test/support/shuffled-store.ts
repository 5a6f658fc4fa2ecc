// What a store over a network does to its callers: every act takes a while, and acts that are pending together come in any order.
import { createRandom } from '../kill/random.ts';
import { inAll } from './how-long.ts';

/** Turns of the event loop that an act is on its way at most, and its answer as many. */
const MOST_TURNS = 4;

interface Arrival {
  readonly turn: number;
  readonly arrive: () => void;
}

/** An order, drawn from a seed, in which acts and answers arrive: the same calls with the same seed arrive in the same order. */
export class Shuffle {
  readonly seed: number;
  /** What is made of each part. */
  readonly parts = new WeakMap<object, object>();
  readonly #random: () => number;
  readonly #onTheWay: Arrival[] = [];
  #turn = 0;

  constructor(seed: number) {
    this.seed = seed;
    this.#random = createRandom(seed);
  }

  /** Enters the engine once, some turns of the event loop from now; its answer is there some turns later. */
  async act<T>(enter: () => T | Promise<T>): Promise<T> {
    await this.#arrival();
    try {
      return await enter();
    } finally {
      await this.#arrival();
    }
  }

  #arrival(): Promise<void> {
    if (this.#onTheWay.length === 0) setImmediate(this.#next);
    const turn = this.#turn + 1 + this.#below(MOST_TURNS);
    return new Promise((arrive) => this.#onTheWay.push({ turn, arrive }));
  }

  /** A turn: one of those that are due arrives, whichever. */
  readonly #next = (): void => {
    this.#turn++;
    const due = this.#onTheWay.filter(({ turn }) => turn <= this.#turn);
    const one = due[this.#below(due.length)];
    if (one !== undefined) this.#onTheWay.splice(this.#onTheWay.indexOf(one), 1);
    if (this.#onTheWay.length > 0) setImmediate(this.#next);
    one?.arrive();
  };

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }
}

type Member = (...args: unknown[]) => unknown;

/** What wrapped parts are made of: an engine takes its own parts as arguments. */
const engines = new WeakMap<object, object>();

/** A store, or a part of one, whose acts are shuffled, and with them those of every part that it opens. */
export function shuffled<T extends object>(part: T, shuffle: Shuffle): T {
  const known = shuffle.parts.get(part);
  if (known !== undefined) return known as T;
  const seen = (value: unknown): unknown => (isPart(value) ? shuffled(value, shuffle) : value);
  const act = (member: Member, args: readonly unknown[]): unknown => {
    const own = args.map((arg) => engines.get(arg as object) ?? arg);
    const raw = shuffle.act(() => member.apply(part, own));
    const answer = raw.then(seen);
    const items = (): AsyncIterator<unknown> => {
      answer.catch(() => {});
      return itemsOf(raw, shuffle);
    };
    return Object.assign(answer, { [Symbol.asyncIterator]: items });
  };
  // The target is empty: what an engine has frozen could not be replaced.
  const wrapped = new Proxy({} as T, {
    has: (_, name) => Reflect.has(part, name),
    ownKeys: () => Reflect.ownKeys(part),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get(_, name) {
      const member = Reflect.get(part, name) as unknown;
      if (typeof member !== 'function') return seen(member);
      return (...args: unknown[]) => act(member as Member, args);
    },
  });
  engines.set(wrapped, part);
  shuffle.parts.set(part, wrapped);
  return wrapped;
}

/** Whether a value has acts, and is no data. */
function isPart(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value instanceof Error) return false;
  if (Symbol.iterator in value || Symbol.asyncIterator in value) return false;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
  return !isPlain || Object.values(value).some((one) => typeof one === 'function' || isPart(one));
}

/** What an answer yields piece by piece; each piece is an act. */
async function* itemsOf(answer: Promise<unknown>, shuffle: Shuffle): AsyncGenerator<unknown, unknown> {
  const items = ((await answer) as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const item = await shuffle.act(() => items.next());
      if (item.done) return item.value;
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}

/** Does a task under 5 seeds in `npm test`, 200 in `npm run test:more`; what it throws names the seed. DOCENT_SEED: only that one. */
export async function underSeeds(task: (seed: number) => Promise<void>): Promise<void> {
  const { DOCENT_SEED: only } = process.env;
  const seeds = only === undefined ? Array.from({ length: inAll(5, 200) }, (_, n) => n + 1) : [Number(only)];
  for (const seed of seeds)
    await task(seed).catch((error: unknown) => {
      if (error instanceof Error) error.message = `DOCENT_SEED=${seed}: ${error.message}`;
      throw error;
    });
}
