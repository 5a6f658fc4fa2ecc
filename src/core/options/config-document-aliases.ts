// Aliases of a configuration file, before anything follows them: none may lead to nothing, into itself, or to too much.
import type { Alias, Document, Node, Pair } from 'yaml';

type Yaml = typeof import('yaml');

/** What is wrong with an alias, its position in the text, and in which field. */
export interface AliasProblem {
  readonly offset: number | undefined;
  readonly field: string;
  readonly message: string;
}

/** Values of a file with all its aliases followed; the largest sensible one has some thousand. */
const MOST_VALUES = 100_000;
const DEEPEST = 100;

/** The first problem of a document that was parsed without errors; undefined when there is none. */
export function aliasProblem(yaml: Yaml, document: Document.Parsed): AliasProblem | undefined {
  const sizes = new Map<unknown, number>();
  let total = 0;
  let found: AliasProblem | undefined;
  const stop = (node: Node, path: readonly unknown[], message: string): symbol => {
    found = { offset: node.range?.[0], field: fieldOf(yaml, [...path, node]), message };
    return yaml.visit.BREAK;
  };
  yaml.visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document);
      const name = `*${node.source}`;
      if (target === undefined)
        return stop(node, path, `${name} refers to nothing: no &${node.source} comes before it`);
      if (path.includes(target)) return stop(node, path, `${name} is inside what it refers to, so it has no end`);
      total += sizeOf(target);
      return total > MOST_VALUES
        ? stop(node, path, `with ${name} the file has more than ${MOST_VALUES} values`)
        : undefined;
    },
    Collection(_, node, path) {
      return path.filter((one) => yaml.isCollection(one)).length >= DEEPEST
        ? stop(node, path, `it is nested more than ${DEEPEST} deep`)
        : undefined;
    },
  });
  return found;

  /** Of a value that comes before, so its own aliases are known to have an end. */
  function sizeOf(node: unknown): number {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    let size = 1;
    yaml.visit(node as Node, {
      Node: () => void size++,
      Alias(_, alias: Alias) {
        const target = alias.resolve(document);
        if (target !== undefined) size += sizeOf(target);
      },
    });
    sizes.set(node, size);
    return size;
  }
}

/** The way to a node, as people write it: `providers[0].seed_urls`. */
function fieldOf({ isPair, isScalar, isSeq }: Yaml, path: readonly unknown[]): string {
  let field = '';
  path.forEach((node, n) => {
    if (isPair(node)) {
      const { key } = node as Pair;
      field += `${field === '' ? '' : '.'}${isScalar(key) ? String(key.value) : '?'}`;
    } else if (isSeq(node) && n + 1 < path.length) field += `[${node.items.indexOf(path[n + 1])}]`;
  });
  return field;
}
