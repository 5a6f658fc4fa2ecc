// Components of MDX: their tags are removed, their text stays.
import { isAdmonitionName, titleOf } from './admonition.ts';
import { attributesOf } from './html-tag.ts';

/** One tag of a component. */
export interface ComponentTag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'alone';
  /** A heading for what it holds: a tab's label, a card's title. */
  readonly label: string;
  /** Whether what it holds is a quotation: a note, a warning. */
  readonly quoted: boolean;
  /** Whether it is nothing but a name. */
  readonly bare: boolean;
  readonly end: number;
}

// One small letter at least: `<DIV>` is HTML, `<T>` a type.
const name = /<(\/?)([A-Z][A-Z0-9_.]*[a-z][\w.]*)/y;
const maxTag = 4_096;

/** The component tag that starts at `at`; undefined when there is none, `open` when the text ends before it does. */
export function componentTag(text: string, at: number): ComponentTag | 'open' | undefined {
  name.lastIndex = at;
  const found = name.exec(text);
  if (found === null) return undefined;
  const end = endOfTag(text, name.lastIndex);
  if (end === undefined || end === 'open') return end;
  const tag = text.slice(at, end);
  const [, slash, called = ''] = found;
  const kind = slash === '/' ? 'close' : tag.endsWith('/>') ? 'alone' : 'open';
  const bare = /^<\/?[\w.]+>$/.test(tag);
  return { name: called, kind, bare, end, ...(kind === 'close' ? { label: '', quoted: false } : labelOf(called, tag)) };
}

// Values in braces are JavaScript: braces are counted, quoted text is skipped.
function endOfTag(text: string, from: number): number | 'open' | undefined {
  const last = Math.min(text.length, from + maxTag);
  let depth = 0;
  for (let at = from; at < last; at++) {
    const unit = text.charAt(at);
    if (unit === '"' || unit === "'" || (unit === '`' && depth > 0)) {
      const close = text.indexOf(unit, at + 1);
      if (close < 0 || close >= last) return last < text.length ? undefined : 'open';
      at = close;
    } else if (unit === '{') depth++;
    else if (unit === '}') depth--;
    else if (depth > 0) continue;
    else if (unit === '>') return at + 1;
    else if (unit === '<') return undefined;
  }
  return last < text.length ? undefined : 'open';
}

/** Attributes that name what a component holds, the first that is there. */
const labels: ReadonlyMap<string, readonly string[]> = new Map([
  ['TabItem', ['label', 'value']],
  ['Tab', ['label', 'title', 'value']],
]);
const otherLabels = ['title', 'label'] as const;

function labelOf(called: string, tag: string): { readonly label: string; readonly quoted: boolean } {
  const attributes = attributesOf(tag);
  const label = (labels.get(called) ?? otherLabels)
    .map((key) => attributes.get(key))
    .find((value) => value !== undefined);
  if (called === 'Admonition' || called === 'Aside' || called === 'Callout' || called === 'Alert') {
    return { label: label ?? titleOf(attributes.get('type') ?? 'note'), quoted: true };
  }
  if (isAdmonitionName(called)) return { label: label ?? titleOf(called), quoted: true };
  return { label: label ?? '', quoted: false };
}

const closing = /<\/([A-Z][\w.]*)\s{0,9}>/g;

/** The names of all components that are closed somewhere: a `<T>` that never is may be a type in prose. */
export function closedComponents(source: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!source.includes('</')) return found;
  for (const [, called = ''] of source.matchAll(closing)) found.add(called);
  return found;
}

const maxTagLines = 50;

/**
 * The tags of a line that is nothing but tags, which may go on in further lines, and the last line they take. Else the line
 * that a tag without an end was looked for in: none that starts before `from` is looked for further than its own line.
 */
export function componentLines(
  content: string,
  lines: readonly string[],
  line: number,
  from: number,
): { readonly tags: readonly ComponentTag[]; readonly last: number } | number {
  const tags: ComponentTag[] = [];
  let text = content;
  let last = line;
  for (let at = 0; at < text.length; ) {
    const tag = componentTag(text, at);
    if (tag === 'open') {
      const next = lines[last + 1];
      if (next === undefined || last < from || last - line >= maxTagLines) return last;
      last++;
      text += `\n${next}`;
      continue;
    }
    if (tag === undefined) return line;
    tags.push(tag);
    at = tag.end;
    while (text.charCodeAt(at) <= 0x20) at++;
  }
  return { tags, last };
}
