// Follows the rules of rules.ts and weighs the signs of signs.ts through a text, word by word.
import { type InstructionRule, instructionRules } from './rules.ts';
import {
  enoughTelling,
  enoughWeight,
  type SignGroup,
  signReach,
  signs,
  tellingGroups,
  type WeakSign,
} from './signs.ts';
import type { WordClass } from './words.ts';

/** What is followed: a rule is enough by itself, a sign has a weight. */
type Followed =
  | (InstructionRule & { readonly sign?: never })
  | (WeakSign & { readonly sign: number; readonly hiddenOnly: false });

const followed: readonly Followed[] = [
  ...instructionRules,
  ...signs.map((sign, number) => ({ ...sign, sign: number, hiddenOnly: false as const })),
];

/** By class, the rules and steps it counts for. */
const places = new Map<WordClass, { rule: number; step: number }[]>();
for (const [rule, { steps }] of followed.entries())
  for (const [step, classes] of steps.entries())
    for (const name of classes) places.set(name, [...(places.get(name) ?? []), { rule, step }]);

const offsets: number[] = [];
let steps = 0;
for (const rule of followed) {
  offsets.push(steps);
  steps += rule.steps.length;
}

const groups: readonly SignGroup[] = [...new Set(signs.map(({ group }) => group))];
/** The signs of each group, the heaviest first. */
const byGroup = groups.map((group) => ({
  telling: tellingGroups.includes(group),
  signs: [...signs.entries()]
    .filter(([, sign]) => sign.group === group)
    .map(([number, { weight }]) => ({ number, weight }))
    .toSorted((a, b) => b.weight - a.weight),
}));

/** The name under which signs flag a text. */
const enough = 'signs';

const nameOf = (one: Followed): string => (one.sign === undefined ? one.name : enough);
const flagNames: readonly string[] = [...new Set(followed.map(nameOf))];
/** By rule and sign, the number of its flag. */
const flagOf: readonly number[] = followed.map((one) => flagNames.indexOf(nameOf(one)));

/** Remembers where each step of each rule was last found: one look per word and rule. */
export class RuleMatcher {
  /** Names of rules, and whether they are fulfilled by disguised words only. */
  readonly fulfilled = new Map<string, boolean>();
  readonly #last = new Float64Array(steps).fill(Number.NEGATIVE_INFINITY);
  readonly #disguised = new Uint8Array(steps);
  readonly #signs = new Float64Array(signs.length).fill(Number.NEGATIVE_INFINITY);
  /** Flags that nothing can change any more. */
  readonly #settled = new Uint8Array(flagNames.length);
  readonly #lenient: boolean;

  constructor(lenient: boolean) {
    this.#lenient = lenient;
  }

  /** Notes a word of these classes at a place, counted in words. */
  find(classes: readonly WordClass[], at: number, disguised: boolean): void {
    for (const name of classes) {
      const counted = places.get(name);
      if (counted === undefined) continue;
      for (const { rule, step } of counted)
        if (this.#settled[flagOf[rule] as number] === 0) this.#step(rule, step, at, disguised);
    }
  }

  #step(number: number, step: number, at: number, disguised: boolean): void {
    const rule = followed[number] as Followed;
    if (rule.hiddenOnly && !this.#lenient) return;
    const first = offsets[number] as number;
    const here = first + step;
    if (rule.inOrder && step > 0) {
      const before = this.#last[here - 1] as number;
      if (before >= at || at - before > rule.within) return;
      this.#disguised[here] = disguised ? 1 : (this.#disguised[here - 1] as number);
    } else this.#disguised[here] = disguised ? 1 : 0;
    this.#last[here] = at;
    if (!(rule.inOrder ? step === rule.steps.length - 1 : this.#isNear(first, rule, at))) return;
    const isEnough = rule.sign === undefined ? this.#fulfil(first, rule) : this.#weigh(rule.sign, at);
    if (isEnough) this.#settled[flagOf[number] as number] = 1;
  }

  #isNear(first: number, { steps: all, within }: Followed, at: number): boolean {
    for (let one = 0; one < all.length; one++) {
      const place = this.#last[first + one] as number;
      if (at - place > within) return false;
      for (let other = 0; other < one; other++) if (this.#last[first + other] === place) return false;
    }
    return true;
  }

  /** Notes a fulfilled rule; returns whether it was fulfilled without a disguised word. */
  #fulfil(first: number, { name, steps: all }: InstructionRule): boolean {
    const disguised = all.some((_, step) => this.#disguised[first + step] === 1);
    this.fulfilled.set(name, (this.fulfilled.get(name) ?? true) && disguised);
    return !disguised;
  }

  /** Adds up the signs near each other; returns whether they are enough. */
  #weigh(number: number, at: number): boolean {
    const before = this.#signs[number] as number;
    this.#signs[number] = at;
    // The sign counted already, and the others were weighed when they were found.
    if (at - before <= signReach) return false;
    let weight = 0;
    let telling = 0;
    for (const group of byGroup) {
      const found = group.signs.find((sign) => at - (this.#signs[sign.number] as number) <= signReach);
      if (found === undefined) continue;
      weight += found.weight;
      if (group.telling) telling += found.weight;
    }
    const isEnough = weight >= enoughWeight && telling >= enoughTelling;
    if (isEnough) this.fulfilled.set(enough, false);
    return isEnough;
  }
}
