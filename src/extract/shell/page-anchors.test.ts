// Proves where links to the parts of an OpenAPI document lead that is read in place of the page which shows it (H9).
import { describe, expect, it } from 'vitest';
import { extractPage } from '../extract-page.ts';

const spec = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Kettle API', version: '1.2.0', description: 'Boils water.\n\n## How to sign\n\nWith a key.' },
  tags: [{ name: 'Hot water', description: 'What is hot.' }],
  paths: {
    '/kettles': {
      get: { operationId: 'listKettles', tags: ['Hot water'], summary: 'List kettles', responses: {} },
      post: { operationId: 'addKettle', tags: ['Hot water'], summary: 'Add a kettle', responses: {} },
    },
  },
});

const script = `<script>const __redoc_state = {"spec":{"data":${spec}},"options":{}}; Redoc.hydrate(__redoc_state, container);</script>`;

async function outlineOf(rendered: string): Promise<readonly (readonly [string, string | undefined])[]> {
  const page = `<!doctype html><title>Kettle</title><div id="redoc"><main><h1>Kettle API (1.2.0)</h1>${rendered}</main></div>${script}`;
  const { form, outline } = await extractPage(page, { url: 'https://docs.example.org/api/index.html' });
  expect(form).toBe('openapi');
  return outline.map(({ text, anchor }) => [text, anchor]);
}

describe('anchors of a page that is read as the document in it', () => {
  it('H9, C1: a section, a tag and an operation have the ids that the page has for them', async () => {
    const rendered = `<div id="section/How-to-sign"><h2>How to sign</h2><p>With a key.</p></div>
      <div id="tag/Hot-water"><h2>Hot water</h2></div>
      <div id="tag/Hot-water/operation/listKettles"><h2>List kettles</h2><p>Of all.</p></div>
      <div id="tag/Hot-water/operation/addKettle"><h2>Add a kettle</h2></div>`;
    expect(await outlineOf(rendered)).toEqual([
      ['Kettle API', undefined],
      ['How to sign', 'section/How-to-sign'],
      ['Hot water', 'tag/Hot-water'],
      ['GET /kettles', 'tag/Hot-water/operation/listKettles'],
      ['POST /kettles', 'tag/Hot-water/operation/addKettle'],
    ]);
  });

  it('H9, C1: what the page writes later has no anchor, nor has what two ids may mean', async () => {
    const rendered = `<h2 id="section/how-to-sign">How to sign</h2><p>With a key.</p>
      <p id="a/listkettles">One.</p><p id="b/listkettles">Two.</p>`;
    expect(await outlineOf(rendered)).toEqual([
      ['Kettle API', undefined],
      ['How to sign', 'section/how-to-sign'],
      ['Hot water', undefined],
      ['GET /kettles', undefined],
      ['POST /kettles', undefined],
    ]);
  });

  it('H9, C1: ids go with their headings', async () => {
    const page = `<div id="redoc"><p>Hello.</p><p id="operation/addKettle">Add a kettle</p></div>${script}`;
    const { blocks } = await extractPage(page, { url: 'https://docs.example.org/api/' });
    expect(blocks.flatMap(({ ids }) => ids)).toEqual(['operation/addKettle']);
  });
});
