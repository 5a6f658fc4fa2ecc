// YAML as plain data, for unchecked texts: what the package is slow or deep at is done here.
import { isAlias, isCollection, isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';

type Fields = Record<string, unknown>;

/** A node that is still to be read, and where its value goes; of a pair, the map it is in. */
interface Waiting {
  readonly node: unknown;
  readonly into: Fields | unknown[];
  readonly name: string;
}

/**
 * The value of a YAML text, mistakes forgiven as far as the package can; undefined when it cannot. An alias is the same
 * object again, never a copy, so a few lines cannot become gigabytes; one that is not known is undefined. Keys that are
 * maps or lists are left out with their values. Never throws; linear in the length.
 */
export function readYaml(text: string): unknown {
  const { stackTraceLimit } = Error;
  try {
    // A text of commas alone is a mistake at each: unused stack traces would take most of the time.
    Error.stackTraceLimit = 0;
    // `uniqueKeys` would compare every key with every other.
    const options = { uniqueKeys: false, prettyErrors: false, strict: false, logLevel: 'silent' } as const;
    return plain(parseDocument(text, options).contents);
  } catch {
    // The package goes down into what it reads, and some texts are too deep for that.
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * The data of a node and all that is in it, in the order of the text. The package's own way writes every key that is a map
 * as text, with all the keys inside of it, and looks for every alias from the start: 35 s for 250 KB.
 */
function plain(contents: unknown): unknown {
  const anchors = new Map<string, unknown>();
  const root: unknown[] = [];
  const waiting: Waiting[] = [{ node: contents, into: root, name: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, into, name } = next;
    if (isPair(node)) {
      const key = dataOf(node.key, anchors);
      if (isName(key)) waiting.push({ node: node.value, into, name: String(key ?? '') });
      continue;
    }
    const value = dataOf(node, anchors);
    if (Array.isArray(into)) into.push(value);
    else setField(into, name, value);
    if (!isCollection(node)) continue;
    for (const item of node.items.toReversed()) waiting.push({ node: item, into: value as Waiting['into'], name: '' });
  }
  return root[0];
}

/** The data of a node; of a map or list, an empty one. */
function dataOf(node: unknown, anchors: Map<string, unknown>): unknown {
  if (isAlias(node)) return anchors.get(node.source);
  const value: unknown = isMap(node) ? {} : isSeq(node) ? [] : isScalar(node) ? node.value : null;
  if ((isCollection(node) || isScalar(node)) && node.anchor !== undefined) anchors.set(node.anchor, value);
  return value;
}

function isName(key: unknown): boolean {
  return key === null || (key !== undefined && typeof key !== 'object');
}

function setField(fields: Fields, name: string, value: unknown): void {
  // Not a plain assignment: `__proto__` is a name like any other.
  Object.defineProperty(fields, name, { value, writable: true, enumerable: true, configurable: true });
}
