// Globs with groups, `@(a|b)`, `?(…)`, `*(…)`, `+(…)` and `!(…)`: segment by segment, each walked once, never backtracking.
import { DocentError } from '../errors.ts';
import { readClass } from './glob-class.ts';

/** Whether a pattern has a group; one behind `\` is characters. */
export function hasGroup(pattern: string): boolean {
  return /(?<!\\)(?:\\\\)*[@?*+!]\(/.test(pattern);
}

/**
 * Compiles a glob whose segments may hold groups; a segment `**` matches any number of segments. Throws DOC_PATTERN for a group that
 * does not close in its segment, for a `!( )` behind anything of varying length or with another group in or around it, for an empty
 * alternative, and for `**` beside other characters: matching those is not linear, or does not mean what it seems to.
 */
export function compileGroupGlob(pattern: string): (text: string) => boolean {
  const segments = pattern.split('/').map((segment) => (segment === '**' ? '**' : compileSegment(segment)));
  return (text) => {
    let now = reached(segments, [0]);
    for (const part of text.split('/')) {
      const next: number[] = [];
      for (const at of now) {
        const segment = segments[at];
        if (segment === '**') next.push(at);
        else if (segment?.(part)) next.push(at + 1);
      }
      if (next.length === 0) return false;
      now = reached(segments, next);
    }
    return now.has(segments.length);
  };
}

type Segment = '**' | ((text: string) => boolean);

/** The places, and those behind a `**` that matches nothing. */
function reached(segments: readonly Segment[], places: readonly number[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (let at of places) {
    while (!all.has(at)) {
      all.add(at);
      if (segments[at] !== '**') break;
      at++;
    }
  }
  return all;
}

type Node =
  | { readonly kind: 'one'; readonly test: (char: string) => boolean }
  | { readonly kind: 'star' }
  | { readonly kind: 'group'; readonly sign: string; readonly parts: readonly (readonly Node[])[] };

const anyOne: Node = { kind: 'one', test: () => true };

function compileSegment(segment: string): Segment {
  const nodes = new SegmentReader(segment).read();
  const at = nodes.findIndex((node) => node.kind === 'group' && node.sign === '!');
  if (at < 0) {
    const program = programOf(nodes);
    return (text) => runs(program, [...text]);
  }
  const before = nodes.slice(0, at);
  const rest = nodes.slice(at + 1);
  if (before.some(({ kind }) => kind !== 'one') || rest.some((node) => node.kind === 'group' && node.sign === '!'))
    throw refusal('!( ) may occur once in a segment, behind plain characters, ? and [ ] only; write it with re:');
  const { parts } = nodes[at] as Extract<Node, { kind: 'group' }>;
  const start = programOf(before);
  // minimatch: what follows the group belongs to what is ruled out, so `!(a)b` is no `ab`; at the start a star alone matches at least one character.
  const filled = (part: readonly Node[]): readonly Node[] =>
    before.length === 0 && part.length === 1 && part[0]?.kind === 'star' ? [anyOne, ...part] : part;
  const ruledOut = programOf([
    { kind: 'group', sign: '@', parts: parts.map((part) => [...filled(part), ...filled(rest)]) },
  ]);
  const allowed = programOf([{ kind: 'star' }, ...rest]);
  return (text) => {
    const chars = [...text];
    const left = chars.slice(before.length);
    return (
      chars.length >= before.length &&
      runs(start, chars.slice(0, before.length)) &&
      !(left.length > 0 || before.length > 0 ? runs(ruledOut, left) : true) &&
      runs(allowed, left)
    );
  };
}

/** Reads a segment from left to right. */
class SegmentReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly Node[] {
    if (/\*{2,}(?!\()/.test(this.#text))
      throw refusal('** beside other characters in a segment with a group; write * or a segment of its own');
    return this.#sequence(0);
  }

  #sequence(depth: number): readonly Node[] {
    const nodes: Node[] = [];
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      if (depth > 0 && (char === '|' || char === ')')) break;
      nodes.push(this.#node(char, depth));
    }
    return nodes;
  }

  #node(char: string, depth: number): Node {
    const text = this.#text;
    if (/[@?*+!]/.test(char) && text.charAt(this.#at + 1) === '(') return this.#group(char, depth);
    if (char === '[') {
      const found = readClass(text, this.#at);
      if (found !== undefined) {
        this.#at = found.end;
        return { kind: 'one', test: found.test };
      }
      throw refusal('[ does not close in its segment; write \\[ for the character');
    }
    if (char === '\\' && this.#at + 1 < text.length) this.#at++;
    else if (char === '*' || char === '?') {
      this.#at++;
      return char === '*' ? { kind: 'star' } : anyOne;
    }
    const literal = String.fromCodePoint(text.codePointAt(this.#at) as number);
    this.#at += literal.length;
    return { kind: 'one', test: (other) => other === literal };
  }

  #group(sign: string, depth: number): Node {
    if (sign === '!' && depth > 0) throw refusal('!( ) inside another group; write it with re:');
    this.#at += 2;
    const parts: (readonly Node[])[] = [];
    for (;;) {
      const part = this.#sequence(depth + 1);
      if (part.length === 0) throw refusal('an empty alternative in a group; ?( ) makes it optional');
      if (sign === '!' && part.some(({ kind }) => kind === 'group'))
        throw refusal('a group inside !( ); write it with re:');
      parts.push(part);
      const char = this.#text.charAt(this.#at++);
      if (char === ')') return { kind: 'group', sign, parts };
      if (char !== '|') throw refusal(`${sign}( does not close in its segment; a group holds no /, and { , } does`);
    }
  }
}

type Step =
  | { readonly kind: 'one'; readonly test: (char: string) => boolean }
  | { readonly kind: 'to'; readonly targets: readonly number[] };

/** The nodes as steps: each consumes a character, or leads on to others. */
function programOf(nodes: readonly Node[]): readonly Step[] {
  const steps: { kind: 'one' | 'to'; test?: (char: string) => boolean; targets?: number[] }[] = [];
  const lead = (...targets: number[]): number => steps.push({ kind: 'to', targets }) - 1;
  const aim = (step: number, target: number): void => void steps[step]?.targets?.push(target);
  const add = (node: Node): void => {
    if (node.kind === 'one') steps.push(node);
    else if (node.kind === 'star') {
      const loop = lead();
      aim(loop, steps.push({ kind: 'one', test: () => true }) - 1);
      lead(loop);
      aim(loop, steps.length);
    } else {
      const fork = lead();
      const ends = node.parts.map((part) => {
        aim(fork, steps.length);
        part.forEach(add);
        return lead();
      });
      const again = node.sign === '*' || node.sign === '+' ? lead(fork) : steps.length;
      for (const end of ends) aim(end, again);
      if (again < steps.length) aim(again, steps.length);
      if (node.sign === '*' || node.sign === '?') aim(fork, steps.length);
    }
  };
  nodes.forEach(add);
  return steps as readonly Step[];
}

function runs(steps: readonly Step[], chars: readonly string[]): boolean {
  let now = new Set<number>();
  enter(steps, 0, now);
  for (const char of chars) {
    const next = new Set<number>();
    for (const at of now) {
      const step = steps[at];
      if (step?.kind === 'one' && step.test(char)) enter(steps, at + 1, next);
    }
    if (next.size === 0) return false;
    now = next;
  }
  return now.has(steps.length);
}

/** Adds a place and all that can be reached from it without a character; each is held once, which is what makes it linear. */
function enter(steps: readonly Step[], first: number, into: Set<number>): void {
  const open = [first];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (into.has(at)) continue;
    into.add(at);
    const step = steps[at];
    if (step?.kind === 'to') open.push(...step.targets);
  }
}

function refusal(why: string): DocentError {
  return new DocentError('DOC_PATTERN', why);
}
