// Where emphasis, deletions, links and small raised or lowered text begin and end in a line.
import { type CharacterClass, classOf, codePointBefore } from './characters.ts';

export type MarkKind = 'strong' | 'em' | 'del' | 'sub' | 'sup' | 'link';

/** One stretch of text between two marks. */
export interface Mark {
  readonly kind: MarkKind;
  /** The target of a link. */
  readonly target: string;
  /** Written as HTML, because CommonMark would not see the marks in their place. */
  asHtml: boolean;
}

/** Text as it is written in the page, code, Markdown that is ready, or a line break. */
export interface TextPiece {
  readonly kind: 'text' | 'code' | 'raw' | 'break';
  value: string;
}

/** The opening or closing mark of a stretch. */
export interface MarkPiece {
  readonly kind: 'open' | 'close';
  readonly value: Mark;
}

export type Piece = TextPiece | MarkPiece;

export function isMark(piece: Piece): piece is MarkPiece {
  return piece.kind === 'open' || piece.kind === 'close';
}

const delimiters = { strong: '**', em: '*', del: '~~' } as const;
const tags = { strong: 'strong', em: 'em', del: 'del', sub: 'sub', sup: 'sup' } as const;

/** What is written where a stretch begins or ends. */
export function markText({ kind, target, asHtml }: Mark, opens: boolean): string {
  if (kind === 'link') return opens ? '[' : `](${target})`;
  if (!asHtml && kind !== 'sub' && kind !== 'sup') return delimiters[kind];
  return opens ? `<${tags[kind]}>` : `</${tags[kind]}>`;
}

/**
 * Decides which marks CommonMark would not open or close, such as `**중요(important)**합니다`, and makes them HTML.
 * `written` holds the Markdown of each piece that is not a mark.
 */
export function settleMarks(pieces: readonly Piece[], written: readonly string[]): void {
  // One mark that becomes HTML is punctuation to its neighbours; three rounds settle all that can depend on each other.
  for (let round = 0; round < 3; round++) {
    let changed = false;
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as Piece;
      if (!isMark(piece) || !isDelimiter(piece.value)) continue;
      if (holds(pieces, written, at, piece.kind === 'open', piece.value)) continue;
      piece.value.asHtml = true;
      changed = true;
    }
    if (!changed) return;
  }
}

function isDelimiter({ kind, asHtml }: Mark): boolean {
  return !asHtml && (kind === 'strong' || kind === 'em' || kind === 'del');
}

function holds(
  pieces: readonly Piece[],
  written: readonly string[],
  at: number,
  opens: boolean,
  { kind }: Mark,
): boolean {
  const sign = delimiters[kind as 'strong'].charAt(0);
  const inside = neighbour(pieces, written, at, opens ? 1 : -1, sign);
  const outside = neighbour(pieces, written, at, opens ? -1 : 1, sign);
  // `*a***b**`: what closes and what opens would be one run.
  if (inside === 'other-end' || (opens && outside === 'other-end')) return false;
  if (inside === 'space') return false;
  if (inside === 'letter' || outside === 'other-end') return true;
  return outside === 'space' || outside === 'punctuation';
}

/** What is next to a run of marks of one sign; `other-end` when marks of the same sign turn round there. */
function neighbour(
  pieces: readonly Piece[],
  written: readonly string[],
  from: number,
  step: 1 | -1,
  sign: string,
): CharacterClass | 'other-end' {
  const kind = pieces[from]?.kind;
  for (let at = from + step; at >= 0 && at < pieces.length; at += step) {
    const piece = pieces[at] as Piece;
    if (!isMark(piece)) {
      const text = written[at] as string;
      if (text === '') continue;
      return classOf(step > 0 ? (text.codePointAt(0) as number) : codePointBefore(text, text.length));
    }
    if (!isDelimiter(piece.value) || delimiters[piece.value.kind as 'strong'].charAt(0) !== sign) return 'punctuation';
    if (piece.kind !== kind) return 'other-end';
  }
  return 'space';
}
