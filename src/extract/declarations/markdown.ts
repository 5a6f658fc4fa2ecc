// A TypeScript declaration file as a Markdown page: a heading, the signature and the doc comment of each declaration.
import { type Declared, scanDeclarations } from './scan.ts';

/** The page, or undefined for a file that documents nothing. Never throws. */
export function declarationsPage(title: string, text: string): string | undefined {
  const declared = scanDeclarations(text);
  if (declared.length === 0) return undefined;
  return `# ${title}\n\n${declared.map(section).join('\n\n')}\n`;
}

function section({ name, signature, doc, depth }: Declared): string {
  const heading = `${'#'.repeat(Math.min(6, depth + 2))} ${name}`;
  return [heading, `\`\`\`ts\n${signature}\n\`\`\``, ...docParts(doc)].filter((part) => part !== '').join('\n\n');
}

/** A comment's text, then its tags: parameters and what is returned as a list, examples as code. */
function docParts(doc: string): readonly string[] {
  const [before = '', ...tags] = doc.split(/^(?=@[a-zA-Z]+)/m);
  const list: string[] = [];
  const rest: string[] = [];
  for (const tag of tags) {
    const [, kind = '', said = ''] = /^@([a-zA-Z]+)[ \t]*([\s\S]*)$/.exec(tag.trim()) ?? [];
    if (kind === 'example') rest.push(`Example:\n\n${said.includes('```') ? said.trim() : fenced(said.trim())}`);
    else if (kind === 'param') list.push(`- ${parameter(said)}`);
    else if (kind === 'returns' || kind === 'return') list.push(`- returns ${oneLine(said)}`);
    else if (kind === 'throws') list.push(`- throws ${oneLine(said)}`);
    else if (kind === 'default' || kind === 'defaultValue') list.push(`- default: ${oneLine(said)}`);
    else if (kind === 'deprecated') rest.unshift(`Deprecated. ${oneLine(said)}`.trim());
    else if (kind === 'remarks' || kind === 'description' || kind === 'summary') rest.push(linked(said.trim()));
  }
  return [linked(before.trim()), list.join('\n'), ...rest];
}

function parameter(said: string): string {
  const [, name = '', text = ''] = /^(?:\{[^}]*\}\s*)?\[?([\w$.]+)[^\s]*\s*-?\s*([\s\S]*)$/.exec(said) ?? [];
  return name === '' ? oneLine(said) : `\`${name}\` ${oneLine(text)}`.trim();
}

function oneLine(text: string): string {
  return linked(text.replace(/\s+/g, ' ').trim());
}

/** `{@link Name text}` as what a reader sees. */
function linked(text: string): string {
  return text.replace(
    /\{@link(?:code|plain)?\s+([^\s}|]+)(?:[\s|]+([^}]*))?\}/g,
    (_, to: string, label?: string) => label?.trim() || to,
  );
}

function fenced(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}
