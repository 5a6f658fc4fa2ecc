// An OpenAPI or Swagger document from its text: JSON or YAML, as data only.
import { readYaml } from '../markdown-source/yaml-data.ts';
import { type ApiDocument, apiDocumentOf } from './api-document.ts';
import { readSimpleYaml } from './simple-yaml.ts';

// The YAML package takes a second for a million characters, and three for some that are made to be slow.
const maxFullYaml = 1_000_000;

/** Reads a document; undefined when it is none, or cannot be read. Never throws. */
export function readDocument(source: string): ApiDocument | undefined {
  return apiDocumentOf(parsed(source.startsWith('\ufeff') ? source.slice(1) : source));
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
