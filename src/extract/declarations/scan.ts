// Documented declarations of a TypeScript declaration file: found by one pass over its text, without a compiler.

/** A declaration with a doc comment. */
export interface Declared {
  /** With the names it lies in: `Client.Options.timeout`. */
  readonly name: string;
  /** As it is written, on one line per member, without its body. */
  readonly signature: string;
  /** The comment between its marks, without the stars at the edge. */
  readonly doc: string;
  /** How many names it lies in. */
  readonly depth: number;
}

const LONGEST_SIGNATURE = 600;
const MOST_DECLARED = 5_000;
const DEEPEST = 8;
const WORDS = 'export|default|declare|abstract|static|readonly|public|protected|async|get|set|const|let|var|override';
const HEAD = new RegExp(
  `^(?:(?:${WORDS})\\s+)*(?:(function|class|interface|type|enum|namespace|module)\\b\\s*\\*?\\s*)?(\\[[\\w.]{1,80}\\]|["'][^"'\\n]{1,80}["']|[\\w$.]{1,120})?`,
);
const HOLDERS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'namespace', 'module']);

/** Every documented declaration in the order of the text, a bounded number. Linear in the text; never throws. */
export function scanDeclarations(text: string): readonly Declared[] {
  const found: Declared[] = [];
  scan(text, [], found);
  return found;
}

/** One pass; `outer` are the names that the text lies in. */
function scan(text: string, outer: readonly string[], found: Declared[]): void {
  /** The names of the open braces; undefined for one that is no holder of members. */
  const open: (string | undefined)[] = [];
  let doc: string | undefined;
  let at = 0;
  /** Where the statement began that is being read. */
  let from = 0;
  /** The members of types that it writes in place. */
  let inPlace: string[] = [];
  const begin = (next: number): void => {
    from = next;
    doc = undefined;
    inPlace = [];
  };
  while (at < text.length && found.length < MOST_DECLARED) {
    const char = text[at] as string;
    if (char === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      const next = end < 0 ? text.length : end + 2;
      // Only in front of a statement: one inside of it is about something else.
      if (text[at + 2] === '*' && end > at + 3 && isBlank(text, from, at)) {
        doc = text.slice(at + 3, end);
        from = next;
      }
      at = next;
    } else if (char === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at);
      const next = end < 0 ? text.length : end + 1;
      if (isBlank(text, from, at)) from = next;
      at = next;
    } else if (char === '"' || char === "'" || char === '`') at = afterString(text, at);
    else if (char === '(' || char === '[' || char === '<') at = afterGroup(text, at);
    else if (char === '{') {
      const head = headOf(text, from, at);
      const isHolder = head.kind !== undefined && HOLDERS.has(head.kind);
      if (isHolder || isBlank(text, from, at)) {
        note(head, at);
        open.push(isHolder ? head.name : undefined);
        at++;
        begin(at);
      } else {
        const end = afterGroup(text, at);
        inPlace.push(text.slice(at + 1, end - 1));
        at = end;
      }
    } else if (char === '}' || char === ';' || (char === ',' && outer.length + open.length > 0)) {
      note(headOf(text, from, at), at);
      if (char === '}') open.pop();
      at++;
      begin(at);
    } else if (char === '\n') {
      const next = afterSpace(text, at);
      if (isBlank(text, from, at)) from = next;
      else if (endsLine(text, at, next)) {
        note(headOf(text, from, at), at);
        begin(next);
      }
      at = next;
    } else at++;
  }
  if (outer.length > 0) note(headOf(text, from, text.length), text.length);

  function note(head: Head, end: number): void {
    if (head.name === undefined || outer.length + open.length > DEEPEST) return;
    const around = [...outer, ...open.filter((one) => one !== undefined)];
    if (doc !== undefined) keep(head.name, end, doc, around);
    for (const members of inPlace) if (members.includes('/**')) scan(members, [...around, head.name], found);
  }

  function keep(name: string, end: number, doc: string, around: readonly string[]): void {
    const written = text.slice(from, Math.min(end, from + LONGEST_SIGNATURE * 4));
    const signature = written
      .replace(/\/\*[\s\S]*?\*\//g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (/^(?:private\b|#|_)/.test(signature) || /@(?:internal|hidden|private)\b/.test(doc)) return;
    found.push({
      name: [...around, name].join('.'),
      signature: signature.length > LONGEST_SIGNATURE ? `${signature.slice(0, LONGEST_SIGNATURE)} …` : signature,
      doc: withoutStars(doc),
      depth: around.length,
    });
  }
}

/** What a statement goes on behind, and what it goes on with on the next line. */
const OPEN_END = /(?:[=|&:,?<(+-]|=>|\b(?:extends|implements|export|default|declare|type|keyof|typeof|readonly))$/;
const GOES_ON = /^(?:[|&=?:.,<>({)\]]|(?:extends|implements|from|as|is)\b)/;

/** Whether a line end is the end of a statement without a semicolon. */
function endsLine(text: string, end: number, next: number): boolean {
  const before = text.slice(Math.max(0, end - 40), end).trimEnd();
  return before !== '' && !OPEN_END.test(before) && !GOES_ON.test(text.slice(next, next + 12));
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] as string)) at++;
  return at;
}

interface Head {
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
}

function headOf(text: string, from: number, end: number): Head {
  const [, kind, name] = HEAD.exec(text.slice(from, Math.min(end, from + 400)).trimStart()) ?? [];
  return { kind, name: name?.replace(/^["'](.*)["']$/, '$1') };
}

function withoutStars(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^[ \t]*\*?[ \t]?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** Whether there is only white space; called often for the same beginning, and ends at the first other character. */
function isBlank(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (!/\s/.test(text[at] as string)) return false;
  return true;
}

function afterString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === '\n' && quote !== '`') return at;
  }
  return text.length;
}

/** The offset behind the bracket that closes a group; `=>` closes none. A group that is never closed ends with the text. */
function afterGroup(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === '"' || char === "'" || char === '`') {
      at = afterString(text, at);
      continue;
    }
    if (char === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 2;
      continue;
    }
    if (char === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
      continue;
    }
    if (char === '(' || char === '[' || char === '{' || char === '<') depth++;
    else if (char === ')' || char === ']' || char === '}' || (char === '>' && text[at - 1] !== '=')) depth--;
    at++;
    if (depth <= 0) return at;
  }
  return at;
}
