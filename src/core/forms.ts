// The table of forms: what a page can be, its content types and file endings, and which reader takes it.

/** What makes a page of the bytes of a form. */
export type FormReader = 'html' | 'markdown' | 'text' | 'openapi';

interface FormRow {
  /** The content types that name the form, by the word under which an answer of them is kept. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** Endings of file names, in lower case. */
  readonly endings: readonly string[];
  /** Without one the form is not read yet: an answer that has it is skipped. */
  readonly reader?: FormReader;
  /** Whether a page's link to itself in this form (`rel=alternate`) is followed. */
  readonly isAlternate?: true;
}

/** A row for each form; one that gains a reader is read, kept and known everywhere. */
export const forms = Object.freeze({
  html: {
    types: { html: ['text/html'], xhtml: ['application/xhtml+xml'] },
    endings: ['html', 'htm', 'xhtml'],
    reader: 'html',
    isAlternate: true,
  },
  markdown: {
    types: { markdown: ['text/markdown', 'text/x-markdown'] },
    endings: ['md', 'mdx', 'markdown'],
    reader: 'markdown',
    isAlternate: true,
  },
  text: { types: { text: ['text/plain'] }, endings: ['txt'], reader: 'text', isAlternate: true },
  // Only documents that are OpenAPI or Swagger are kept; fetch/openapi.ts looks inside.
  openapi: {
    types: {
      json: ['application/json', 'text/json', 'application/openapi+json', 'application/vnd.oai.openapi+json'],
      yaml: [
        'application/yaml',
        'application/x-yaml',
        'text/yaml',
        'text/x-yaml',
        'text/vnd.yaml',
        'application/openapi+yaml',
        'application/vnd.oai.openapi',
        'application/vnd.oai.openapi+yaml',
      ],
    },
    endings: ['json', 'yaml', 'yml'],
    reader: 'openapi',
  },
  pdf: { types: { pdf: ['application/pdf', 'application/x-pdf'] }, endings: ['pdf'] },
  // HTML after the scripts of its page have run: no server sends it, and no file has it.
  rendered: { types: {}, endings: [] },
} as const satisfies Record<string, FormRow>);

type Forms = typeof forms;
export type FormName = keyof Forms;

/** The forms that are read. */
export type PageForm = { [F in FormName]: Forms[F] extends { readonly reader: FormReader } ? F : never }[FormName];

type KindsOf<F extends FormName> = { [G in F]: keyof Forms[G]['types'] & string }[F];

/** What an answer can be, as its page's record has it. */
export type ContentKind = KindsOf<FormName>;

/** The kinds of content that are read. */
export type ReadKind = KindsOf<PageForm>;

const rows: readonly (readonly [FormName, FormRow])[] = Object.entries(forms) as [FormName, FormRow][];

const kindByType: ReadonlyMap<string, ContentKind> = new Map(
  rows.flatMap(([, { types }]) =>
    Object.entries(types).flatMap(([kind, names]) => names.map((name) => [name, kind as ContentKind] as const)),
  ),
);

/** The types of forms whose alternate links are followed. */
export const alternateTypes: ReadonlySet<string> = new Set(
  rows.flatMap(([, { types, isAlternate }]) => (isAlternate ? Object.values(types).flat() : [])),
);

const formByKind = Object.freeze(
  Object.fromEntries(rows.flatMap(([form, { types }]) => Object.keys(types).map((kind) => [kind, form]))),
) as { readonly [F in FormName as KindsOf<F>]: F };

const formByEnding: ReadonlyMap<string, PageForm> = new Map(
  rows.flatMap(([form, { endings }]) => (isPageForm(form) ? endings.map((ending) => [ending, form] as const) : [])),
);

/** Whether a value names a form that is read. */
export function isPageForm(value: unknown): value is PageForm {
  return typeof value === 'string' && Object.hasOwn(forms, value) && 'reader' in forms[value as FormName];
}

/** The kind of a content type, in lower case and without parameters; undefined for one that no form has. */
export function kindOfType(type: string): ContentKind | undefined {
  return kindByType.get(type);
}

/** The form of an answer. */
export function formOfKind<K extends ContentKind>(kind: K): (typeof formByKind)[K] {
  return formByKind[kind];
}

/** Whether the form of an answer is read. */
export function isReadKind(kind: string): kind is ReadKind {
  return Object.hasOwn(formByKind, kind) && isPageForm(formByKind[kind as ContentKind]);
}

/** The form for the ending of a file or a URL, without its dot; HTML for an unknown ending. */
export function formOfEnding(ending: string): PageForm {
  return formByEnding.get(ending.toLowerCase()) ?? 'html';
}

const typeByEnding: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([form, { endings, types }]) =>
    isPageForm(form) ? endings.map((ending) => [ending, typeOfFile(types, ending)] as const) : [],
  ),
);

/** Of the kinds of a form that of the same name as the ending, else the first. */
function typeOfFile(types: FormRow['types'], ending: string): string {
  const named = types[ending === 'yml' ? 'yaml' : ending] ?? Object.values(types)[0];
  return named?.[0] as string;
}

/** The content type of a file by its ending, without its dot; undefined for one that is not read. */
export function typeOfEnding(ending: string): string | undefined {
  return typeByEnding.get(ending.toLowerCase());
}

/** Whether a form is markup: it has a tree, selectors find its content, and its edges are compared with those of other pages. */
export function isMarkup(form: PageForm): boolean {
  return forms[form].reader === 'html';
}
