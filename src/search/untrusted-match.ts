// Follows the rules of untrusted-rules.ts through a text, word by word.
import { type InstructionRule, instructionRules } from './untrusted-rules.ts';
import type { WordClass } from './untrusted-words.ts';

/** By class, the rules and steps it counts for. */
const places = new Map<WordClass, { rule: number; step: number }[]>();
for (const [rule, { steps }] of instructionRules.entries())
  for (const [step, classes] of steps.entries())
    for (const name of classes) places.set(name, [...(places.get(name) ?? []), { rule, step }]);

const offsets: number[] = [];
let steps = 0;
for (const rule of instructionRules) {
  offsets.push(steps);
  steps += rule.steps.length;
}

/** Remembers where each step of each rule was last found: one look per word and rule. */
export class Matcher {
  /** Names of rules, and whether they are fulfilled by disguised words only. */
  readonly fulfilled = new Map<string, boolean>();
  readonly #last = new Float64Array(steps).fill(Number.NEGATIVE_INFINITY);
  readonly #disguised = new Uint8Array(steps);
  readonly #lenient: boolean;

  constructor(lenient: boolean) {
    this.#lenient = lenient;
  }

  /** Notes a word of these classes at a place, counted in words. */
  find(classes: readonly WordClass[], at: number, disguised: boolean): void {
    for (const name of classes)
      for (const { rule, step } of places.get(name) ?? []) this.#step(rule, step, at, disguised);
  }

  #step(number: number, step: number, at: number, disguised: boolean): void {
    const rule = instructionRules[number] as InstructionRule;
    if (rule.hiddenOnly && !this.#lenient) return;
    const first = offsets[number] as number;
    const here = first + step;
    if (rule.inOrder && step > 0) {
      const before = this.#last[here - 1] as number;
      if (before >= at || at - before > rule.within) return;
      this.#disguised[here] = disguised ? 1 : (this.#disguised[here - 1] as number);
    } else this.#disguised[here] = disguised ? 1 : 0;
    this.#last[here] = at;
    if (rule.inOrder ? step === rule.steps.length - 1 : this.#isNear(first, rule, at)) this.#fulfil(first, rule);
  }

  #isNear(first: number, { steps: all, within }: InstructionRule, at: number): boolean {
    for (let one = 0; one < all.length; one++) {
      const place = this.#last[first + one] as number;
      if (at - place > within) return false;
      for (let other = 0; other < one; other++) if (this.#last[first + other] === place) return false;
    }
    return true;
  }

  #fulfil(first: number, { name, steps: all }: InstructionRule): void {
    const disguised = all.some((_, step) => this.#disguised[first + step] === 1);
    this.fulfilled.set(name, (this.fulfilled.get(name) ?? true) && disguised);
  }
}
