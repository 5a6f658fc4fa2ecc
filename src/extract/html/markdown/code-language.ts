// Finds the language of a code block in the classes and attributes that highlighters leave on it and around it (E3).
import { type Element, isElement } from '../node.ts';
import { classWords, hasClass } from './class-roles.ts';
import { isHumanLanguage, isLanguage, isNoLanguage, knownLanguages, languageName } from './languages.ts';

// What may be around a block of code; anything else ends the search.
const wrappers: ReadonlySet<string> = new Set(
  'code-block div expressive-code figure pre span table tbody td tr'.split(' '),
);
const maxWrappers = 7;
const maxName = 64;
const maxBrush = 512;

// The words that highlighters set beside a bare language name.
const besideLanguage: ReadonlySet<string> = new Set(
  (
    'hljs sourcecode prettyprint prettyprinted linenums highlight highlighted chroma shiki code-block numbersource ' +
    'numberlines notranslate literal-block numbered copy rouge src source code codeblock block programlisting listing ' +
    'line-numbers line-numbers-mode wrap nowrap linewrap scrollable editable'
  ).split(' '),
);

const aroundCode: ReadonlySet<string> = new Set('highlight highlighter codehilite sourceCode code-block'.split(' '));

const attributeNames = [
  ...['data-language', 'data-lang', 'language', 'data-code-language', 'data-programming-language'],
  ...['data-canonical-lang', 'data-enlighter-language'],
];

/** The language of a `pre`, `undefined` when the page does not name it. */
export function codeLanguage(pre: Element): string | undefined {
  let inside: Element | undefined = pre;
  for (let level = 0; level < 3 && inside !== undefined; level++) {
    inside = codeIn(inside);
    const found = inside === undefined ? undefined : languageOf(inside, true);
    if (found !== undefined) return found.name;
  }
  const own = languageOf(pre, true);
  return own === undefined ? wrapperLanguage(pre) : own.name;
}

/** The language that what is around a block of code names. */
export function wrapperLanguage(pre: Element): string | undefined {
  let parent = pre.parent;
  for (let level = 0; level < maxWrappers && isElement(parent) && wrappers.has(parent.name); level++) {
    const found = languageOf(parent, false);
    if (found !== undefined) return found.name;
    parent = parent.parent;
  }
  return undefined;
}

interface Found {
  readonly name: string | undefined;
}

/** `undefined`: nothing is named here; a name that is `undefined`: declared as none. */
function languageOf({ name: element, attribs }: Element, isCode: boolean): Found | undefined {
  const data = attributeIn(attribs);
  if (data !== undefined) return { name: languageName(data.slice(0, maxName)) };
  const parameters = brushIn(attribs['data-syntaxhighlighter-params'] ?? '');
  if (parameters !== undefined) return { name: languageName(parameters) };
  return languageOfClass(element, attribs.class, isCode) ?? (isCode ? languageOfText(attribs.lang) : undefined);
}

function languageOfClass(element: string, className: string | undefined, isCode: boolean): Found | undefined {
  if (className === undefined) return undefined;
  const words = classWords(className);
  for (const word of words) {
    const found = languageInWord(word);
    // What is around code may name the human language of the text.
    if (found !== undefined && (isCode || !isHumanLanguage(found))) return { name: languageName(found) };
  }
  const brush = brushIn(className);
  if (brush !== undefined) return { name: languageName(brush) };
  if (hasClass(className, element === 'pre' ? 'snippet' : 'snippet-container')) return { name: 'java' };
  return isCode ? bareLanguage(words) : wrapperWord(words);
}

function attributeIn(attribs: Element['attribs']): string | undefined {
  for (const name of attributeNames) if (attribs[name]) return attribs[name];
  return undefined;
}

/** `lang="ruby"`, as GitHub and GitLab write it; mostly it names the language of people. */
function languageOfText(lang: string | undefined): Found | undefined {
  return lang === undefined || isHumanLanguage(lang) || !isLanguage(lang) ? undefined : { name: languageName(lang) };
}

/** `brush: java; gutter: false`. */
function brushIn(text: string): string | undefined {
  if (!text.includes('brush:')) return undefined;
  return /(?:^|[\s;])brush:\s?([\w+#-]{1,32})/.exec(text.slice(0, maxBrush))?.[1];
}

const prefixes = [
  'language-',
  'lang-',
  'mw-highlight-lang-',
  'highlight-source-',
  'highlight-text-',
  'highlight-',
  'tab-',
] as const;

function languageInWord(word: string): string | undefined {
  const prefix = prefixes.find((start) => word.startsWith(start) && word.length > start.length);
  if (prefix === undefined) return undefined;
  const rest = word.slice(prefix.length);
  // GitHub's `highlight-text-html-basic`.
  if (prefix === 'highlight-text-') return rest.split('-', 1)[0];
  // Slate's `tab-python`, widdershins' `tab-javascript--nodejs`.
  if (prefix === 'tab-') return tabLanguage(rest);
  return isNoLanguage(rest) ? undefined : rest;
}

function tabLanguage(rest: string): string | undefined {
  const [name] = rest.split('--', 1);
  return name !== undefined && isLanguage(name) ? name : undefined;
}

/** `hljs python`, `sourceCode python`, `pre.rust`. */
function bareLanguage(words: readonly string[]): Found | undefined {
  const known = words.find((word) => knownLanguages.has(word.toLowerCase()));
  if (known !== undefined) return { name: languageName(known) };
  const isHighlighted = words.some((word) => word === 'hljs' || word === 'sourceCode' || word === 'prettyprint');
  if (!isHighlighted) return undefined;
  const word = words.find((each) => each !== '' && !besideLanguage.has(each.toLowerCase()) && !each.includes('_'));
  return word === undefined ? undefined : { name: languageName(word) };
}

/** Hexo's `figure.highlight.js`: a word beside one that names what the element is around. */
function wrapperWord(words: readonly string[]): Found | undefined {
  if (words.length < 2 || !words.some((word) => aroundCode.has(word))) return undefined;
  const word = words.find(isLanguage);
  return word === undefined ? undefined : { name: languageName(word) };
}

/** The element that holds the code: `pre > code`, and mdBook's `pre > pre > code`. */
function codeIn({ children }: Element): Element | undefined {
  return children.find(
    (child): child is Element =>
      isElement(child) && (child.name === 'code' || child.name === 'samp' || child.name === 'pre'),
  );
}
