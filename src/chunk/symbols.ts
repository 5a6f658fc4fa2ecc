// The identifiers of a chunk, for search: what its code names, and the ids that are names.

/** What documentation generators put before a name to make its id; the longer prefixes first. */
const idPrefixes: readonly string[] = Object.freeze([
  // Sphinx, Django
  ...['module-', 'term-', 'envvar-', 'cmdoption-', 'opcode-', 'confval-', 'c.'],
  ...['std-setting-', 'std-templatetag-', 'std-templatefilter-', 'std-fieldlookup-'],
  // rustdoc
  ...['method.', 'tymethod.', 'structfield.', 'variant.', 'associatedtype.', 'associatedconstant.', 'fn.', 'struct.'],
  ...['enum.', 'trait.', 'macro.', 'constant.', 'type.', 'static.', 'union.', 'derive.', 'attr.', 'primitive.'],
]);

/** What they call a thing that they count: `id1`, `index-3`, `section-2.1`, `fn:4`, `L120`. */
const countedThings: ReadonlySet<string> = new Set(
  `id index section sec toc toctree fn fnref footnote note ref cite citation heading header head h p para table tab tabs
   tabset tabpanel panel fig figure eq equation item li line lineno l anchor a example ex step chapter ch part page block cb
   code codecell cell content node el element input output img image list s t v q n idx auto gen target link`.split(
    /\s+/,
  ),
);
const counted = /^[-_]*([A-Za-z]*)[-_:.]{0,3}\d+(?:[-_.:]+\d+)*$/;

/** Generated ids: at least eight digits of a hash, one of them below ten. */
const hashed = /^(?=[a-z-_]*\d)[\da-f]{8,}(?:-[\da-f]{4,})*$/i;

const most = 200;
const longest = 100;

// A flag's dashes or a decorator's sign, then words that `.`, `::`, `->`, `#`, `/` or `-` hold together.
const identifier = /(?<![\p{L}\p{N}_$])[-@]{0,2}[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|->|[.#/-])[\p{L}\p{N}_$]+)*/gu;

/**
 * Identifiers in a chunk, each once, dotted ones whole: at most 200 of at most 100 characters. From names every
 * identifier, from an id the name it represents; ids that are counted (`id1`) or written for people (`see-also`) yield none.
 */
export function symbolsOf(chunk: {
  readonly names: readonly string[];
  readonly ids: readonly string[];
}): readonly string[] {
  const found = new Set<string>();
  const add = (symbol: string): void => {
    if (symbol.length > 1 && symbol.length <= longest && found.size < most) found.add(symbol);
  };
  for (const id of chunk.ids) for (const symbol of namesOfId(id)) add(symbol);
  for (const name of chunk.names) {
    if (found.size === most) break;
    if (isWholeSymbol(name)) add(name);
    else for (const [symbol] of name.slice(0, 10 * longest).matchAll(identifier)) add(symbol);
  }
  return [...found];
}

function namesOfId(id: string): readonly string[] {
  if (id.length > 10 * longest) return [];
  const hasDigit = /\d/.test(id);
  if (hasDigit && (isCounted(id) || hashed.test(id))) return [];
  const prefix = idPrefixes.find((start) => id.startsWith(start));
  const bare = (prefix === undefined ? id : id.slice(prefix.length)).replace(/[(<[].*$/s, '');
  if (!isWholeSymbol(bare) && bare.match(identifier)?.[0] !== bare) return [];
  if (hasDigit && isCounted(bare)) return [];
  return prefix !== undefined || isName(bare) ? [bare] : [];
}

const wordUnits = Uint8Array.from({ length: 0x80 }, (_, unit) => (/[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0));

/** Whether a name is words of ASCII that single dots or hyphens hold together, and thus one symbol; most names are. */
function isWholeSymbol(name: string): boolean {
  const first = name.charCodeAt(0);
  const { length } = name;
  if (length > longest || (first >= 0x30 && first <= 0x39)) return false;
  let afterWord = false;
  for (let at = 0; at < length; at++) {
    const unit = name.charCodeAt(at);
    const isWord = wordUnits[unit] === 1;
    if (!isWord && !(afterWord && (unit === 0x2e || unit === 0x2d))) return false;
    afterWord = isWord;
  }
  return afterWord;
}

/** Not a heading made into an id: these have small letters and hyphens only, and more than one word. */
function isName(id: string): boolean {
  return !id.includes('-') || /[._$#/]|::|\p{Ll}\p{Lu}/u.test(id);
}

function isCounted(id: string): boolean {
  const thing = counted.exec(id)?.[1];
  return thing !== undefined && (thing === '' || countedThings.has(thing.toLowerCase()));
}
