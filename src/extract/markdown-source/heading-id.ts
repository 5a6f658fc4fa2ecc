// A heading's own id, behind its text: `{#id}`, `{: #id .class }`, `{/* #id */}`.

/** The heading's text without its attributes, and the id among them. */
export function takeHeadingId(source: string): { readonly text: string; readonly id?: string } {
  const text = source.trimEnd();
  if (!text.endsWith('}')) return { text: source };
  const open = text.lastIndexOf('{');
  if (open < 0 || text.charAt(open - 1) === '\\') return { text: source };
  const inner = text.slice(open + 1, -1).replace(/^\/\*|\*\/$/g, '');
  const parts = inner
    .replace(/^:/, '')
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => /^(?:[#.][^\s#]+|[\w-]+=\S*)$/.test(part))) return { text: source };
  const id = parts.find((part) => part.startsWith('#'))?.slice(1);
  return { text: text.slice(0, open).trimEnd(), ...(id === undefined ? {} : { id }) };
}
