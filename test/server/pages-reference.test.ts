// A2: the readable reference of the admin API has all that the OpenAPI document has.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../src/core/errors.ts';
import { openTestServer, type TestServer } from './open.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string; responses: object }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe('A2: the reference', () => {
  let server: TestServer;
  let html: string;
  let document: Document;
  let headers: Headers;
  beforeAll(async () => {
    server = await openTestServer(undefined, { isCrawled: false });
    const response = await fetch(`${server.address}/admin/v1/reference`);
    headers = response.headers;
    html = await response.text();
    document = (await (await fetch(`${server.address}/admin/v1/openapi.json`)).json()) as Document;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const partOf = (id: string): string => {
    const place = html.indexOf(`<section id="${id}">`);
    return place < 0 ? '' : html.slice(place, html.indexOf('</section>', place));
  };

  it('A2: has every operation with its method, path and a curl command', () => {
    const missing = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: id }]) => {
        const part = partOf(id);
        return part.includes(`<code>${method.toUpperCase()} ${path}</code>`) && part.includes('curl ') ? [] : [id];
      }),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(document.paths).length).toBeGreaterThan(40);
  });

  it('A2: has every named shape, and each link within it leads somewhere', () => {
    const found = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const ids = new Set(found);
    expect(found).toHaveLength(ids.size);
    expect(Object.keys(document.components.schemas).filter((name) => !ids.has(`shape-${name}`))).toEqual([]);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  });

  it('A2: has the statuses of an operation, and every problem with what to do', () => {
    expect(partOf('makeBackup')).toContain('Can also end with 404, 409, 507');
    const problems = html.slice(html.indexOf('<section id="problems">'));
    expect(Object.keys(errorCatalogue).filter((code) => !problems.includes(`<code>${code}</code>`))).toEqual([]);
    expect(problems).toContain('<code>etag_needed</code>');
  });

  it('A2: runs nothing inline', () => {
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style="| on[a-z]+="/);
  });
});
