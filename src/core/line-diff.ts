// What differs between two texts, line by line: the shortest way from one to the other, as far as it is worth finding.

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/** Texts that differ in more lines than this are compared only where they begin and end alike. */
const MOST_EDITS = 1_500;

/**
 * The parts of both texts in order, no two of one kind in a row; removed before added. The `same` and `removed` parts make the text
 * before, the `same` and `added` ones the text after. Takes time in proportion to the length times the number of edits, at most 1,500.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const [inner, outer] = [before.slice(start, endBefore), after.slice(start, endAfter)];
  const parts = new Parts();
  parts.add('same', before.slice(0, start));
  const kept = commonLines(inner, outer);
  let [at, to] = [0, 0];
  for (const [one, other] of [...kept, [inner.length, outer.length] as const]) {
    parts.add('removed', inner.slice(at, one));
    parts.add('added', outer.slice(to, other));
    if (one < inner.length) parts.add('same', [inner[one] as string]);
    [at, to] = [one + 1, other + 1];
  }
  parts.add('same', before.slice(endBefore));
  return parts.all;
}

class Parts {
  readonly all: { kind: DiffPart['kind']; lines: string[] }[] = [];

  add(kind: DiffPart['kind'], lines: readonly string[]): void {
    const last = this.all.at(-1);
    if (lines.length === 0) return;
    if (last?.kind === kind) for (const line of lines) last.lines.push(line);
    else this.all.push({ kind, lines: [...lines] });
  }
}

type Pair = readonly [before: number, after: number];

/** The places of lines that both have, in order, as many as there are (Myers); none where too much differs. */
function commonLines(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const most = Math.min(before.length + after.length, MOST_EDITS);
  // The furthest place in `before` on each diagonal, after each number of edits.
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(reach.slice(middle - edits, middle + edits + 1));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [down, right] = [reach[middle + diagonal + 1] as number, reach[middle + diagonal - 1] as number];
      let x = diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      reach[middle + diagonal] = x;
      if (x >= before.length && y >= after.length) return wayBack(history, before.length, after.length);
    }
  }
  return [];
}

function wayBack(history: readonly Int32Array[], lengthBefore: number, lengthAfter: number): readonly Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [lengthBefore, lengthAfter];
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reach = history[edits] as Int32Array;
    const at = (diagonal: number): number => reach[diagonal + edits] ?? 0;
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const fromX = edits === 0 ? 0 : at(isDown ? diagonal + 1 : diagonal - 1);
    const fromY = edits === 0 ? 0 : fromX - (isDown ? diagonal + 1 : diagonal - 1);
    // Behind the edit, the two texts go on alike.
    for (const since = edits === 0 || isDown ? fromX : fromX + 1; x > since; ) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
