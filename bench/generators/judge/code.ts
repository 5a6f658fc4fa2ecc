// What a code block shows and which language the page names for it.
import { sameLanguages } from '../../../test/extract/parse-back.ts';
import { type AnyNode, classesOf, type Element, isElement } from './tree.ts';

export interface CodeRules {
  readonly drop: ReadonlySet<Element>;
  readonly lines: ReadonlySet<Element>;
}

const notCode: ReadonlySet<string> = new Set('button svg script style template select textarea input'.split(' '));
const blocks: ReadonlySet<string> = new Set('div p tr li'.split(' '));

/** The block's text as a browser copies it, without white space at its end. */
export function codeText(block: Element, rules: CodeRules): string {
  const parts: string[] = [];
  collect(block.children, signed(block, rules), parts, block.name === 'pre');
  const text = withEmptyLines(parts.join('').replace(/\r\n?/g, '\n'));
  return text.trim() === '' ? '' : text.trimEnd();
}

/** A line of nothing but blanks is an empty one. */
export function withEmptyLines(code: string): string {
  return code.replace(/^[ \t\u00a0]+$/gm, '');
}

type SignedRules = CodeRules & { readonly signs: ReadonlyMap<Element, string> };

/** D16: the signs that the style sheets of Expressive Code and Shiki show before the lines of a block that has some. */
function signed(block: Element, rules: CodeRules): SignedRules {
  const signs = new Map<Element, string>();
  const look = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (!isElement(node)) continue;
      const classes = classesOf(node);
      if (!classes.some((word) => word === 'ec-line' || word === 'line')) look(node.children);
      else if (classes.some((word) => word === 'ins' || word === 'add')) signs.set(node, '+');
      else signs.set(node, classes.some((word) => word === 'del' || word === 'remove') ? '-' : ' ');
    }
  };
  look(block.children);
  const hasSigns = [...signs.values()].some((sign) => sign !== ' ');
  return { ...rules, signs: hasSigns ? signs : new Map() };
}

function collect(nodes: readonly AnyNode[], rules: SignedRules, parts: string[], isPre: boolean): void {
  for (const node of nodes) {
    // Outside of pre, white space between lines is only the source's.
    if (node.type === 'text' && (isPre || node.data.trim() !== '' || !endsLine(parts))) parts.push(node.data);
    if (!isElement(node) || notCode.has(node.name) || rules.drop.has(node)) continue;
    if (node.name === 'br') parts.push('\n');
    const isLine = blocks.has(node.name) || rules.lines.has(node);
    if (isLine) breakLine(parts);
    const sign = rules.signs.get(node);
    const own: string[] = sign === undefined ? parts : [];
    collect(node.children, rules, own, isPre || node.attribs.class === 'line');
    if (sign !== undefined) parts.push(sign, own.join('').replace(/^\n/, ''));
    if (isLine && !endsLine(parts)) parts.push('\n');
  }
}

function endsLine(parts: readonly string[]): boolean {
  return parts.findLast((part) => part !== '')?.endsWith('\n') ?? true;
}

function breakLine(parts: string[]): void {
  if (!endsLine(parts)) parts.push('\n');
}

const noLanguage: ReadonlySet<string> = new Set(
  'default none text plaintext plain nohighlight txt code no-highlight notranslate highlight ansi output fallback'.split(
    ' ',
  ),
);

/** The language as the page names it, in lower case; undefined where it names none. */
export function markedLanguage(block: Element): string | undefined {
  const inner = block.children.find((child) => isElement(child) && child.name === 'code') as Element | undefined;
  const places = [inner, block];
  for (let above = block.parent, up = 0; up < 4 && above !== null && isElement(above); above = above.parent, up++) {
    if (above.children.filter((child) => isElement(child) && child.name !== 'button').length > 3) break;
    places.push(above);
  }
  for (const place of places) {
    const found = place && languageAt(place);
    if (found !== undefined) return noLanguage.has(found.split(',')[0] ?? '') ? undefined : found;
  }
  return undefined;
}

function languageAt(element: Element): string | undefined {
  const { attribs } = element;
  const attribute = attribs['data-lang'] ?? attribs['data-language'];
  if (attribute !== undefined && attribute !== '') return attribute.toLowerCase();
  const classes = classesOf(element);
  for (const name of classes) {
    const found = /^(?:language|lang|highlight-source|highlight-text|highlight|brush|tab)-:?(.+)$/.exec(name)?.[1];
    if (found !== undefined && !/^(?:light|dark|panel|pane|content|block|size-\d+)$/.test(found))
      return found.toLowerCase();
  }
  const at = classes.findIndex((name) => name === 'sourceCode' || name === 'brush:');
  if (at >= 0 && classes[at + 1] !== undefined) return classes[at + 1]?.toLowerCase();
  if (element.name === 'pre' && classes.includes('rust')) return 'rust';
  return undefined;
}

const sameNames: readonly (readonly string[])[] = [
  ...sameLanguages,
  ['pycon', 'pycon3'],
  ['ruby', 'rb'],
  ['rust', 'rs'],
  ['html', 'markup'],
];

export function isSameLanguage(marked: string, written: string | undefined): boolean {
  const other = written?.toLowerCase() ?? '';
  // rustdoc and mdBook add how an example is tested.
  return (
    marked === other ||
    marked.split(',')[0] === other ||
    sameNames.some((names) => names.includes(marked) && names.includes(other))
  );
}
