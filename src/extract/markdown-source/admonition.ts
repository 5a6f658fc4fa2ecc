// Notes, warnings and other directives in the dialects of Markdown that have them, and how they are written here.

/** Kinds that become a quotation with a title; everything else that looks like a directive only loses its marks. */
const admonitions: ReadonlySet<string> = new Set(
  `abstract admonition attention bug callout caution check danger deprecated error example failure fail hint important info
  missing note notice question quote remark seealso see-also success summary tip tldr todo warn warning`.split(/\s+/),
);

/** Titles that are not the kind with a capital letter. */
const titles: ReadonlyMap<string, string> = new Map([
  ['seealso', 'See also'],
  ['see-also', 'See also'],
  ['todo', 'To do'],
  ['tldr', 'TL;DR'],
  ['warn', 'Warning'],
  ['admonition', 'Note'],
  ['callout', 'Note'],
]);

/** The parts of a line that opens a directive. */
export interface Directive {
  /** Whether it becomes a quotation. */
  readonly quoted: boolean;
  /** As it was written, Markdown; empty when it has none. */
  readonly title: string;
}

/** Whether a name is that of a note, a warning, … */
export function isAdmonitionName(name: string): boolean {
  return admonitions.has(name.toLowerCase());
}

/** The title of an admonition that has none itself. */
export function titleOf(kind: string): string {
  const name = kind.toLowerCase();
  return titles.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

const colons = /^(:{3,})[ \t]*\{?\.?([A-Za-z][\w-]*)/;

/** `:::note Title`, `::: warning`, `:::tip[Title]`, `:::{note}`, `::: {.note title="…"}`; the marks' length ends it. */
export function colonDirective(content: string): (Directive & { readonly length: number }) | undefined {
  const found = colons.exec(content);
  const name = found?.[2];
  if (found === null || name === undefined) return undefined;
  return { ...directive(name, content.slice(found[0].length)), length: found[1]?.length ?? 3 };
}

const fenced = /^\{([A-Za-z][\w-]*)\}(.*)$/;

/** MyST writes a note as a fence whose info is `{note} Title`. */
export function fencedDirective(info: string): Directive | undefined {
  const [, name, rest = ''] = fenced.exec(info) ?? [];
  return name !== undefined && isAdmonitionName(name) ? directive(name, rest) : undefined;
}

const indented = /^(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)([^"]*)(?:"(.*)")?$/;

/** MkDocs' `!!! note "Title"` and `??? note`; their content is indented. An empty title means that none is shown. */
export function bangDirective(content: string): Directive | undefined {
  const [, name, classes = '', title] = indented.exec(content.trimEnd()) ?? [];
  if (name === undefined || /[^\w\s-]/.test(classes)) return undefined;
  return { quoted: true, title: title ?? titleOf(name) };
}

const tab = /^===[!+]?[ \t]+"([^"]*)"$/;

/** MkDocs Material's `=== "Label"`; its content is indented. */
export function tabDirective(content: string): Directive | undefined {
  const label = tab.exec(content.trimEnd())?.[1];
  return label === undefined ? undefined : { quoted: false, title: label };
}

const alert = /^\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)$/;

/** The title of GitHub's `[!NOTE]`, the first line of a quotation. */
export function alertTitle(line: string): string | undefined {
  const [, name, title = ''] = alert.exec(line.trim()) ?? [];
  if (name === undefined || !isAdmonitionName(name)) return undefined;
  return title === '' ? titleOf(name) : title;
}

function directive(name: string, rest: string): Directive {
  const quoted = isAdmonitionName(name);
  const title = titleIn(rest.trim());
  return { quoted, title: title === '' && quoted ? titleOf(name) : title };
}

function titleIn(rest: string): string {
  const attribute = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(rest);
  if (attribute !== null) return attribute[1] ?? attribute[2] ?? '';
  if (rest.startsWith('[')) return rest.slice(1, rest.lastIndexOf(']') < 1 ? undefined : rest.lastIndexOf(']'));
  const plain = rest.startsWith('}') ? rest.slice(1).trim() : rest;
  return plain.startsWith('{') || plain.startsWith('#') || /^[.\w-]*\}$/.test(plain) ? '' : plain;
}
