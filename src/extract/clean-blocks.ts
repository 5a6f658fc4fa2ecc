// What must not be kept of a page's text (E5, FAULTS 48): mail addresses, and characters that nobody sees.
import type { Block } from '../core/document.ts';
import { redactEmails } from './emails.ts';
import { stripInvisible } from './invisible.ts';

/** The same blocks without mail addresses and invisible characters; the very same where there are none. */
export function cleanBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(cleanBlock);
}

/** A title, a description, a name: prose without either. */
export function cleanText(text: string): string {
  return redactEmails(stripInvisible(text), 'prose');
}

function cleanBlock(block: Block): Block {
  const names = cleanAll(block.names, cleanCode);
  const kept = names === block.names ? block : { ...block, names };
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

function cleanAll(texts: readonly string[], clean: (text: string) => string): readonly string[] {
  const cleaned = texts.map(clean);
  return cleaned.every((text, at) => text === texts[at]) ? texts : cleaned;
}

function cleanCode(code: string): string {
  return redactEmails(stripInvisible(code), 'code');
}

/** Code spans are code, the rest is prose. */
function cleanMarkdown(markdown: string): string {
  const seen = stripInvisible(markdown);
  if (!seen.includes('@')) return seen;
  if (!seen.includes('`')) return redactEmails(seen, 'prose');
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
