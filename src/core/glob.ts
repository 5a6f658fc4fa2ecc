// Globs in linear time: compiled to a small automaton that is walked once over the text, never backtracking.
import { DocentError } from './errors.ts';

export interface GlobOptions {
  /** Whether a single `*` also matches `/`. */
  readonly starCrossesSlash: boolean;
}

export const globLimits = { maxLength: 512, maxWildcards: 16 } as const;

const slash = 0x2f;

// One step of the automaton. `star` and `any` repeat; only `any` crosses slashes. `dirs` is a whole `**` segment with its
// slash (nothing, or anything up to a slash) and stands before its own `dirs-loop`; `tail` is a final slash with `**`
// (nothing, or a slash and anything) and stands before its own `any`.
type Step = { readonly kind: 'char'; readonly code: number } | { readonly kind: Wildcard };
type Wildcard = 'one' | 'star' | 'any' | 'dirs' | 'dirs-loop' | 'tail';

/**
 * Compiles a glob that must match the whole text: `*` within a segment, `**` any number of segments (`/docs/**` also
 * matches `/docs`), `?` one character other than `/`; everything else is literal. Matching costs at most
 * pattern × text steps. Throws `DOC_PATTERN` over 512 characters or 16 wildcards.
 */
export function compileGlob(pattern: string, options: GlobOptions): (text: string) => boolean {
  if (pattern.length > globLimits.maxLength) {
    throw new DocentError('DOC_PATTERN', `longer than ${globLimits.maxLength} characters`);
  }
  const wildcards = pattern.match(/\*+|\?/g)?.length ?? 0;
  if (wildcards > globLimits.maxWildcards) {
    throw new DocentError('DOC_PATTERN', `more than ${globLimits.maxWildcards} wildcards`);
  }
  if (wildcards === 0) return (text) => text === pattern;
  if (wildcards === 1 && /\/\*{2,}$/.test(pattern)) return matchBelow(pattern.replace(/\/\*+$/, ''));
  const steps = parse(pattern, options.starCrossesSlash ? 'any' : 'star');
  return (text) => run(steps, text);
}

/** Matches a folder and everything below it: the fast path of `/prefix/**`. */
export function matchBelow(folder: string): (text: string) => boolean {
  const below = `${folder}/`;
  return (text) => text === folder || text.startsWith(below);
}

function parse(pattern: string, single: 'star' | 'any'): readonly Step[] {
  // Runs of whole `**` segments mean the same as one, and three stars the same as two.
  const glob = pattern.replace(/\*{3,}/g, '**').replace(/(?<=^|\/)\*\*(?:\/\*\*)+(?=\/|$)/g, '**');
  const steps: Step[] = [];
  for (const [token] of glob.matchAll(/\/\*\*$|(?<=^|\/)\*\*\/|\*\*|\*|\?|[^*?]/gsu)) {
    if (token === '/**') steps.push({ kind: 'tail' }, { kind: 'any' });
    else if (token === '**/') steps.push({ kind: 'dirs' }, { kind: 'dirs-loop' });
    else if (token === '**') steps.push({ kind: 'any' });
    else if (token === '*') steps.push({ kind: single });
    else if (token === '?') steps.push({ kind: 'one' });
    else steps.push({ kind: 'char', code: token.codePointAt(0) ?? 0 });
  }
  return steps;
}

function run(steps: readonly Step[], text: string): boolean {
  let now = new StateSet(steps);
  let next = new StateSet(steps);
  now.enter(0);
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    next.clear();
    for (let n = 0; n < now.size; n++) advance(steps, now.at(n), code, next);
    if (next.size === 0) return false;
    [now, next] = [next, now];
  }
  return now.has(steps.length);
}

function advance(steps: readonly Step[], at: number, code: number, next: StateSet): void {
  const step = steps[at];
  switch (step?.kind) {
    case 'char':
      if (code === step.code) next.enter(at + 1);
      return;
    case 'one':
      if (code !== slash) next.enter(at + 1);
      return;
    case 'star':
      if (code !== slash) next.enter(at);
      return;
    case 'any':
      next.enter(at);
      return;
    case 'dirs-loop':
      next.enter(at);
      if (code === slash) next.enter(at + 1);
      return;
    case 'tail':
      if (code === slash) next.enter(at + 1);
      return;
    default: // `dirs` consumes nothing itself; the end of the pattern consumes nothing at all
  }
}

/** The positions the automaton is in, each held once: that bound is what makes matching linear. */
class StateSet {
  readonly #steps: readonly Step[];
  readonly #list: Uint16Array;
  readonly #held: Uint8Array;
  size = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#list = new Uint16Array(steps.length + 1);
    this.#held = new Uint8Array(steps.length + 1);
  }

  at(n: number): number {
    return this.#list[n] ?? 0;
  }

  has(state: number): boolean {
    return this.#held[state] === 1;
  }

  clear(): void {
    this.size = 0;
    this.#held.fill(0);
  }

  /** Adds a position and all that can be reached from it without consuming a character. */
  enter(state: number): void {
    if (this.has(state)) return;
    this.#held[state] = 1;
    this.#list[this.size++] = state;
    const kind = this.#steps[state]?.kind;
    if (kind === 'star' || kind === 'any') this.enter(state + 1);
    if (kind === 'dirs') this.enter(state + 1);
    if (kind === 'dirs' || kind === 'tail') this.enter(state + 2);
  }
}
