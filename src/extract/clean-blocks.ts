// What must not be kept of a page's text (E5, FAULTS 48): mail addresses and invisible characters.
import { type Block, renderBlock } from '../core/document.ts';
import { hiddenIn, stripInvisible } from '../core/invisible.ts';
import { redactBesideSpans, redactEmails } from './emails.ts';
import { mayHoldAddress } from './emails-spelled.ts';

/** The blocks without mail addresses and invisible characters; the passed array where there are none. */
export function cleanBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(cleanBlock);
}

/** The longest kept part of what removed characters spell. */
const mostHidden = 200;

/**
 * What invisible characters in these blocks spelled: empty where that is not known, undefined where they hid nothing.
 * `clean` are the same blocks without them.
 */
export function hiddenInBlocks(blocks: readonly Block[], clean: readonly Block[]): string | undefined {
  let hidden: string | undefined;
  for (const [at, block] of blocks.entries()) {
    const spelled = block === clean[at] ? undefined : hiddenIn(renderBlock(block));
    if (spelled !== undefined) hidden = [hidden, spelled].filter(Boolean).join(' ').slice(0, mostHidden);
  }
  return hidden;
}

/** A title, a description or a name without mail addresses and invisible characters. */
export function cleanText(text: string): string {
  return redactEmails(stripInvisible(text), 'prose');
}

function cleanBlock(block: Block): Block {
  const kept = cleanPlace(block);
  switch (kept.kind) {
    case 'heading':
    case 'entry': {
      const markdown = cleanMarkdown(kept.markdown);
      const text = cleanMarkdown(kept.text);
      return markdown === kept.markdown && text === kept.text ? kept : { ...kept, markdown, text };
    }
    case 'text': {
      const markdown = cleanMarkdown(kept.markdown);
      return markdown === kept.markdown ? kept : { ...kept, markdown };
    }
    case 'code': {
      const code = cleanCode(kept.code);
      return code === kept.code ? kept : { ...kept, code };
    }
    case 'table': {
      const header = cleanMarkdown(kept.header);
      const rows = cleanAll(kept.rows, cleanMarkdown);
      return header === kept.header && rows === kept.rows ? kept : { ...kept, header, rows };
    }
  }
}

/** An id that is an address is no place to link to, but it is an address. */
function cleanPlace<B extends Block>(block: B): B {
  const names = cleanAll(block.names, cleanCode);
  const ids = block.ids.some(isAddress) ? block.ids.filter((id) => !isAddress(id)) : block.ids;
  if (names === block.names && ids === block.ids) return block;
  const anchor = 'anchor' in block && block.anchor !== undefined && isAddress(block.anchor) ? '' : undefined;
  return { ...block, names, ids, ...(anchor !== undefined && { anchor: block.kind === 'entry' ? '' : undefined }) };
}

function isAddress(id: string): boolean {
  return redactEmails(id, 'prose') !== id;
}

function cleanAll(texts: readonly string[], clean: (text: string) => string): readonly string[] {
  for (const text of texts) if (clean(text) !== text) return texts.map(clean);
  return texts;
}

function cleanCode(code: string): string {
  return redactEmails(stripInvisible(code), 'code');
}

/** Code spans are code, the rest is prose. */
function cleanMarkdown(markdown: string): string {
  const whole = stripInvisible(markdown);
  if (!mayHoldAddress(whole)) return whole;
  if (!whole.includes('`')) return redactEmails(whole, 'prose');
  const seen = redactBesideSpans(whole);
  // Odd pieces are runs of backticks; a span lasts from one run to the next of the same length.
  const pieces = seen.split(/(`+)/);
  let text = '';
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    const end = at % 2 === 1 ? pieces.indexOf(piece, at + 1) : -1;
    if (end > at && end % 2 === 1) {
      text += piece + redactEmails(pieces.slice(at + 1, end).join(''), 'code') + piece;
      at = end;
    } else text += at % 2 === 1 ? piece : redactEmails(piece, 'prose');
  }
  return text;
}
