// An OpenAPI or Swagger document from its text: JSON or YAML, as data only.
import { parse } from 'yaml';
import { readSimpleYaml } from './simple-yaml.ts';
import { type Fields, fieldsOf } from './values.ts';

/** A document whose version is one that is known: Swagger 2 or OpenAPI 3. */
export interface ApiDocument {
  readonly root: Fields;
  readonly dialect: 'swagger' | 'openapi';
}

// The YAML package takes half a second for a million characters.
const maxYaml = 8_000_000;
// An alias is the same object again, not a copy of it, and what is written of each schema is bounded.
const maxAliases = 100_000;

/** Reads a document; undefined when it is none, or cannot be read. Never throws. */
export function readDocument(source: string): ApiDocument | undefined {
  const root = fieldsOf(parsed(source.startsWith('\ufeff') ? source.slice(1) : source));
  if (root === undefined) return undefined;
  if (/^3(?:\.\d{1,3}){1,2}/.test(String(root.openapi))) return { root, dialect: 'openapi' };
  if (/^2(?:\.0)?$/.test(String(root.swagger))) return { root, dialect: 'swagger' };
  return undefined;
}

function parsed(text: string): unknown {
  try {
    if (/^\s{0,999}[{[]/.test(text)) return JSON.parse(text);
  } catch {
    // YAML reads JSON too, and forgives a comma at the end.
    if (text.length > maxYaml / 8) return undefined;
  }
  const simple = readSimpleYaml(text);
  if (simple !== undefined) return simple;
  if (text.length > maxYaml) return undefined;
  try {
    // `uniqueKeys` would compare every path with every other.
    return parse(text, {
      maxAliasCount: maxAliases,
      uniqueKeys: false,
      prettyErrors: false,
      strict: false,
      logLevel: 'silent',
    });
  } catch {
    return undefined;
  }
}
