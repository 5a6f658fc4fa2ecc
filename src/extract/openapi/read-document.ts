// An OpenAPI or Swagger document from its text: JSON or YAML, as data only.
import { readYaml } from '../markdown-source/yaml-data.ts';
import { readSimpleYaml } from './simple-yaml.ts';
import { type Fields, fieldsOf } from './values.ts';

/** A document whose version is one that is known: Swagger 2 or OpenAPI 3. */
export interface ApiDocument {
  readonly root: Fields;
  readonly dialect: 'swagger' | 'openapi';
}

// The YAML package takes a second for a million characters, and three for some that are made to be slow.
const maxFullYaml = 1_000_000;

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
    if (text.length > maxFullYaml) return undefined;
  }
  const simple = readSimpleYaml(text);
  if (simple !== undefined) return simple;
  return text.length > maxFullYaml ? undefined : readYaml(text);
}
