// Names of code languages as pages write them, and what docent calls them.

const aliases = {
  python: 'python3 py3 py python2 ipython ipython2 ipython3',
  pycon: 'pycon3 py3tb pytb python-console python-repl python-traceback doctest',
  console: 'shell-session shellsession bash-session sh-session terminal',
  cpp: 'c++ cxx cc',
  csharp: 'c# cs',
  fsharp: 'f#',
  go: 'golang',
  yaml: 'yml',
  markdown: 'md',
  powershell: 'ps1 pwsh posh',
  dockerfile: 'docker',
  makefile: 'make mf',
  rst: 'rest restructuredtext',
  objc: 'objective-c objectivec obj-c',
} as const;

/** Words in the place of a language that name none. */
const noLanguage =
  'default none text txt plain plaintext plain-text nohighlight no-highlight raw guess undefined unknown unspecified null ' +
  'auto output notranslate';

const canonical: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.entries(aliases).flatMap(([name, list]) => list.split(' ').map((alias) => [alias, name] as const)),
  ...noLanguage.split(' ').map((word) => [word, undefined] as const),
]);

/** Languages that may be a class by themselves: `pre.rust`, `code.elixir`. */
export const knownLanguages: ReadonlySet<string> = new Set(
  (
    'ada asm awk bash batch c clojure cmake coffeescript console cpp crystal csharp css cuda d dart diff django dockerfile ' +
    'eex elixir elm erb erlang fortran fsharp gherkin gleam glsl go gradle graphql groovy haml handlebars haskell hcl heex html http ini ' +
    'java javascript jinja json jsx julia kotlin latex less lisp lua makefile markdown matlab mermaid nginx nim nix objc ' +
    'ocaml pascal perl php powershell prolog properties protobuf pycon python qml r rst ruby rust sass scala scheme scss ' +
    'sh shell solidity sql swift tcl terraform toml ts tsx twig typescript vb verilog vhdl vim vue wasm xml yaml zig'
  ).split(' '),
);

/** Short names that are languages only where a language is expected. */
const shortNames: ReadonlySet<string> = new Set(
  'bat cjs curl ex exs fish hs iex jl js json5 jsonc kt kts mjs node nodejs ps rb rs scm sml sv ts xquery xslt zsh'.split(
    ' ',
  ),
);

/** Whether a word names a language, by itself. */
export function isLanguage(word: string): boolean {
  const name = word.toLowerCase();
  return knownLanguages.has(name) || shortNames.has(name) || canonical.get(name) !== undefined;
}

// `cs` and `ts` are languages of people too; code is more likely.
const humanLanguages: ReadonlySet<string> = new Set(
  'ar bg bn ca da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr uk vi zh'.split(
    ' ',
  ),
);

/** Whether a word is a tag such as `en` or `zh-cn`. */
export function isHumanLanguage(word: string): boolean {
  return humanLanguages.has(word.toLowerCase().split(/[-_]/, 1)[0] as string);
}

const notLanguages: ReadonlySet<string> = new Set(
  (
    'wrapper container block line lines me toolbar inner code box content header footer title label name caption body tabs ' +
    'tab switch switcher selector select toggle button picker menu list item icon badge text-wrapper'
  ).split(' '),
);

/** Whether a word in the place of a language is part of a class name such as `highlight-wrapper`. */
export function isNoLanguage(word: string): boolean {
  return notLanguages.has(word.toLowerCase());
}

/** What docent calls a language; `undefined` when the word names none. Any other well-formed word stays as it is. */
export function languageName(written: string): string | undefined {
  // `rust,ignore`, `js{1,3}`, `ts:no-line-numbers`: what follows configures how it is shown.
  const name = /^[^\s,:;{(]*/.exec(written.trim().toLowerCase())?.[0] ?? '';
  // Prism's grammar for a diff of another language.
  if (name.startsWith('diff-')) return 'diff';
  if (canonical.has(name)) return canonical.get(name);
  return /^[a-z\d][\w+#.-]{0,31}$/.test(name) ? name : undefined;
}
