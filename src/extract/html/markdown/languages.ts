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

/** Words that stand where a language does and name none. */
const noLanguage =
  'default none text txt plain plaintext plain-text nohighlight no-highlight raw guess undefined unknown unspecified null ' +
  'auto output notranslate';

const canonical: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.entries(aliases).flatMap(([name, list]) => list.split(' ').map((alias) => [alias, name] as const)),
  ...noLanguage.split(' ').map((word) => [word, undefined] as const),
]);

/** Languages that may stand in a class by themselves: `pre.rust`, `code.elixir`. */
export const knownLanguages: ReadonlySet<string> = new Set(
  (
    'ada asm awk bash batch c clojure cmake coffeescript console cpp crystal csharp css cuda d dart diff django dockerfile ' +
    'elixir elm erb erlang fortran fsharp gherkin glsl go gradle graphql groovy haml handlebars haskell hcl html http ini ' +
    'java javascript jinja json jsx julia kotlin latex less lisp lua makefile markdown matlab mermaid nginx nim nix objc ' +
    'ocaml pascal perl php powershell prolog properties protobuf pycon python qml r rst ruby rust sass scala scheme scss ' +
    'sh shell solidity sql swift tcl terraform toml ts tsx twig typescript vb verilog vhdl vim vue wasm xml yaml zig'
  ).split(' '),
);

/** What docent calls a language; `undefined` when the word names none. Any other well-formed word stays as it is. */
export function languageName(written: string): string | undefined {
  const name = written.trim().toLowerCase();
  if (canonical.has(name)) return canonical.get(name);
  return /^[a-z\d][\w+#.-]{0,31}$/.test(name) ? name : undefined;
}
