/**
 * A small queue for background jobs.
 * @packageDocumentation
 */

/** How a queue is opened. */
export interface QueueOptions {
  /** How long to wait for the lock, in milliseconds. */
  readonly lockTimeout?: number;
  /** Whether jobs can only be looked at. */
  readonly readOnly?: boolean;
}

/** What became of a job. */
export enum Outcome {
  /** It returned. */
  Done = 'done',
  /** It threw, and is tried again. */
  Failed = 'failed',
  /** It is in the graveyard. */
  Dead = 'dead',
}

/**
 * Jobs of one name, whose bodies are of type `Body`.
 *
 * ```ts
 * const queue = await openQueue<Mail>('mails');
 * await queue.add('welcome', { to: 'ada' });
 * ```
 *
 * @typeParam Body - What a job holds.
 */
export class Queue<Body> {
  /** The longest name a queue may have. */
  static readonly longestName: number = 64;

  /** The name it was opened with. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /**
   * Stores a job and waits until it is on disk.
   *
   * @param kind - What kind of job it is.
   * @param body - What it holds.
   * @returns The number of the job.
   */
  async add(kind: string, body: Body): Promise<number> {
    return [kind, body].length;
  }

  /** How many jobs wait, dead ones not counted. */
  get length(): number {
    return 0;
  }
}

/**
 * Opens a queue, and makes its file when there is none.
 *
 * @param name - The name of the queue.
 * @param options - How it is opened.
 * @returns The open queue.
 */
export async function openQueue<Body>(name: string, options: QueueOptions = {}): Promise<Queue<Body>> {
  return new Queue<Body>(options.readOnly ? `${name}?` : name);
}

/** The pause before a try, in seconds: doubled each time, one hour at most. */
export const pauseOf = (nth: number): number => Math.min(3600, 2 ** nth);
