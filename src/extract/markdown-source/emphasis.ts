// Which marks of emphasis and strike-through are marks, and which are text, by CommonMark's rules and GFM's.

/** A run of one mark in a text. */
export interface MarkRun {
  readonly mark: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** How many of them are text. */
  left: number;
}

/** A run of `*`, `_` or `~` with the characters on each side of it, empty at the ends of a text. */
export function markRun(run: string, before: string, after: string): MarkRun {
  const mark = run.charAt(0);
  const { length } = run;
  const sideBefore = sideOf(before);
  const sideAfter = sideOf(after);
  const leansLeft = sideAfter === 'word' || (sideAfter === 'punctuation' && sideBefore !== 'word');
  const leansRight = sideBefore === 'word' || (sideBefore === 'punctuation' && sideAfter !== 'word');
  const isWithin = mark === '_' && leansLeft && leansRight;
  return {
    ...{ mark, length, left: length },
    canOpen: leansLeft && (!isWithin || sideBefore === 'punctuation') && (mark !== '~' || length <= 2),
    canClose: leansRight && (!isWithin || sideAfter === 'punctuation') && (mark !== '~' || length <= 2),
  };
}

type Side = 'space' | 'punctuation' | 'word';

function sideOf(character: string): Side {
  if (character === '' || /^\s/.test(character)) return 'space';
  return /^[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'word';
}

/** Pairs the runs of a text, in their order: what is left of each is text. Linear, however many match nothing. */
export function pairRuns(runs: readonly MarkRun[]): void {
  pairAll(
    runs.filter(({ mark }) => mark !== '~'),
    emphasis,
  );
  pairAll(
    runs.filter(({ mark }) => mark === '~'),
    strike,
  );
}

interface Pairing {
  /** How many marks of both a pair takes; 0 where they are none. */
  readonly taken: (opener: MarkRun, closer: MarkRun) => number;
  /** Runs for which the same openers are looked for in vain. */
  readonly kind: (closer: MarkRun) => string;
}

const emphasis: Pairing = {
  taken(opener, closer) {
    if (opener.mark !== closer.mark) return 0;
    const isBoth = opener.canClose || closer.canOpen;
    if (isBoth && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0) return 0;
    return opener.left > 1 && closer.left > 1 ? 2 : 1;
  },
  kind: ({ mark, canOpen, length }) => `${mark}${canOpen}${length % 3}`,
};

const strike: Pairing = {
  taken: (opener, closer) => (opener.length === closer.length ? closer.length : 0),
  kind: ({ length }) => String(length),
};

function pairAll(runs: readonly MarkRun[], { taken, kind }: Pairing): void {
  const openers: MarkRun[] = [];
  /** Below it nothing is found for closers of that kind. */
  const bottoms = new Map<string, number>();
  for (const closer of runs) {
    while (closer.canClose && closer.left > 0) {
      const name = kind(closer);
      const bottom = bottoms.get(name) ?? 0;
      let at = openers.length - 1;
      while (at >= bottom && taken(openers[at] as MarkRun, closer) === 0) at--;
      if (at < bottom) {
        bottoms.set(name, openers.length);
        break;
      }
      const opener = openers[at] as MarkRun;
      const marks = taken(opener, closer);
      opener.left -= marks;
      closer.left -= marks;
      openers.length = opener.left === 0 ? at : at + 1;
      for (const [other, height] of bottoms) if (height > openers.length) bottoms.set(other, openers.length);
    }
    if (closer.canOpen && closer.left > 0) openers.push(closer);
  }
}
