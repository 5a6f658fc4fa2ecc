// The acts of ports, as their files declare them: which of them take a function, or return something at once.

/** A place in a port where an engine would call back, or would have to answer at once. */
export interface NotData {
  /** `Ledger.settle`; of a type that is a function itself its name. */
  readonly place: string;
  readonly problem: 'takes a function' | 'returns at once';
}

/** A type or an interface, without its comments and strings. */
interface Declaration {
  readonly name: string;
  readonly text: string;
}

/** A function inside a declaration: a method, or a function type. */
interface Act {
  /** The member of the declaration that it is, or is a part of. */
  readonly member: string | undefined;
  readonly takes: string;
  readonly returns: string;
  /** Whether it is an argument of another. */
  readonly isTaken: boolean;
}

const LATER = /^(?:Promise|AsyncIterable)</;

/** What is not data in these files, in the order of their names. */
export function notData(texts: readonly string[]): readonly NotData[] {
  const declarations = texts.flatMap(declarationsIn);
  const acting = actingOf(declarations);
  return declarations
    .flatMap(({ name, text }) =>
      actsIn(text).flatMap(({ member, takes, returns, isTaken }): readonly NotData[] => {
        const place = member === undefined ? name : `${name}.${member}`;
        const isCalledBack = isTaken || wordsOf(takes).some((word) => acting.has(word));
        if (isCalledBack) return [{ place, problem: 'takes a function' }];
        return LATER.test(returns) ? [] : [{ place, problem: 'returns at once' }];
      }),
    )
    .filter(({ place }, nth, all) => all.findIndex((other) => other.place === place) === nth)
    .toSorted((one, other) => one.place.localeCompare(other.place));
}

function declarationsIn(text: string): readonly Declaration[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
  return code.split(/^(?=[a-z])/m).flatMap((part) => {
    const [, name] = /^(?:export )?(?:interface|type) (\w+)/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, text: part }];
  });
}

/** Names of declarations that hold functions, or one that does. */
function actingOf(declarations: readonly Declaration[]): ReadonlySet<string> {
  const acting = new Set(declarations.filter(({ text }) => actsIn(text).length > 0).map(({ name }) => name));
  for (let before = -1; before !== acting.size; ) {
    before = acting.size;
    for (const { name, text } of declarations) if (wordsOf(text).some((word) => acting.has(word))) acting.add(name);
  }
  return acting;
}

/** In a type every bracket behind a name begins the arguments of a method, and every one before an arrow those of a function. */
function actsIn(text: string): readonly Act[] {
  const acts: Act[] = [];
  let argumentsEnd = 0;
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    const before = text.slice(0, at);
    const end = closing(text, at);
    const [, returns] = /^\s*(?::|=>)\s*([\s\S]*)$/.exec(text.slice(end + 1)) ?? [];
    const isMethod = /[\w>?]$/.test(before) && !/\bimport$/.test(before);
    const isFunction = /^\s*=>/.test(text.slice(end + 1));
    if (returns === undefined || !(isMethod || isFunction)) continue;
    const member = [...before.matchAll(/^ {2}(?:readonly )?(\w+)/gm)].at(-1)?.[1];
    acts.push({ member, takes: text.slice(at + 1, end), returns, isTaken: at < argumentsEnd });
    argumentsEnd = Math.max(argumentsEnd, end);
  }
  return acts;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}
