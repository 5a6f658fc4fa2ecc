// Proves what becomes of Markdown and its dialects (E7, E3), and that hostile files cost no more than others.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { more, runs, scaled } from '../../../test/support/how-long.ts';
import { type Block, renderBlocks } from '../../core/document.ts';
import { markdownBlocks } from './blocks.ts';

const options = {
  keepLinks: false,
  imageLabel: 'image',
  resolve: (href: string) =>
    URL.canParse(href, 'https://docs.example/guide/') ? new URL(href, 'https://docs.example/guide/').href : undefined,
};
const read = (source: string) => markdownBlocks(source, options);
const written = (source: string): string => renderBlocks(read(source).blocks);
const kept = (source: string): string => renderBlocks(markdownBlocks(source, { ...options, keepLinks: true }).blocks);
const anchors = (blocks: readonly Block[]) =>
  blocks.map((block) => (block.kind === 'heading' ? block.anchor : undefined));

describe('Markdown', () => {
  it.each([
    [
      'text, as it is',
      'One *two* `three` <br> &amp; four.  \nFive\\\nsix',
      'One *two* `three` <br> &amp; four.  \nFive\\\nsix',
    ],
    ['headings, as #', 'A\n=\n\n## B ##\n\n# \n\nC **d**\n---', '# A\n\n## B\n\n## C **d**'],
    ['code, as fences', '~~~ Python\nx\n~~~\n\n    y\n', '```python\nx\n```\n\n```\ny\n```'],
    ['a fence longer than any inside', '~~~\n```\n~~~', '````\n```\n````'],
    [
      'lists, tight or loose as they were',
      '- a\n- b\n  1. c\n\n     d\n- [x] e',
      '- a\n- b\n  1. c\n\n     d\n- [x] e',
    ],
    ['code in a list', '1.  a\n\n    ```js\n    b\n    ```\n', '1.  a\n\n    ```js\n    b\n    ```'],
    ['quotations', '> a\nb\n>\n> c', '> a\n> b\n>\n> c'],
    ['tables, with both borders', 'a | b\n:-|-\n`c` | d \\| e', '| a | b |\n| :- | - |\n| `c` | d \\| e |'],
    ['links, as text', '[a](/b) [c][d] <https://e.example> [f][nope]\n\n[d]: /g', 'a c <https://e.example> [f][nope]'],
    [
      'images, as labels',
      '![a](b) ![](c) [![d *e*](f)](g) <img src=h alt="i j">',
      '[image: a]  [image: d e] [image: i j]',
    ],
    ['comments, not at all', '<!-- a -->\n\nb <!-- c --> d\n\n{/* e */}\n\n<!-- f\n\ng -->\n\n<!-- unclosed', 'b  d'],
    ['scripts and styles, not at all', '<script>\na\n\nb\n</script>\n\n<style>c</style>\n\nd', 'd'],
    [
      'HTML, as it is',
      '<details>\n<summary>a</summary>\n\nb\n\n</details>',
      '<details>\n<summary>a</summary>\n\nb\n\n</details>',
    ],
    ['footnotes', 'a[^1]\n\n[^1]: b\n\n    c', 'a[^1]\n\n[^1]: b\n\n    c'],
  ])('E7: keeps %s', (_, source, expected) => {
    expect(written(source)).toBe(expected);
  });

  it('E3: keeps links when configured, absolute', () => {
    expect(kept('[a](../b?c#d "t") [e][f] ![g](h)\n\n[f]: <i (j)>')).toBe(
      '[a](https://docs.example/b?c#d) [e](https://docs.example/guide/i%20%28j%29) [image: g]',
    );
    expect(kept('[a](http://[) <a href="b">c</a>')).toBe('a <a href="https://docs.example/guide/b">c</a>');
  });

  it('E4: links are listed as they are written, with their plain text', () => {
    const { links } = read(
      '[**a** `b`](c) [d][e] <https://f.example> https://g.example/h.\n\n<a href="i">j</a>\n\n[e]: k',
    );
    expect(links).toEqual([
      { href: 'c', text: 'a b' },
      { href: 'k', text: 'd' },
      { href: 'https://f.example', text: 'https://f.example' },
      { href: 'https://g.example/h', text: 'https://g.example/h' },
      { href: 'i', text: 'j' },
    ]);
  });

  it('E4: headings have anchors: their own, or as GitHub makes them, numbered when they come again', () => {
    const { blocks, title } = read(
      '## B\n# Set `up` & run_it!\n## B\n## C {#own}\n## D {: .x #d2 }\n## own\n## <a name="n"></a>E\n## 설치 방법\n## F {/* #g */}',
    );
    expect(title).toBe('Set up & run_it!');
    expect(anchors(blocks)).toEqual(['b', 'set-up--run_it', 'b-1', 'own', 'd2', 'own-1', 'n', '설치-방법', 'g']);
    expect(blocks[1]).toMatchObject({ markdown: 'Set `up` & run_it!', text: 'Set up & run_it!', names: ['up'] });
    expect(read('<a id="x"></a>\n\n## Y').blocks).toMatchObject([{ anchor: 'y', ids: ['x', 'y'] }]);
  });

  it('E7: a heading in a quotation or a list is text there, not a section', () => {
    expect(read('> # a\n\n- ## b').blocks.map(({ kind }) => kind)).toEqual(['text', 'text']);
    expect(written('> # a\n\n- ## b')).toBe('> # a\n\n- ## b');
  });

  it('E7: a fence names its language and its file', () => {
    const of = (info: string) => read(`\`\`\`${info}\nx\n\`\`\``).blocks.at(-1);
    for (const info of ['js', 'JS {1,3}', 'js title="a"', '{.js}', '{js}', 'js,ignore', '{code-block} js']) {
      expect(of(info)).toMatchObject({ kind: 'code', language: 'js' });
    }
    expect(of('')).not.toHaveProperty('language');
    expect(of('title=x')).not.toHaveProperty('language');
    expect(written('```js title="src/my_app.js"\nx\n```')).toBe('**src/my_app.js**\n\n```js\nx\n```');
    expect(written('```sh [npm]\nx\n```')).toBe('**npm**\n\n```sh\nx\n```');
  });
});

describe('dialects', () => {
  it.each([
    ['Docusaurus', ':::tip Try *it*\n\nText\n\n- a\n\n:::\n\nAfter', '> **Try *it***\n>\n> Text\n>\n> - a\n\nAfter'],
    ['Docusaurus, title in brackets', ':::note[Read me]\nText\n:::', '> **Read me**\n>\n> Text'],
    [
      'Docusaurus, nested',
      '::::info\nA\n:::danger\nB\n:::\nC\n::::\nD',
      '> **Info**\n>\n> A\n>\n> > **Danger**\n> >\n> > B\n>\n> C\n\nD',
    ],
    [
      'VitePress',
      '::: warning\nText\n:::\n\n::: code-group\n```sh [npm]\na\n```\n:::',
      '> **Warning**\n>\n> Text\n\n**npm**\n\n```sh\na\n```',
    ],
    ['a directive without an end', ':::note\n\nText', ':::note\n\nText'],
    [
      'MkDocs',
      '!!! note "Mind"\n    Text\n\n        code\n\nAfter',
      '> **Mind**\n>\n> Text\n>\n> ```\n> code\n> ```\n\nAfter',
    ],
    ['MkDocs, folded and without title', '??? tip\n    A\n\n!!! note ""\n    B', '> **Tip**\n>\n> A\n\n> B'],
    [
      'MkDocs tabs',
      '=== "C"\n\n    ```c\n    a;\n    ```\n\n=== "C++"\n\n    b',
      '**C**\n\n```c\na;\n```\n\n**C++**\n\nb',
    ],
    [
      'GitHub',
      '> [!NOTE]\n> Text\n> more\n\n> [!caution] Own\n>\n> B',
      '> **Note**\n>\n> Text\n> more\n\n> **Own**\n>\n> B',
    ],
    ['MyST', '```{note} Title\nText\n```\n\n:::{tip}\nB\n:::', '> **Title**\n>\n> Text\n\n> **Tip**\n>\n> B'],
    ['notes in lists', '1. a\n\n   :::note\n   b\n   :::\n\n   c', '1. a\n\n   > **Note**\n   >\n   > b\n\n   c'],
  ])('E7: notes are quotations with a title: %s', (_, source, expected) => {
    expect(written(source)).toBe(expected);
  });

  it.each([
    [
      'imports and exports',
      "import A from './a'\nimport {\n  b,\n} from 'b'\n\nexport const c = {\n\n  d: 1,\n}\n\nText",
      'Text',
    ],
    [
      'but not prose',
      'import the data, then\nexport it.\n\nexport default values as needed',
      'import the data, then\nexport it.\n\nexport default values as needed',
    ],
    [
      'components',
      '<Tabs>\n  <TabItem value="a" label="npm">\n\n    ```sh\n    npm i\n    ```\n\n  </TabItem>\n  <TabItem value="yarn">\n    Text\n  </TabItem>\n</Tabs>\n\nAfter',
      '**npm**\n\n```sh\nnpm i\n```\n\n**yarn**\n\nText\n\nAfter',
    ],
    [
      'components over several lines',
      '<Card\n  title="One"\n  icon={<Icon a="b" />}\n>\n  Text\n</Card>\n<Chart\n  data={[1, 2]}\n/>\n',
      '**One**\n\nText',
    ],
    [
      'notes',
      '<Note>\nText **b**\n</Note>\n\n<Aside type="caution" title="Mind">c</Aside>',
      '> **Note**\n>\n> Text **b**\n\nc',
    ],
    ['components in text', 'a <Badge text="new" /> b <Term>c</Term> d', 'a  b c d'],
    [
      'but not types in prose',
      'A Vec<String> and\n\n<Type>\n\nB `<Tabs>`',
      'A Vec<String> and\n\n<Type>\n\nB `<Tabs>`',
    ],
  ])('E7: MDX: %s', (_, source, expected) => {
    expect(written(source)).toBe(expected);
  });
});

describe('hostile Markdown', () => {
  const units: readonly string[] = [
    ...[
      '> ',
      '>',
      '- ',
      '-\n',
      '* a\n  ',
      '1. ',
      '[',
      ']',
      '![',
      '[a](',
      '](',
      '[a][',
      '[a]: ',
      '[a]: b\n',
      '![a](b)',
      '[a](b "',
      '`',
      '`` ` ',
      '<',
      '<a ',
      '<a b="',
      '<!--',
      '</',
      '<A ',
      '<A b={',
      '<A>\n',
    ],
    ...[
      '\n',
      ' ',
      '\t',
      '    ',
      '\\',
      '*',
      '_a',
      '**a',
      '~',
      '{',
      '{/*',
      '|',
      '|-',
      'a|b\n-|-\n',
      '#',
      '# a\n',
      '===\n',
      'a\n=\n',
      '```\n',
      '```{note}\n',
      ':::note\n',
      ':::\n',
      '!!! a\n    ',
      '=== "a"\n    ',
      '> [!NOTE]\n',
      '[^a]: ',
      '&',
      'import {\n',
      'export const a = {\n',
      '\0',
      '\ud800',
      '---\n',
      '+++\n',
      'a: &b [*b]\n',
      '<div>\n',
      '- a\n\n',
    ],
  ];

  const name = 'E7: costs in proportion to its length, however it is nested: %j';
  const telling = ['> ', '- ', '1. ', '[', '[a]: b\n', '`', '<', '**a', 'a|b\n-|-\n', ' ', '<div>\n'];

  it.each(telling)(name, (unit) => void written(endless(unit)));
  it.each(units.filter((unit) => !telling.includes(unit)))(name, more, (unit) => void written(endless(unit)));

  const hasRoom = (_: string, source: string): void =>
    expect(read(source).blocks.flatMap(({ ids }) => ids).length).toBeGreaterThan(100_000);
  const roomName = 'FAULTS 43: more ids %s than a call has room for';
  it.each([
    ['in a line', 'a <a id="x"></a>'.repeat(130_000)],
    ['in HTML', `<div>\n${'<a id="x"></a>\n'.repeat(130_000)}`],
  ])(roomName, hasRoom);
  it.each([
    ['in a heading', `# ${'<a id="x"></a>'.repeat(130_000)}h`],
    ['in cells', `|${'a|'.repeat(2)}\n|-|-|\n${'|<a id="x"></a>|`b`|\n'.repeat(130_000)}`],
  ])(roomName, more, hasRoom);

  it('FAULTS 43: of a page without end the first 100,000 blocks are read, and a flag reports it', () => {
    const { blocks, flags } = read('# a\n\n'.repeat(100_001));
    expect(blocks).toHaveLength(100_000);
    expect(flags).toEqual(['blocks-cut']);
    expect(read('# a\n\n'.repeat(100)).flags).toEqual([]);
  });

  it('E7: never throws, and front matter never stops it', scaled, () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...units), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 }),
        (parts) => {
          const source = parts.join('');
          expect(typeof written(source)).toBe('string');
          expect(typeof written(`---\n${source}\n---\ntext`)).toBe('string');
          expect(kept(source)).not.toContain('\0');
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
