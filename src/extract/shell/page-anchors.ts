// Sets the ids of an OpenAPI document's headings to those of the page that shows it.
import type { Block, HeadingBlock } from '../../core/document.ts';

/** The longest id that a viewer makes of a name, such as `tag/jobs/operation/listJobs`. */
const longestId = 300;

/**
 * The document's blocks with links that work on the page: a heading's anchor is the id of the page whose last part is the operation's
 * id, or the heading's text. It has none where several ids match, or where the page has none before scripts write it: the name
 * that the document has for it leads nowhere there.
 */
export function withPageAnchors(document: readonly Block[], page: readonly Block[]): readonly Block[] {
  const known = idsByName(page);
  return document.map((block) => (block.kind === 'heading' ? anchored(block, known) : block));
}

function anchored(heading: HeadingBlock, known: ReadonlyMap<string, string>): HeadingBlock {
  const { anchor = '', text } = heading;
  const found = known.get(folded(anchor)) || known.get(folded(text)) || undefined;
  return { ...heading, anchor: found, ids: found === undefined ? [] : [found] };
}

/** The ids by their last part; an empty one where several end alike. */
function idsByName(page: readonly Block[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const { ids } of page) {
    for (const id of ids) {
      const name = id.length > longestId ? '' : folded(id.slice(id.lastIndexOf('/') + 1));
      if (name !== '' && known.get(name) !== id) known.set(name, known.has(name) ? '' : id);
    }
  }
  return known;
}

/** Letters and digits in lower case: viewers write blanks and signs in their own ways. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
