// Presentation MathML as TeX: one pass over the formula from the inside out, without recursion (E3).
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import {
  endsInCommand,
  identifier,
  operator,
  overAccents,
  plain,
  type SymbolRole,
  textWords,
  underAccents,
} from './math-symbols.ts';
import { textOf } from './plain-text.ts';

/** A part of a formula, and what it is to its neighbours. */
interface Piece {
  readonly tex: string;
  readonly role: SymbolRole | 'space' | 'table-row' | 'table' | 'none' | 'prescripts';
}

interface Frame {
  readonly element: Element;
  readonly pieces: Piece[];
}

// Formulas have some hundred elements; what is larger is no formula for people.
const maxElements = 20_000;

/** The TeX of a `math` element; `undefined` when it is too large. */
export function texOfMathml(math: Element): string | undefined {
  const frames: Frame[] = [{ element: math, pieces: [] }];
  let node: ChildNode | null = math.children[0] ?? null;
  let seen = 0;
  for (;;) {
    while (node !== null) {
      if (++seen > maxElements) return undefined;
      if (isElement(node) && !leaves.has(node.name) && node.children.length > 0) {
        frames.push({ element: node, pieces: [] });
        node = node.children[0] as ChildNode;
        continue;
      }
      const piece = leafOf(node);
      if (piece !== undefined) top(frames).pieces.push(piece);
      node = node.next;
    }
    const { element, pieces } = frames.pop() as Frame;
    const piece = pieceOf(element, pieces);
    if (frames.length === 0) return piece.tex.replace(/ {2,}/g, ' ').trim();
    top(frames).pieces.push(piece);
    node = element.next;
  }
}

function top(frames: readonly Frame[]): Frame {
  return frames[frames.length - 1] as Frame;
}

/** Elements that hold text only, or nothing that is shown. */
const leaves: ReadonlySet<string> = new Set(
  'mi mn mo mtext ms mspace mglyph annotation annotation-xml mphantom none mprescripts maligngroup malignmark'.split(
    ' ',
  ),
);

function leafOf(node: ChildNode): Piece | undefined {
  if (isText(node)) return node.data.trim() === '' ? undefined : { tex: plain(node.data.trim()), role: 'atom' };
  switch (node.name) {
    case 'mi':
      return withVariant(identifier(textOf(node)), node.attribs.mathvariant);
    case 'mn':
      return withVariant({ tex: plain(textOf(node).trim()), role: 'atom' }, node.attribs.mathvariant);
    case 'mo':
      return operator(textOf(node));
    case 'mtext':
    case 'ms':
      return textPiece(textOf(node).replace(/\s+/g, ' '));
    case 'mspace':
      return { tex: spaceOf(node.attribs.width ?? ''), role: 'space' };
    case 'mprescripts':
      return { tex: '', role: 'prescripts' };
    default:
      return { tex: '', role: 'none' };
  }
}

function textPiece(text: string): Piece {
  if (text.trim() === '') return { tex: text === '' ? '' : '\\ ', role: 'space' };
  return { tex: textWords(text), role: 'atom' };
}

function spaceOf(width: string): string {
  const em = /^\s*(\d*\.?\d+)em/.exec(width.slice(0, 20))?.[1];
  if (em === undefined || Number(em) < 0.1) return '';
  return Number(em) < 0.9 ? '\\,' : '\\quad';
}

const variants: ReadonlyMap<string, string> = new Map([
  ['bold', 'mathbf'],
  ['bold-italic', 'boldsymbol'],
  ['double-struck', 'mathbb'],
  ['script', 'mathcal'],
  ['fraktur', 'mathfrak'],
  ['sans-serif', 'mathsf'],
  ['monospace', 'mathtt'],
]);

function withVariant(piece: Piece, variant: string | undefined): Piece {
  const command = variant === undefined ? undefined : variants.get(variant);
  if (command === undefined || piece.tex === '' || /^\\math/.test(piece.tex)) return piece;
  return { ...piece, tex: `\\${command}{${piece.tex}}` };
}

function pieceOf(element: Element, pieces: readonly Piece[]): Piece {
  const [first = empty, second = empty, third = empty] = pieces;
  switch (element.name) {
    case 'msup':
      return scripts(first, empty, second);
    case 'msub':
      return scripts(first, second, empty);
    case 'msubsup':
      return scripts(first, second, third);
    case 'munder':
      return underOver(first, second, empty);
    case 'mover':
      return underOver(first, empty, second);
    case 'munderover':
      return underOver(first, second, third);
    case 'mmultiscripts':
      return multiscripts(pieces);
    case 'mfrac':
      return fraction(first, second, element.attribs);
    case 'msqrt':
      return atom(`\\sqrt{${row(pieces).tex}}`);
    case 'mroot':
      return atom(`\\sqrt[${second.tex}]{${first.tex}}`);
    case 'mfenced':
      return fenced(pieces, element.attribs);
    case 'mtable':
      return table(pieces, element.attribs.columnalign ?? '');
    case 'mtr':
    case 'mlabeledtr':
      return { tex: cells(element.name === 'mtr' ? pieces : pieces.slice(1)), role: 'table-row' };
    case 'semantics':
    case 'maction':
      return first;
    default:
      return row(pieces);
  }
}

const empty: Piece = { tex: '', role: 'none' };

function atom(tex: string): Piece {
  return { tex, role: 'atom' };
}

/** Parts side by side. A sign between two parts has spaces around it; one that begins a row belongs to what follows. */
function row(pieces: readonly Piece[]): Piece {
  const shown = pieces.filter(({ tex }) => tex !== '');
  if (shown.length === 1) return shown[0] as Piece;
  const matrix = matrixOf(shown);
  if (matrix !== undefined) return matrix;
  const parts: string[] = [];
  let before: Piece['role'] = 'open';
  for (const [at, { tex, role }] of shown.entries()) {
    const isPrefix = before === 'open' || before === 'infix' || before === 'comma' || at === shown.length - 1;
    const isBetween: boolean = role === 'infix' && !isPrefix;
    if (role === 'space') parts.push(' ');
    parts.push(isBetween ? ` ${tex} ` : separated(parts.at(-1), tex));
    if (role === 'comma' || role === 'space' || (role === 'large' && /[_^]/.test(tex))) parts.push(' ');
    if (isBetween || role !== 'infix') before = role;
  }
  return atom(parts.join(''));
}

/** The name of a command ends before the next letter. */
function separated(left: string | undefined, right: string): string {
  return left !== undefined && /^[A-Za-z]/.test(right) && endsInCommand(left) ? ` ${right}` : right;
}

/** A table between parentheses, brackets or bars. */
function matrixOf(pieces: readonly Piece[]): Piece | undefined {
  const [left, middle, right] = pieces;
  if (pieces.length !== 3 || middle?.role !== 'table') return undefined;
  const name = matrices.get(`${left?.tex}${right?.tex}`);
  if (name === undefined || !middle.tex.startsWith('\\begin{matrix}')) return undefined;
  return atom(middle.tex.replace('\\begin{matrix}', `\\begin{${name}}`).replace(/\{matrix\}$/, `{${name}}`));
}

const matrices: ReadonlyMap<string, string> = new Map([
  ['()', 'pmatrix'],
  ['[]', 'bmatrix'],
  ['||', 'vmatrix'],
]);

function scripts(base: Piece, sub: Piece, sup: Piece): Piece {
  const primes = /^'+$/.test(sup.tex);
  const below = sub.tex === '' ? '' : `_${grouped(sub.tex)}`;
  const above = sup.tex === '' ? '' : primes ? sup.tex : `^${grouped(sup.tex)}`;
  const role = base.role === 'close' || base.role === 'large' ? base.role : 'atom';
  return { tex: baseOf(base.tex) + (primes ? above + below : below + above), role };
}

// One character or one command needs no braces.
function grouped(tex: string): string {
  return /^(?:\\[A-Za-z]+|[^\\{}^_ ])$/u.test(tex) ? tex : `{${tex.trim()}}`;
}

function baseOf(tex: string): string {
  if (tex === '') return '{}';
  return /^(?:\\[A-Za-z]+(?:\{[^{}]*\})?|\\.|[\d.]+|[^\\{}^_ ])$/u.test(tex) ? tex : `{${tex}}`;
}

function underOver(base: Piece, under: Piece, over: Piece): Piece {
  if (base.role === 'large') return scripts(base, under, over);
  const above = over.tex === '' ? base.tex : accented(base.tex, over, overAccents, 'overset');
  return atom(under.tex === '' ? above : accented(above, under, underAccents, 'underset'));
}

function accented(base: string, { tex }: Piece, accents: ReadonlyMap<string, string>, stacked: string): string {
  const accent = accents.get(tex) ?? accents.get(accentSigns.get(tex) ?? '');
  return accent === undefined ? `\\${stacked}{${tex}}{${base}}` : `${accent}{${base}}`;
}

// Accents that operators have another name for.
const accentSigns: ReadonlyMap<string, string> = new Map([
  ['\\to', '→'],
  ['\\sim', '~'],
  ['\\_', '_'],
]);

function multiscripts(pieces: readonly Piece[]): Piece {
  const [base = empty, ...rest] = pieces;
  const cut = rest.findIndex(({ role }) => role === 'prescripts');
  const [after, before] = cut < 0 ? [rest, []] : [rest.slice(0, cut), rest.slice(cut + 1)];
  const lead = before.length === 0 ? '' : scripts(empty, every(before, 0), every(before, 1)).tex;
  return atom(lead + scripts(base, every(after, 0), every(after, 1)).tex);
}

function every(pieces: readonly Piece[], parity: 0 | 1): Piece {
  return row(pieces.filter((_, at) => at % 2 === parity));
}

function fraction(above: Piece, below: Piece, { linethickness, bevelled }: Element['attribs']): Piece {
  if (/^0(?:[a-z%]|$)/.test(linethickness ?? '')) return atom(`{${above.tex} \\atop ${below.tex}}`);
  if (bevelled === 'true') return atom(`${grouped(above.tex)}/${grouped(below.tex)}`);
  return atom(`\\frac{${above.tex}}{${below.tex}}`);
}

function fenced(pieces: readonly Piece[], { open = '(', close = ')', separators = ',' }: Element['attribs']): Piece {
  const signs = Array.from(separators.replace(/\s/g, ''));
  const inside = pieces.flatMap((piece, at) => {
    const sign = signs[Math.min(at - 1, signs.length - 1)];
    return at === 0 || sign === undefined ? [piece] : [operator(sign), piece];
  });
  return row([operator(open), ...inside, { ...operator(close), role: 'close' }]);
}

function table(rows: readonly Piece[], alignment: string): Piece {
  const name = /^\s*right\s+left/.test(alignment) ? 'aligned' : 'matrix';
  const lines = rows.filter(({ role }) => role === 'table-row').map(({ tex }) => tex.trim());
  return { tex: `\\begin{${name}} ${lines.join(' \\\\ ')} \\end{${name}}`, role: 'table' };
}

function cells(pieces: readonly Piece[]): string {
  return pieces.map(({ tex }) => tex.trim()).join(' & ');
}
