// Proves how API documents become sections (E7, FAULTS 50).

import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { more, runs, scaled } from '../../../test/support/how-long.ts';
import { renderBlocks } from '../../core/document.ts';
import { openapiBlocks } from './blocks.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const read = (document: Json) => openapiBlocks(JSON.stringify(document));
const written = (document: Json): string => renderBlocks(read(document)?.blocks ?? []);
const headings = (document: Json) =>
  (read(document)?.blocks ?? []).flatMap((block) =>
    block.kind === 'heading' ? [`${'#'.repeat(block.level)} ${block.text}`] : [],
  );

/** The part of a page from one heading to the next. */
function section(document: Json, heading: string): string {
  const [, after = ''] = `${written(document)}\n\n## `.split(`## ${heading}\n\n`);
  return after.split('\n\n## ')[0] ?? '';
}

const info = { title: 'Pet store', version: '1.2.0' };
const pet = { $ref: '#/components/schemas/Pet' };

const store = {
  openapi: '3.1.0',
  info: { ...info, description: '# Start\n\nRead [this](/x).\n\n## More\n\nText' },
  servers: [{ url: 'https://api.example/v1' }],
  tags: [{ name: 'pets', description: 'All pets.' }, { name: 'shops' }],
  security: [{ api_key: [] }],
  paths: {
    '/shops': { get: { tags: ['shops'], responses: { 200: { description: 'OK' } } } },
    '/health': { get: { responses: {} } },
    '/pets/{pet_id}': {
      parameters: [
        {
          name: 'pet_id',
          in: 'path',
          required: true,
          schema: { type: 'integer', format: 'int64', minimum: 1 },
          description: 'The id.\n\n- a|b',
        },
      ],
      get: {
        tags: ['pets', 'shops'],
        operationId: 'getPet',
        summary: '# Find a pet',
        description: 'Finds it.\n\n# Heading\n\n```sh\ncurl x\n```',
        deprecated: true,
        responses: {
          200: { description: 'Found', content: { 'application/json': { schema: pet, example: { id: 1 } } } },
          404: { $ref: '#/components/responses/Not~1Found' },
        },
      },
      put: {
        operationId: 'putPet',
        tags: ['pets'],
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: {},
        security: [{ oauth: ['write', 'read'] }, {}],
        callbacks: { done: { '{$request.body#/url}': { post: { summary: 'Called when done' } } } },
      },
    },
  },
  webhooks: {
    newPet: {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
        },
      },
    },
  },
  components: {
    responses: { 'Not/Found': { description: 'No such pet' } },
    securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        description: 'A pet.',
        required: ['id'],
        properties: {
          id: { type: 'integer', description: 'Its id' },
          status: { type: 'string', enum: ['a|b', 'c'], default: 'c', format: 'x' },
          friends: { type: 'array', items: pet },
          home: { type: 'object', properties: { street: { type: ['string', 'null'] } } },
          rooms: { type: 'array', items: { type: 'object', properties: { size: { type: 'number', maximum: 9 } } } },
          extra: { additionalProperties: { type: 'string' } },
        },
        example: { id: 1 },
      },
      Cat: { allOf: [pet, { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }] },
      Any: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'string' }],
        discriminator: { propertyName: 'kind' },
      },
    },
  },
} as const;

describe('an API document', () => {
  it('E7: becomes one section per operation, by tag, and one per schema', () => {
    expect(headings(store)).toEqual([
      '# Pet store',
      '## Start',
      '### More',
      '## pets',
      '## GET /pets/{pet_id}',
      '### Heading',
      '## PUT /pets/{pet_id}',
      '## GET /shops',
      '## GET /health',
      '## Webhook POST newPet',
      '## Security schemes',
      '## Schema Pet',
      '## Schema Cat',
      '## Schema Any',
    ]);
    expect(read(store)).toMatchObject({
      title: 'Pet store',
      version: '1.2.0',
      description: 'Read this.',
      problems: [],
    });
  });

  it('E7: an operation lists what it takes and returns', () => {
    expect(section(store, 'GET /pets/{pet_id}')).toBe(
      [
        '> **Deprecated**',
        '\\# Find a pet',
        'Finds it.',
        '### Heading',
        '```sh\ncurl x\n```',
        'Operation: `getPet`',
        '**Parameters**',
        '| Name | In | Type | Required | Description |\n| --- | --- | --- | --- | --- |\n| `pet_id` | path | integer (int64) | yes | The id.<br>- a\\|b<br>Minimum: `1`. |',
        '**Responses**',
        '| Status | Description | Content | Type |\n| --- | --- | --- | --- |\n| `200` | Found | `application/json` | Pet |\n| `404` | No such pet |  |  |',
        '**Example**',
        '```json\n{\n  "id": 1\n}\n```',
        'Security: `api_key`',
      ].join('\n\n'),
    );
    const put = section(store, 'PUT /pets/{pet_id}');
    expect(put).toContain('**Request body** (required)\n\n`application/json`: Pet\n\n| Property | Type |');
    expect(put).toContain('- `done`: `POST {$request.body#/url}` Called when done');
    expect(put).toContain('Security: `oauth` (`write`, `read`), or none');
  });

  it('E7: a schema is a table of its properties, nested ones by their full names', () => {
    expect(section(store, 'Schema Pet')).toContain(
      [
        '| `id` | integer | yes | Its id |',
        '| `status` | string (x) |  | One of: `a\\|b`, `c`. Default: `c`. |',
        '| `friends` | array of Pet |  |  |',
        '| `home` | object |  |  |',
        '| `home.street` | string or null |  |  |',
        '| `rooms` | array of object |  |  |',
        '| `rooms[].size` | number |  | Maximum: `9`. |',
        '| `extra` | map of string |  |  |',
      ].join('\n'),
    );
    expect(section(store, 'Schema Cat')).toContain('All of: Pet, object\n\n| Property |');
    expect(section(store, 'Schema Cat')).toContain('| `lives` | integer | yes |');
    expect(section(store, 'Schema Any')).toBe('One of: Cat, string\n\nDiscriminator: `kind`');
  });

  it('E7: anchors are operation ids, else made of method and path, each once; names are kept for search', () => {
    const get = { responses: {} };
    const blocks = read({
      openapi: '3.0.0',
      info,
      paths: {
        '/a/{b}': { get: { ...get, operationId: 'x' }, put: { ...get, operationId: 'x' } },
        '/a/b': { put: get },
      },
    })?.blocks;
    const found = (blocks ?? []).flatMap((block) =>
      block.kind === 'heading' && block.level === 2 ? [[block.anchor, block.ids, block.names]] : [],
    );
    expect(found).toEqual([
      ['x', ['x'], ['x', '/a/{b}']],
      ['put-a-b', ['put-a-b'], ['x', '/a/{b}']],
      ['put-a-b-1', ['put-a-b-1'], ['/a/b']],
    ]);
  });

  it('E7: is the same from YAML, from simple YAML and from JSON', () => {
    const expected = written(store);
    expect(renderBlocks(openapiBlocks(stringify(store))?.blocks ?? [])).toBe(expected);
    expect(
      renderBlocks(openapiBlocks(stringify(store, { defaultStringType: 'QUOTE_DOUBLE', lineWidth: 0 }))?.blocks ?? []),
    ).toBe(expected);
    expect(renderBlocks(openapiBlocks(`\ufeff${JSON.stringify(store, null, 1)}`)?.blocks ?? [])).toBe(expected);
  });

  it('E7: Swagger 2.0 has its bodies, types and examples in other places', () => {
    const swagger = {
      swagger: '2.0',
      info,
      host: 'api.example',
      basePath: '/v2',
      schemes: ['https'],
      consumes: ['application/json'],
      paths: {
        '/pets': {
          post: {
            parameters: [
              { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
              { name: 'limit', in: 'query', type: 'array', items: { type: 'string' }, default: 3 },
            ],
            responses: {
              201: {
                description: 'Made',
                schema: { $ref: '#/definitions/Pet' },
                examples: { 'application/json': { id: 2 } },
              },
            },
          },
        },
      },
      securityDefinitions: { basic: { type: 'basic' } },
      definitions: { Pet: { properties: { id: { type: 'integer' } } } },
    };
    expect(written(swagger)).toContain('Servers: https://api.example/v2');
    const post = section(swagger, 'POST /pets');
    expect(post).toContain('| `limit` | query | array of string |  | Default: `3`. |');
    expect(post).toContain('**Request body** (required)\n\n`application/json`: Pet');
    expect(post).toContain('| `201` | Made | `application/json` | Pet |');
    expect(post).toContain('```json\n{\n  "id": 2\n}\n```');
    expect(headings(swagger).slice(-2)).toEqual(['## Security schemes', '## Schema Pet']);
    expect(openapiBlocks('swagger: 2.0\ninfo:\n  title: A\n  version: 1\npaths: {}\n')).toMatchObject({
      title: 'A',
      version: '1',
    });
  });

  it('E7: text of the document cannot break a table, a heading or the outline', () => {
    const nasty = '| a | `b | c` |\n\n# h\n\n```\n| d\n```\n\n</td><script>x</script>\n\n- e\n  f';
    const document = {
      openapi: '3.0.0',
      info: { title: '# A `b` | *c*', version: '<b>' },
      paths: {
        '/*_x_/`y`': {
          get: {
            summary: `# ${nasty}`,
            description: nasty,
            parameters: [{ name: 'a|`b', in: 'query', description: nasty, schema: { type: 'x|y', pattern: '`|``' } }],
            responses: { '2|0': { description: nasty } },
          },
        },
      },
    };
    const root = fromMarkdown(written(document), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    const tables = root.children
      .filter((node) => node.type === 'table')
      .filter((node) => textOf(node).startsWith('NameIn') || textOf(node).startsWith('Status'));
    expect(tables.map(({ children }) => children.map((row) => row.children.length))).toEqual([
      [5, 5],
      [4, 4],
    ]);
    expect(textOf(tables[0]?.children[1]?.children[0])).toBe('a|`b');
    expect(root.children.flatMap((node) => (node.type === 'heading' ? [`${node.depth} ${textOf(node)}`] : []))).toEqual(
      ['1 # A `b` | *c*', '2 GET /*_x_/`y`', '3 h'],
    );
  });

  it.each([
    ['no JSON', '{"openapi": '],
    ['a list', '[1]'],
    ['another document', '{"name": "x", "version": "3.0.0"}'],
    ['a page about it', 'openapi is a format\n'],
    ['an unknown version', '{"openapi": "4.0.0"}'],
    ['Swagger 1.2', '{"swagger": "1.2"}'],
    ['nothing', ''],
    ['a version of the wrong kind', '{"openapi": {"a": 1}}'],
  ])('E7: what is none yields nothing: %s', (_, source) => {
    expect(openapiBlocks(source)).toBeUndefined();
  });
});

describe('references', () => {
  const api = (schemas: Json, more: Json = {}): Json => ({
    openapi: '3.0.0',
    info,
    paths: {},
    components: { schemas },
    ...(more as object),
  });

  it('FAULTS 50: that lead in a circle are cut and named', () => {
    const loop = api(
      {
        A: { $ref: '#/components/schemas/B' },
        B: { $ref: '#/components/schemas/A' },
        Node: {
          properties: {
            next: { $ref: '#/components/schemas/Node' },
            all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          },
        },
        Self: { allOf: [{ $ref: '#/components/schemas/Self' }] },
        Deep: { properties: { a: { $ref: '#/components/schemas/Deep/properties/a' } } },
        Round: { type: 'array', items: { $ref: '#/components/schemas/Round/items' } },
      },
      {
        paths: {
          '/a': { $ref: '#/paths/~1b' },
          '/b': { $ref: '#/paths/~1a' },
          '/c': { get: { parameters: [{ $ref: '#/paths/~1c/get/parameters/0' }], responses: {} } },
        },
      },
    );
    expect(section(loop, 'Schema Node')).toContain('| `next` | Node |');
    expect(section(loop, 'Schema Node')).toContain('| `all` | array of Node |');
    expect(section(loop, 'Schema A')).toBe('Type: B');
    expect(section(loop, 'Schema Self')).toContain('All of: Self');
    expect(read(loop)?.problems).toEqual(
      expect.arrayContaining(['reference in a circle: #/components/schemas/B', 'reference in a circle: #/paths/~1b']),
    );
  });

  it('FAULTS 50: that lead out of the document are named, and nothing is fetched', () => {
    const remote = api(
      {
        A: { $ref: 'https://evil.example/x.json#/B' },
        C: { properties: { d: { $ref: '../other.yaml' }, e: { $ref: 'file:///etc/passwd' } } },
      },
      {
        paths: {
          '/a': { $ref: 'http://169.254.169.254/' },
          '/b': { get: { requestBody: { $ref: 'b.yaml#/body' }, responses: { 200: { $ref: 'c.yaml#/ok' } } } },
        },
      },
    );
    expect(section(remote, 'Schema A')).toBe('Type: B (https://evil.example/x.json)');
    expect(section(remote, 'Schema C')).toContain('| `d` | ../other.yaml |');
    expect(section(remote, 'GET /b')).toContain('**Request body**: body (b.yaml)');
    expect(section(remote, 'GET /b')).toContain('| `200` | ok (c.yaml) |');
    expect(read(remote)?.problems).toContain('reference outside the document, not followed: http://169.254.169.254/');
    expect(read(remote)?.problems).toHaveLength(6);
  });

  it('FAULTS 48: the problem of one can be stored and printed', () => {
    const $ref = `#/a\u0000\u202e${'x'.repeat(270)}\u{1f600}\u{1f600}`;
    const [problem = '', ...more] = read(api({ A: { $ref } }))?.problems ?? [];
    expect(more).toEqual([]);
    expect(problem).toMatch(/^reference to nothing: #\/a\\u0000\\u202ex+[^\0]*…$/);
    expect(problem.isWellFormed()).toBe(true);
  });

  it('E7: pointers are unescaped, and lead only to what a document itself holds', () => {
    const odd = api({
      'a/b~c d': { type: 'integer' },
      X: {
        properties: {
          p: { $ref: '#/components/schemas/a~1b~0c%20d' },
          q: { $ref: '#/__proto__' },
          r: { $ref: '#/constructor/prototype' },
          s: { $ref: '#/info/title' },
          t: { $ref: '%' },
          u: { $ref: '#' },
          v: { $ref: '#/%E0%A4%A' },
        },
      },
    });
    const x = section(odd, 'Schema X');
    expect(x).toContain('| `p` | a/b\\~c d |');
    expect(read(odd)?.problems).toEqual([
      'reference to nothing: #/__proto__',
      'reference to nothing: #/constructor/prototype',
      'reference to nothing: #/info/title',
      'reference outside the document, not followed: %',
      'reference to nothing: #/%E0%A4%A',
    ]);
  });
});

describe('hostile documents', () => {
  it('FAULTS 50: bombs of parts and aliases end at the bound, with a note', () => {
    const names = Array.from({ length: 40 }, (_, at) => `S${at}`);
    const schemas = Object.fromEntries(
      names.map((name, at) => [
        name,
        {
          allOf: Array.from({ length: 10 }, () => ({ $ref: `#/components/schemas/S${at + 1}` })),
          properties: { a: { anyOf: Array.from({ length: 50 }, () => ({ oneOf: [{ type: 'array', items: {} }] })) } },
        },
      ]),
    );
    expect(written({ openapi: '3.0.0', info, components: { schemas } }).length).toBeLessThan(100_000);
    let yaml =
      'openapi: 3.0.0\ninfo: {title: a, version: b}\nx: &x0 {type: object, properties: {a: {type: string}}}\ncomponents:\n  schemas:\n';
    for (let at = 1; at < 60; at++)
      yaml += `    A${at}: &x${at} {properties: {a: *x${at - 1}, b: *x${at - 1}, c: *x${at - 1}}}\n`;
    openapiBlocks(yaml);
    const nested = `{"openapi":"3.0.0","info":{},"components":{"schemas":{"A":${'{"allOf":['.repeat(100_000)}{}${']}'.repeat(100_000)}}}}`;
    openapiBlocks(nested);
    const cut = openapiBlocks(JSON.stringify(store), { maxOutput: 500 });
    expect(cut?.problems).toEqual(['the document is too large: the rest is left out']);
    expect(cut?.blocks.at(-1)).toMatchObject({ markdown: '*The rest of this document is left out: it is too large.*' });
  });

  it('FAULTS 50: one part that very many schemas unfold ends at the bound', more, () => {
    const part = {
      properties: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, { type: 'string' }])),
    };
    const uses = Array.from({ length: 3_000 }, (_, at) => [`S${at}`, { properties: { a: { $ref: '#/x-part' } } }]);
    const page = openapiBlocks(
      JSON.stringify({ openapi: '3.0.0', info, 'x-part': part, components: { schemas: Object.fromEntries(uses) } }),
    );
    expect(page?.problems).toEqual(['the document is too large: the rest is left out']);
    expect(renderBlocks(page?.blocks ?? []).length).toBeLessThan(9_000_000);
  });

  const manyOperations = (): Json => {
    const paths: Record<string, Json> = {};
    for (let at = 0; at < 10_000; at++) {
      paths[`/things${at}/{id}`] = {
        get: {
          operationId: `get${at}`,
          description: 'Long **text** about it.\n\nMore of it.',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: pet } } },
            404: { description: 'Not there: ask again later, or look for another one' },
          },
        },
      };
    }
    return {
      openapi: '3.0.0',
      info,
      paths,
      components: { schemas: { Pet: { properties: { id: { type: 'string' } } } } },
    };
  };
  const readsAll = (_: string, write: (document: Json) => string): void => {
    const source = write(manyOperations());
    expect(source.length).toBeGreaterThan(4_000_000);
    const page = openapiBlocks(source);
    expect(page?.blocks.filter((block) => block.kind === 'heading' && block.level === 2)).toHaveLength(10_001);
  };
  const name = 'E7: ten thousand operations and five megabytes are read, as %s';

  it.each([['JSON', (document: Json) => JSON.stringify(document, null, 2)] as const])(name, readsAll);
  it.each([['YAML', (document: Json) => stringify(document, { aliasDuplicateObjects: false })] as const])(
    name,
    more,
    readsAll,
  );

  it('E7: never throws, whatever values the fields have', scaled, () => {
    const key = fc.constantFrom(
      ...'openapi info title version description paths get post parameters responses 200 content application/json schema schemas components properties items allOf oneOf enum type $ref required example examples tags name in security webhooks callbacks requestBody default __proto__ additionalProperties'.split(
        ' ',
      ),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 7 },
        fc.constantFrom(
          null,
          true,
          1,
          '',
          'object',
          'array',
          '#/paths',
          '#/components/schemas/x',
          '#',
          '| x\n# y',
          '3.0.0',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value), (rest) => {
        const page = openapiBlocks(JSON.stringify({ ...rest, openapi: '3.1.0' }));
        expect(typeof renderBlocks(page?.blocks ?? [])).toBe('string');
        expect(page).toBeDefined();
      }),
      { numRuns: runs(2_000) },
    );
  });
});
