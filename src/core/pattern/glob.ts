// Globs in linear time: compiled to a small automaton that is walked once over the text, never backtracking.
import { counted } from '../counted.ts';
import { DocentError } from '../errors.ts';
import { expandBraces } from './glob-braces.ts';
import { readClass } from './glob-class.ts';
import { compileGroupGlob, hasGroup } from './glob-groups.ts';

export interface GlobOptions {
  /** Whether a single `*` also matches `/`. */
  readonly starCrossesSlash: boolean;
}

export const globLimits = { maxLength: 512, maxWildcards: 16 } as const;

const slash = 0x2f;

// One step of the automaton. `star` and `any` repeat; only `any` crosses slashes. `dirs` is a whole `**` segment with its
// slash (nothing, or anything up to a slash) and precedes its own `dirs-loop`; `tail` is a final slash with `**`
// (nothing, or a slash and anything) and precedes its own `any`.
type Step =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'class'; readonly test: (char: string) => boolean }
  | { readonly kind: Wildcard };
type Wildcard = 'one' | 'star' | 'any' | 'dirs' | 'dirs-loop' | 'tail';

/**
 * Compiles a glob that must match the whole text: `*` within a segment, `**` any number of segments (`/docs/**` also
 * matches `/docs`), `?` one character other than `/`; `{a,b}`, `[ab]` and `!(a|b)` as minimatch reads them; `\\` takes what
 * is special from the character behind it; everything else is literal. Matching costs at most pattern × text steps, with
 * the braces written out. Throws `DOC_PATTERN` over 512 characters, 16 wildcards or 64 alternatives, and for groups that
 * are not supported.
 */
export function compileGlob(pattern: string, options: GlobOptions): (text: string) => boolean {
  const globs = writtenOut(pattern).map((glob) => compileOne(glob, options));
  return globs.length === 1
    ? (globs[0] as (text: string) => boolean)
    : (text) => globs.some((matches) => matches(text));
}

/** The globs without braces that a glob expands to. Throws as `compileGlob`. */
export function writtenOut(pattern: string): readonly string[] {
  if (pattern.length > globLimits.maxLength) {
    throw new DocentError('DOC_PATTERN', `longer than ${counted(globLimits.maxLength, 'character')}`);
  }
  const wildcards = pattern.replace(/\\./gsu, '').match(/\*+|\?|[@+!](?=\()/g)?.length ?? 0;
  if (wildcards > globLimits.maxWildcards) {
    throw new DocentError('DOC_PATTERN', `more than ${globLimits.maxWildcards} wildcards`);
  }
  return expandBraces(pattern);
}

function compileOne(pattern: string, { starCrossesSlash }: GlobOptions): (text: string) => boolean {
  if (hasGroup(pattern)) {
    if (!starCrossesSlash) return compileGroupGlob(pattern);
    throw new DocentError('DOC_PATTERN', 'groups such as !( ) are not supported where * crosses /; write it with re:');
  }
  if (!/[[\\*?]/.test(pattern)) return (text) => text === pattern;
  if (/^[^[\\*?]*\/\*{2,}$/.test(pattern)) return matchBelow(pattern.replace(/\/\*+$/, ''));
  const steps = parse(pattern, starCrossesSlash ? 'any' : 'star');
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
  const scanner = /\/\*\*$|(?<=^|\/)\*\*\/|\*\*|\*|\?|\\.|[^*?]/gsuy;
  for (let at = 0; at < glob.length; at = scanner.lastIndex) {
    const held = glob.charAt(at) === '[' ? readClass(glob, at) : undefined;
    if (held !== undefined) {
      steps.push({ kind: 'class', test: held.test });
      scanner.lastIndex = held.end;
      continue;
    }
    scanner.lastIndex = at;
    const [token = ''] = scanner.exec(glob) ?? [];
    if (token === '/**') steps.push({ kind: 'tail' }, { kind: 'any' });
    else if (token === '**/') steps.push({ kind: 'dirs' }, { kind: 'dirs-loop' });
    else if (token === '**') steps.push({ kind: 'any' });
    else if (token === '*') steps.push({ kind: single });
    else if (token === '?') steps.push({ kind: 'one' });
    else steps.push({ kind: 'char', code: token.codePointAt(token.length > 1 && token.startsWith('\\') ? 1 : 0) ?? 0 });
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
    for (let n = 0; n < now.size; n++) advance(steps, now.at(n), code, char, next);
    if (next.size === 0) return false;
    [now, next] = [next, now];
  }
  return now.has(steps.length);
}

function advance(steps: readonly Step[], at: number, code: number, char: string, next: StateSet): void {
  const step = steps[at];
  switch (step?.kind) {
    case 'char':
      if (code === step.code) next.enter(at + 1);
      return;
    case 'class':
      if (step.test(char)) next.enter(at + 1);
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
