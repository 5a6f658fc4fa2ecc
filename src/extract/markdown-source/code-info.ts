// What follows a code fence: the language, and a title or a tab's label.

const word = /^[\p{L}\p{N}][\p{L}\p{N}_+#.-]*/u;
const directive = /^\{(?:code-block|code-cell|code|sourcecode|highlight|literalinclude)\}\s*/;
const maxLanguage = 40;

/** The language of a fence in lower case, from `js`, `rust,ignore`, `{.python}`, `{python}`, `{code-block} python`. */
export function fenceLanguage(info: string): string | undefined {
  const bare = info.replace(directive, '').replace(/^\{?\s{0,9}[.=]?/, '');
  const language = word.exec(bare)?.[0];
  if (language === undefined || language.length > maxLanguage) return undefined;
  // `{title=x}` and `title="x"` are attributes, not languages.
  return bare.charAt(language.length) === '=' ? undefined : language.toLowerCase();
}

const title = /(?:^|[\s{,])(?:title|filename|file)=(?:"([^"]*)"|'([^']*)'|\{"([^"]*)"\})/;
const label = /^\S+\s{1,9}\[([^[\]]+)\](?![(:])/;

/** A file name or a tab's label, plain text: `title="app.js"`, or `[npm]` as VitePress writes it. */
export function codeTitle(info: string): string | undefined {
  const [, double, single, braced] = title.exec(info) ?? [];
  const found = double ?? single ?? braced ?? label.exec(info)?.[1];
  return found === undefined || found.trim() === '' ? undefined : found.trim();
}
