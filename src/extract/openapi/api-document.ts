// An OpenAPI or Swagger document, once it is data.
import { type Fields, fieldsOf } from './values.ts';

/** A document whose version is one that is known: Swagger 2 or OpenAPI 3. */
export interface ApiDocument {
  readonly root: Fields;
  readonly dialect: 'swagger' | 'openapi';
}

/** The document that some data is; undefined when it is none. Never throws. */
export function apiDocumentOf(data: unknown): ApiDocument | undefined {
  const root = fieldsOf(data);
  if (root === undefined) return undefined;
  if (/^3(?:\.\d{1,3}){1,2}/.test(String(root.openapi))) return { root, dialect: 'openapi' };
  if (/^2(?:\.0)?$/.test(String(root.swagger))) return { root, dialect: 'swagger' };
  return undefined;
}
