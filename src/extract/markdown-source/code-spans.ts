// Where the code spans of a text end: every run of backticks is looked at once.

const runs = /`+/g;

/** Finds the run that closes a code span: the next one of the same length. */
export class CodeSpans {
  readonly #text: string;
  #starts: Map<number, readonly number[]> | undefined;
  readonly #passed = new Map<number, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the closing run for an opening one of `length` that ends at `from`; to be called with rising offsets. */
  closing(length: number, from: number): number | undefined {
    this.#starts ??= startsByLength(this.#text);
    const starts = this.#starts.get(length);
    if (starts === undefined) return undefined;
    let at = this.#passed.get(length) ?? 0;
    while (at < starts.length && (starts[at] ?? 0) < from) at++;
    this.#passed.set(length, at);
    return starts[at];
  }
}

function startsByLength(text: string): Map<number, readonly number[]> {
  const starts = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(runs)) {
    const same = starts.get(run.length);
    if (same === undefined) starts.set(run.length, [index]);
    else same.push(index);
  }
  return starts;
}
