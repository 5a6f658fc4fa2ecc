// The one clock of tests. A server notes its visits here; a test is told no time, it only asks whether a wait was at least so long. A
// slow machine makes waits longer and never shorter, so that this holds on any machine.
import { expect } from 'vitest';

interface Visit {
  readonly name: string;
  readonly from: number;
  /** Infinite until the visit has ended. */
  to: number;
}

/** Timers of Node.js may fire up to a millisecond early. */
const TIMER_MS = 1;

/** What came to a server, in the order in which it began. */
export class Visits {
  readonly #all: Visit[] = [];

  /** A visit begins; the function that is returned ends it. Give it to `response.on('finish', …)`, or call it right before answering. */
  begin(name = ''): () => void {
    const visit: Visit = { name, from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.#all.push(visit);
    return () => {
      visit.to = Math.min(visit.to, performance.now());
    };
  }

  /** Something without length has happened. */
  note(name = ''): void {
    this.begin(name)();
  }

  get names(): readonly string[] {
    return this.#all.map(({ name }) => name);
  }

  /** Fails unless at least `ms` lie between the end of each visit and the beginning of the next, among those with such a name. */
  expectGaps(ms: number, isMeant: (name: string) => boolean = () => true): void {
    const meant = this.#all.filter(({ name }) => isMeant(name));
    const tooShort = meant.slice(1).flatMap(({ name, from }, nth) => {
      const before = meant[nth] as Visit;
      return from - before.to >= ms - TIMER_MS ? [] : [`${before.name} → ${name}: ${from - before.to} of ${ms} ms`];
    });
    expect(tooShort).toEqual([]);
  }

  /** Fails unless at least `ms` lie between the end of one visit and the beginning of another: the first of these names after it. */
  expectWait(ms: number, first: string, next: string): void {
    const at = this.#all.findIndex(({ name }) => name === first);
    const before = this.#all[at];
    const after = this.#all.slice(at + 1).find(({ name }) => name === next);
    expect(before, `no visit ${first}`).toBeDefined();
    expect(after, `no visit ${next} after ${first}`).toBeDefined();
    expect((after as Visit).from - (before as Visit).to).toBeGreaterThanOrEqual(ms - TIMER_MS);
  }

  /** Fails if a visit began before the one that began earlier had ended. */
  expectOneByOne(isMeant?: (name: string) => boolean): void {
    this.expectGaps(0, isMeant);
  }
}

/** A moment of the wall clock, for times that are written down: they may not come before it, however slow the machine is. */
export class Moment {
  readonly #at = Date.now();

  /** Fails unless this time is at least `ms` after the moment. */
  expectAfter(time: number | undefined, ms = 0): void {
    expect(time).toBeGreaterThanOrEqual(this.#at + ms);
  }
}
