// The kit's pages in the Markdown of each generator: notices, tabs and terms are written in as many ways as there are generators.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const kitFolder = fileURLToPath(new URL('kit', import.meta.url));

export interface Notice {
  readonly kind: string;
  readonly title: string;
  readonly body: string;
}

export interface Tab {
  readonly label: string;
  readonly body: string;
}

/** How a generator writes what Markdown has no form for. */
export interface Dialect {
  notice(notice: Notice): string;
  /** Without it, one below the other with the label in bold. */
  tabs?(tabs: readonly Tab[]): string;
  /** Whether it knows `Term` and `: explanation`, formulas, footnotes. */
  readonly terms: boolean;
  readonly formulas: boolean;
  readonly footnotes: boolean;
  /** What comes before the page: front matter. */
  before?(title: string): string;
  /** Whether the title is part of the front matter and must not be in the text. */
  readonly titleInFront?: boolean;
}

/** The kit's pages by name (`guide.md`), written in a dialect. */
export function kitPages(dialect: Dialect): ReadonlyMap<string, string> {
  const folder = join(kitFolder, 'pages');
  return new Map(
    readdirSync(folder).map((name) => [name, inDialect(readFileSync(join(folder, name), 'utf8'), dialect)]),
  );
}

function inDialect(markdown: string, dialect: Dialect): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? '';
  let text = markdown.replace(
    /^:::(\w+)(?: (.+))?\n([\s\S]+?)^:::$/gm,
    (_, kind: string, heading = '', body: string) =>
      kind === 'tabs' ? tabsIn(body, dialect) : dialect.notice({ kind, title: heading, body: body.trim() }),
  );
  if (!dialect.terms) text = text.replace(/^(\S.*)\n: (.+)$/gm, '- **$1**: $2');
  if (!dialect.formulas) text = text.replace(/^\$\$\n([\s\S]+?)\n\$\$$/gm, '`$1`').replace(/\$([^$\n]+)\$/g, '`$1`');
  if (!dialect.footnotes) text = text.replace(/\[\^\w+\](?!:)/g, '').replace(/^\[\^\w+\]: /gm, '');
  if (dialect.titleInFront) text = text.replace(/^# .+\n+/, '');
  return (dialect.before?.(title) ?? '') + text;
}

function tabsIn(body: string, { tabs }: Dialect): string {
  const items = body
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [label = '', ...lines] = part.split('\n');
      return { label, body: lines.join('\n').trim() };
    });
  return tabs?.(items) ?? items.map(({ label, body: text }) => `**${label}**\n\n${text}`).join('\n\n');
}

/** Every line with `by` blanks before it. */
export function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

/** `> **Note**` and the text, for generators without notices. */
export function quoted({ kind, title, body }: Notice): string {
  const name = title || `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  return `> **${name}**\n>\n${body.replace(/^/gm, '> ')}`;
}
