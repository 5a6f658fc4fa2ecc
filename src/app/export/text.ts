// How pages are written down: a Markdown file with front matter, lines of JSON, llms.txt and llms-full.txt (C6).

import { printable, printableJson } from '../../core/printable.ts';
import { shortened } from '../../core/text-end.ts';
import { readable } from '../../core/url/percent.ts';
import type { ChunkRecord } from '../../frontier/port.ts';
import type { StoredPage } from '../../frontier/port-pages.ts';
import { linkTo } from '../search/link.ts';

/** C2: as long as a quotation may be. */
const LONGEST_DESCRIPTION = 200;
const LONGEST_TITLE = 200;

/** A page with its Markdown, and what is known about it above: titles and texts are JSON strings, which YAML reads as they are. */
export function markdownFile({ page, provider, verifiedAt }: StoredPage, markdown: string): string {
  const { title, finalUrl, fetchedAt, hash, language, facts } = page;
  const lines = [
    ['title', title],
    ['source', finalUrl],
    ['provider', provider],
    ['fetched', isoTime(fetchedAt)],
    ['verified', isoTime(verifiedAt)],
    ['hash', hash],
    ['language', language],
    ['description', facts.description],
  ].filter(([, value]) => value !== undefined && value !== '');
  const front = lines.map(([name, value]) => `${name}: ${printable(JSON.stringify(value))}\n`).join('');
  return `---\n${front}---\n\n${markdown.trimEnd()}\n`;
}

/** A chunk as one line; `kind` states whether `text` is all of it or its beginning. */
export function chunkLine({ page, provider, verifiedAt }: StoredPage, chunk: ChunkRecord): string {
  const { id, anchor, headings, text, preview, tokens, hash } = chunk;
  const line = {
    id,
    url: linkTo({ url: page.finalUrl, anchor, ids: [] }, []),
    title: page.title,
    headings,
    kind: text === undefined ? 'preview' : 'text',
    text: text ?? preview,
    tokens,
    hash,
    provider,
    fetched: isoTime(page.fetchedAt),
    verified: isoTime(verifiedAt),
    ...(page.language !== undefined && { language: page.language }),
  };
  return `${printableJson(JSON.stringify(line))}\n`;
}

/** The head of an llms.txt: a title and one sentence. */
export function llmsHead(name: string, summary: string): string {
  return `# ${oneLine(name, LONGEST_TITLE)}\n\n> ${oneLine(summary, LONGEST_DESCRIPTION)}\n`;
}

/** A section's heading: the folder's name. */
export function llmsSection(folder: string): string {
  return `\n## ${oneLine(readable(folder.replace(/\/+$/, '')), LONGEST_TITLE) || 'Pages'}\n\n`;
}

/** A page in the list: its link, and its own description unless it may not be quoted. */
export function llmsLink({ page: { title, finalUrl, facts } }: StoredPage, mayQuote: boolean): string {
  const name = oneLine(title, LONGEST_TITLE) || oneLine(finalUrl, LONGEST_TITLE);
  const description = mayQuote ? oneLine(facts.description ?? '', LONGEST_DESCRIPTION) : '';
  return `- [${name}](${linkable(finalUrl)})${description && `: ${description}`}\n`;
}

/** A page in llms-full.txt: its title, where it is from, its Markdown. */
export function llmsPage({ page: { title, finalUrl } }: StoredPage, markdown: string): string {
  const end = markdown.indexOf('\n');
  const [first, rest] = end < 0 ? [markdown, ''] : [markdown.slice(0, end), markdown.slice(end)];
  const heading = first.startsWith('# ') ? first : `# ${oneLine(title, LONGEST_TITLE) || linkable(finalUrl)}`;
  const body = (first.startsWith('# ') ? rest : markdown).trim();
  return `${heading}\nSource: ${linkable(finalUrl)}\n\n${body}${body === '' ? '' : '\n\n'}`;
}

/** One line in which nothing is Markdown or HTML. */
function oneLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return printable(shortened(line, longest).replace(/[\\[\]<`]/g, '\\$&'));
}

/** Parentheses would end a link, spaces too. */
function linkable(url: string): string {
  return printable(url).replace(/[()<>\s\\]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
