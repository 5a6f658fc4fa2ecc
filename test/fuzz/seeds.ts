// The pages that are mutated: the fixtures, and small ones in every form that is read.

import type { PageForm } from '../../src/core/forms.ts';
import { readFixtures } from '../extract/fixtures.ts';

export interface SeedPage {
  readonly form: PageForm;
  readonly text: string;
}

const markdown: readonly string[] = [
  '---\ntitle: Notes\ntags: [a, b]\ndate: 2026-01-02\n---\n# Notes\n\nA *note* with `code`, **strong _both_** and [a link](b.md "t").\n\n' +
    '1. one\n   - nested\n\n     deep\n2. two\n\n> quoted\n> > twice\n\n```js title="x"\nlet a = 1;\n```\n',
  '+++\ntitle = "T"\n+++\nTitle\n=====\n\n| a | b |\n|---|:-:|\n| 1 | `x\\|y` |\n\nTerm[^1]\n\n[^1]: Foot\n\n- [x] done\n- [ ] open\n\n***\n\n<details><summary>S</summary>\n\ntext\n</details>\n',
  'import A from \'a\'\n\n# MDX {#own-id}\n\n<Tabs>\n<Tab value="a">\n\nText <B c={d}/>\n\n</Tab>\n</Tabs>\n\n:::note Title\nbody\n:::\n\n!!! warning "W"\n    indented\n\n![alt](i.png)[ref][r]\n\n[r]: http://h.test/ \'x\'\n',
  '# 안내\n\n**굵게**는 *기울임*과 `코드`를 쓴다.\n\n~~~\nfence\n~~~\n\n    indented code\n\nSetext\n---\n\n<div>\n*raw*\n</div>\n\nline  \nbreak\\\nnext <http://auto.test> &copy; \\*not\\*\n',
];

const plain: readonly string[] = [
  'TITLE\n\nFirst paragraph\nof two lines.\n\n  indented     table\n  a            b\n\n+---+---+\n| a | b |\n+---+---+\n\nLast * line_ #x\n',
  'Network Working Group\n\n\n   1. Introduction\n\n\tTabbed\ttext\f\nnext page\r\n한국어\u3000문장\n',
];

const api = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1', description: '# Big\n\nSome *text*.' },
  servers: [{ url: 'https://h.test/v1' }],
  tags: [{ name: 'pets', description: 'All `pets`' }],
  paths: {
    '/pets/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        tags: ['pets'],
        operationId: 'getPet',
        summary: 'One pet',
        security: [{ key: [] }],
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { a: { type: 'array', items: {} } } },
              example: { a: [1] },
            },
          },
        },
        responses: { default: { $ref: '#/components/responses/None' } },
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', enum: ['a', 'b|c'] }, friend: { $ref: '#/components/schemas/Pet' } },
      },
      Loop: {
        allOf: [
          { $ref: '#/components/schemas/Loop' },
          { oneOf: [{ $ref: 'https://other.test/x.json#/Y' }, { type: ['string', 'null'] }] },
        ],
      },
    },
  },
};

const yaml: readonly string[] = [
  'openapi: 3.0.3\ninfo:\n  title: "Y: \\u00e9"\n  version: 1.0\n  description: |\n    Lines\n      kept\n  x: &anchor {a: [1, 2]}\npaths:\n  /a:\n    get:\n      description: >-\n        folded\n        text\n      parameters:\n        - name: q\n          in: query\n          schema: {type: string, default: *anchor}\n      responses:\n        "200":\n          description: ok\n',
  "swagger: '2.0'\ninfo: {title: S, version: '1'}\nhost: h.test\nbasePath: /v\ndefinitions:\n  A:\n    type: object\n    properties:\n      b: {$ref: '#/definitions/A'}\n      c: {type: array, items: {$ref: '#/definitions/None'}}\npaths:\n  /x:\n    post:\n      parameters:\n      - {in: body, name: body, schema: {$ref: '#/definitions/A'}}\n      responses: {}\n",
];

/** Every page that inputs are made from; the fixtures come first. */
export function seedPages(): readonly SeedPage[] {
  const as = (form: PageForm, list: readonly string[]): readonly SeedPage[] => list.map((text) => ({ form, text }));
  return [
    ...as(
      'html',
      readFixtures().map(({ html }) => html),
    ),
    ...as('markdown', markdown),
    ...as('text', plain),
    ...as('openapi', [JSON.stringify(api), JSON.stringify(api, null, 2), ...yaml]),
  ];
}
