// `$ref`: followed inside the document, named when it leads out of it, cut when it leads in a circle.
import { printable } from '../../core/printable.ts';
import { cutText } from '../text.ts';
import { type Fields, fieldsOf, textValueOf } from './values.ts';

/** Where a value with a `$ref` leads. */
export interface ResolvedReference {
  /** What is there; undefined when it leads out of the document, nowhere, or in a circle. */
  readonly fields: Fields | undefined;
  /** The name of the schema it leads to, which has its own section. */
  readonly schema?: string;
  /** What to call it where it cannot be shown. */
  readonly name?: string;
}

const maxSteps = 50;
const maxProblems = 50;
const maxProblem = 300;
const schemaPointer = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/;

/** The references of one document, and what was wrong with them. */
export class References {
  readonly problems: string[] = [];
  readonly #root: Fields;
  readonly #reported = new Set<string>();
  /** What the pointers lead to: long chains pass the same ones again and again. */
  readonly #targets = new Map<string, Fields | undefined>();

  constructor(root: Fields) {
    this.#root = root;
  }

  /** Follows references from a value to what is no reference. Fields beside a `$ref` win over those it leads to. */
  follow(value: unknown): ResolvedReference {
    let fields = fieldsOf(value);
    let schema: string | undefined;
    let name: string | undefined;
    const passed = new Set<string>();
    while (fields !== undefined && typeof fields.$ref === 'string') {
      const pointer = fields.$ref;
      name ??= nameOf(pointer);
      schema ??= schemaName(pointer);
      if (passed.has(pointer) || passed.size >= maxSteps)
        return this.#cut(`reference in a circle: ${pointer}`, name, schema);
      passed.add(pointer);
      if (!pointer.startsWith('#'))
        return this.#cut(`reference outside the document, not followed: ${pointer}`, name, schema);
      const target = this.#targetOf(pointer);
      if (target === undefined) return this.#cut(`reference to nothing: ${pointer}`, name, schema);
      fields = over(fields, target);
    }
    return { fields, ...(schema === undefined ? {} : { schema }), ...(name === undefined ? {} : { name }) };
  }

  /** Reports a problem, once. */
  report(problem: string): void {
    const start = printable(cutText(problem, maxProblem));
    const text = problem.length > maxProblem ? `${start}…` : start;
    if (this.#reported.has(text) || this.problems.length >= maxProblems) return;
    this.#reported.add(text);
    this.problems.push(text);
  }

  #cut(problem: string, name: string, schema: string | undefined): ResolvedReference {
    this.report(problem);
    return { fields: undefined, name, ...(schema === undefined ? {} : { schema }) };
  }

  #targetOf(pointer: string): Fields | undefined {
    if (this.#targets.has(pointer)) return this.#targets.get(pointer);
    const target = fieldsOf(this.#at(pointer));
    this.#targets.set(pointer, target);
    return target;
  }

  #at(pointer: string): unknown {
    let at: unknown = this.#root;
    for (const part of pointer.split('/').slice(1)) {
      const key = unescaped(part);
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as Fields)[key];
    }
    return at;
  }
}

/** The target with the fields beside the reference. Not copied: a target may be as large as the document. */
function over(fields: Fields, target: Fields): Fields {
  const { $ref: _, ...own } = fields;
  return Object.keys(own).length === 0 ? target : Object.assign(Object.create(target), own);
}

function schemaName(pointer: string): string | undefined {
  const part = schemaPointer.exec(pointer)?.[1];
  return part === undefined ? undefined : unescaped(part);
}

/** The last part of a pointer; with its file when that is another one. */
function nameOf(pointer: string): string {
  const [file = '', path = ''] = pointer.split('#', 2);
  const last = unescaped(path.slice(path.lastIndexOf('/') + 1));
  if (file === '') return textValueOf(last) ?? pointer;
  return last === '' ? file : `${last} (${file})`;
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A lone percent sign is literal.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
