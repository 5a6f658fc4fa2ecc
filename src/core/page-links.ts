// The links of a page as they are kept: packed small, because most pages of a site link to the same hundred others.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export interface PageLink {
  /** Absolute, as it is requested. */
  readonly url: string;
  /** What a reader sees of it; may be empty. */
  readonly text: string;
  readonly nofollow: boolean;
  /** Whether it is in the page's own content, not in a menu. */
  readonly inContent: boolean;
  /** Why the link is refused as it was written, where the query that is not requested is the reason. */
  readonly asWritten?: AsWritten | undefined;
}

/** A program called with a query, a URL that is too long, a query that the operator excludes. */
export type AsWritten = 'dynamic' | 'length' | 'excluded';

const NOFOLLOW = 1;
const IN_CONTENT = 2;
/** The higher bits of the flags, which are one digit to the base 32. */
const AS_WRITTEN: readonly (AsWritten | undefined)[] = Object.freeze([undefined, 'dynamic', 'length', 'excluded']);
const FLAG_BASE = 32;
/** More than any page of allowed size can hold, so that a damaged row cannot fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Packs links; the same links make the same bytes. */
export function packLinks(links: readonly PageLink[]): Uint8Array {
  const lines: string[] = [];
  let before = '';
  for (const { url, text, nofollow, inContent, asWritten } of links) {
    const same = sharedLength(before, url);
    const flags = (nofollow ? NOFOLLOW : 0) | (inContent ? IN_CONTENT : 0) | (AS_WRITTEN.indexOf(asWritten) << 2);
    lines.push(`${flags.toString(FLAG_BASE)}${same} ${url.slice(same)}\t${text.replace(/[\t\n]/g, ' ')}`);
    before = url;
  }
  return deflateRawSync(lines.join('\n'), { level: 1 });
}

/** The links that were packed. Throws on bytes that are no packed links. */
export function unpackLinks(packed: Uint8Array): readonly PageLink[] {
  const lines = inflateRawSync(packed, { maxOutputLength: MOST_BYTES }).toString('utf8');
  if (lines === '') return [];
  let before = '';
  return lines.split('\n').map((line) => {
    const space = line.indexOf(' ');
    const tab = line.indexOf('\t', space);
    const flags = Number.parseInt(line[0] ?? '', FLAG_BASE);
    const asWritten = AS_WRITTEN[flags >> 2];
    before = before.slice(0, Number(line.slice(1, space))) + line.slice(space + 1, tab);
    return {
      url: before,
      text: line.slice(tab + 1),
      nofollow: (flags & NOFOLLOW) !== 0,
      inContent: (flags & IN_CONTENT) !== 0,
      ...(asWritten !== undefined && { asWritten }),
    };
  });
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
