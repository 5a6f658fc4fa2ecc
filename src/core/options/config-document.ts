// Reads a configuration file (YAML, and JSON with it) and remembers the line of each value.
import { createRequire } from 'node:module';
import type { Document } from 'yaml';
import { readBounded } from '../bounded-file.ts';
import { ConfigError } from '../errors.ts';
import { aliasProblem } from './config-document-aliases.ts';

export interface ConfigDocument {
  /** The path as it was passed. */
  readonly path: string;
  readonly content: unknown;
  /** The position of the value at this path, in words: `docent.yml, line 4`. */
  where(at: readonly (string | number)[]): string;
}

/** Enough for thousands of providers. */
const MOST_CONFIG_BYTES = 5_000_000;

/** Parsed file; a file that cannot be read throws DOC_FILE, one that is no YAML throws DOC_CONFIG with its first error. */
export function readConfigDocument(path: string, absolute: string = path): ConfigDocument {
  return parseConfigDocument(path, readConfigText(path, absolute));
}

/** The text of a configuration file. Throws DOC_FILE for one that cannot be read or is over 5 MB. */
export function readConfigText(path: string, absolute: string = path): string {
  return readBounded({ name: path, path: absolute, maxBytes: MOST_CONFIG_BYTES, over: 'refuse' }).toString('utf8');
}

/** The text of a configuration file, read or about to be written. Throws DOC_CONFIG with its first error when it is no YAML. */
export function parseConfigDocument(path: string, text: string): ConfigDocument {
  const yaml = loadYaml();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const broken = document.errors[0];
  if (broken !== undefined) {
    const { line, col } = lines.linePos(broken.pos[0]);
    // The parser's message for a file that it abandons.
    const problem = /call stack/i.test(broken.message) ? 'it is nested too deep' : broken.message;
    throw new ConfigError([`${path}, line ${line}, column ${col}: ${problem}`]);
  }
  const problem = aliasProblem(yaml, document);
  if (problem !== undefined) {
    const line = problem.offset === undefined ? '' : `, line ${lines.linePos(problem.offset).line}`;
    throw new ConfigError([`${problem.field || 'a value'} in ${path}${line}: ${problem.message}`]);
  }
  return {
    path,
    content: contentOf(document, path),
    where(at) {
      const offset = offsetOf(yaml, document, at);
      return offset === undefined ? path : `${path}, line ${lines.linePos(offset).line}`;
    },
  };
}

/** The size of the expanded aliases was checked before. */
function contentOf(document: Document.Parsed, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 });
  } catch (error) {
    throw new ConfigError([`${path}: ${(error as Error).message}`]);
  }
}

type Yaml = typeof import('yaml');

/** Loaded on first use: without a configuration file the parser is not needed. */
export function loadYaml(): Yaml {
  return createRequire(import.meta.url)('yaml') as Yaml;
}

function offsetOf(
  { isMap, isNode, isScalar }: Yaml,
  document: Document.Parsed,
  at: readonly (string | number)[],
): number | undefined {
  const parent = at.length > 1 ? document.getIn(at.slice(0, -1), true) : document.contents;
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === at.at(-1));
    if (isScalar(pair?.key)) return pair.key.range?.[0];
  }
  const node = document.getIn(at, true);
  return isNode(node) ? node.range?.[0] : undefined;
}
