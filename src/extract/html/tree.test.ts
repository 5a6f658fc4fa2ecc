// Proves the page tree and its bounds (FAULTS 42, 43, 44, Hostile HTML).

import type { ChildNode as LibraryNode } from 'domhandler';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { endless, HOSTILE_ELEMENTS, HOSTILE_PARTS } from '../../../test/support/hostile.ts';
import { more, runs, scaled } from '../../../test/support/how-long.ts';
import type { ChildNode, Document, Element } from './node.ts';
import { readHtmlPage } from './page.ts';
import { type HtmlTree, parseHtml, treeCaps } from './tree.ts';
import { walk } from './walk.ts';

interface Measure {
  readonly depth: number;
  readonly nodes: number;
}

/** Also checks that parents and siblings fit together. */
function measure({ root }: HtmlTree): Measure {
  let depth = 0;
  let deepest = 0;
  let nodes = 0;
  let open = 0;
  walk(root, {
    text: () => nodes++,
    enter(element) {
      nodes++;
      deepest = Math.max(deepest, ++depth);
      open++;
      for (const [at, child] of element.children.entries()) {
        if (child.parent !== element || (child.prev ?? undefined) !== element.children[at - 1]) throw new Error('torn');
      }
      return true;
    },
    leave() {
      depth--;
      open--;
    },
  });
  expect(open).toBe(0);
  return { depth: deepest, nodes };
}

/** The shape of a tree without what ours leaves out: comments, declarations, seams between texts, SVG's upper case. */
function outline(children: readonly (ChildNode | LibraryNode)[]): unknown[] {
  const list: unknown[] = [];
  for (const child of children) {
    if ('attribs' in child) list.push([child.name.toLowerCase(), child.attribs, outline(child.children)]);
    else if (child.type === 'text') {
      if (typeof list.at(-1) === 'string') list.push((list.pop() as string) + child.data);
      else list.push(child.data);
    }
  }
  return list;
}

/** All text of a page. */
function textIn(root: Document): string {
  const all: string[] = [];
  walk(root, { text: (data) => all.push(data), enter: () => true, leave: () => {} });
  return all.join('');
}

const tags =
  'a abbr article aside b blockquote body button center code dd details div dl dt em fieldset figure font footer form ' +
  'h1 head header html i label li main math nav noscript object ol optgroup option p pre q rp rt ruby s section ' +
  'select small span strong sub summary sup svg table tbody td template tfoot th thead tr u ul var x-y';

// Where these meet, HTML's rules are kept and htmlparser2's are not.
const paragraphs = /^<\/?p\b|^<\/?h2/;
const paragraphEnds = /^<\/?(?:li|dd|dt|td|th|tr|h2)\b/;

describe('a page of ordinary shape', () => {
  it('U1: builds the tree of htmlparser2, less comments and declarations', () => {
    const html = `<!DOCTYPE html><HTML Lang=ko><head><title>a &amp; b</title><script>if (a < b) "</p>"</script></head>
      <body><!-- c --><p CLASS=x class=y>one<p>two &eacute;&#x1F600;<br/>three<ul><li>1<li>2<ul><li>3</ul></ul></p>
      <svg><a xlink:href=q /><foreignObject><p>t</foreignObject></svg><table><tr><td>1<td>2<tr><td>3</table>
      <form><form></form></form></br><![CDATA[x]]><a href=1>1<a href=2>2</a></body></HTML>`;
    const tree = parseHtml(html);
    expect(tree.flags).toEqual([]);
    expect(outline(tree.root.children)).toEqual(outline(parseDocument(html).children));
    measure(tree);
  });

  it('U1: ends a heading by the end tag of another level, as a browser does', () => {
    const tree = (html: string): unknown => outline(parseHtml(html).root.children);
    expect(tree('<h2>List</h1><p>a</p>')).toEqual(tree('<h2>List</h2><p>a</p>'));
    expect(tree('<h2><b>List</h1>a')).toEqual(tree('<h2><b>List</b></h2>a'));
    expect(tree('<h2>a<table><tr><td>b</h1>c</td></tr></table></h2>d')).toEqual(
      tree('<h2>a<table><tr><td>bc</td></tr></table></h2>d'),
    );
    expect(tree('<p>a</h1>b</p>')).toEqual(tree('<p>ab</p>'));
  });

  it.each([
    ['an item', '<ul><li>a<p>b<li>c</ul>', '<ul><li>a<p>b</p></li><li>c</li></ul>'],
    ['a term', '<dl><dt>a<dd>b<p>c<dt>d</dl>', '<dl><dt>a</dt><dd>b<p>c</p></dd><dt>d</dt></dl>'],
    [
      'a cell and a row',
      '<table><tr><th>a<p>b<th>c<p><tr><td>d<p>e<td>f</table>',
      '<table><tr><th>a<p>b</p></th><th>c<p></p></th></tr><tr><td>d<p>e</p></td><td>f</td></tr></table>',
    ],
    ['the end tag of another heading', '<div><h2>a<b>b</h1>c</div>', '<div><h2>a<b>b</b></h2>c</div>'],
    ['no open heading', '<div>a</h1>b</div>', '<div>ab</div>'],
    ['a paragraph around a list', '<p>a<ul><li>b</ul>', '<p>a</p><ul><li>b</li></ul>'],
  ])('U1: ends what HTML ends: %s', (_, html, closed) => {
    expect(outline(parseHtml(html).root.children)).toEqual(outline(parseDocument(closed).children));
  });

  it('U1: builds it for any markup below the caps', scaled, () => {
    const piece = fc.oneof(
      fc.constantFrom(...tags.split(' '), 'br', 'img', 'script', 'title', 'textarea').map((tag) => `<${tag}>`),
      fc.constantFrom(...tags.split(' '), 'br', 'img', 'script', 'title').map((tag) => `</${tag}>`),
      fc.constantFrom(
        ...[
          '<a href="x"/>',
          '<p a b=c a=d>',
          '<svg/>',
          'x',
          ' ',
          '\n',
          '&lt;',
          '&',
          '<',
          '<!--',
          '-->',
          '</',
          '<!x>',
          '>',
        ],
        // What is not read by leaps, and what is cut short.
        ...[
          '<a href="x>y">',
          "<a b='&quot;\"'>",
          '<a b = c d>',
          '<a/b>',
          '<a / >',
          '<a =x>',
          '<a "b">',
          '<a href=x',
          '<p',
        ],
        ...['--!>', '<!-->', '<!--->', '<?x?>', '<![CDATA[', ']]>', '</ p>', '</p x>', '</>', '<xmp>', '</xmp\f>'],
        ...[
          '&amp',
          '&#x41;',
          '&#65',
          '&#128;',
          '&#0;',
          '&notin;',
          '&not',
          '&copy=1',
          '<a b="?c&d=1&amp;e&copy=2">',
          '&AMP;',
        ],
        ...['"', "'", '=', '/', '</script', '</title >', '<plaintext>'],
        // Letters of two, three and four bytes, wherever there may be some.
        ...[
          '\u00e9',
          '\u2019',
          '\ud55c\uae00',
          '\u{1f600}',
          '<a b="\u00e9\u2019">',
          '<a \u00e9=x>',
          '<x\u00e9>',
          '</x\u00e9>',
        ],
        ...['<X\u00c9>', '<title>\u2019</title>', '<script>"\u00e9"</script>', '&eacute;\u00e9', '<!--\u2019-->'],
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom(paragraphs, paragraphEnds), (pieces, others) => {
        const html = pieces.filter((one) => !others.test(one)).join('');
        const expected = outline(parseDocument(html).children);
        expect(outline(parseHtml(html).root.children)).toEqual(expected);
        // Bytes begin anywhere in a buffer.
        const bytes = Buffer.from(`${'.'.repeat(pieces.length % 5)}${html}`).subarray(pieces.length % 5);
        expect(outline(parseHtml(bytes).root.children)).toEqual(expected);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('FAULTS 48: NUL is removed from texts and attributes', () => {
    const html = '<p ti\0tle="a\0b">c\0d&#0;</p>';
    for (const { root } of [parseHtml(html), parseHtml(Buffer.from(html))])
      expect(outline(root.children)).toEqual([['p', { title: 'ab' }, ['cd\ufffd']]]);
  });
});

/** The cap on nodes would end the page before its cost shows. */
const uncut = { nodes: Number.POSITIVE_INFINITY };

describe('a deep page', () => {
  const staysFlat = (times: number, tag: string): void => {
    for (const end of ['', `</${tag}>`.repeat(times)]) {
      const tree = parseHtml(`${`<${tag}>`.repeat(times)}<i>deep</i>${end}<p>after`, uncut);
      const { depth } = measure(tree);
      expect(depth).toBeLessThanOrEqual(treeCaps.depth);
      expect(textIn(tree.root)).toBe('deepafter');
      // Elements that close their own kind, and forms, are never nested.
      if (depth > 10) expect(tree.flags).toContain('depth-cut');
    }
  };
  const name = 'FAULTS 42: %i times <%s>, closed or not, keeps its text, flat';

  it.each([...tags.split(' ').map((tag) => [10_000, tag] as const), [HOSTILE_PARTS, 'div'] as const])(name, staysFlat);
  it.each(['b', 'table', 'svg', 'form', 'x-y'].map((tag) => [HOSTILE_PARTS, tag] as const))(name, more, staysFlat);

  it('FAULTS 42: what follows the deep part keeps its place', () => {
    const deep = '<div><span>'.repeat(5_000);
    const tree = parseHtml(`<main>${deep}x${'</span></div>'.repeat(5_000)}<p id=p>y</p></main><p id=q>z</p>`);
    expect(tree.flags).toEqual(['depth-cut']);
    const [main, last] = tree.root.children as [Element, Element];
    expect(last.attribs.id).toBe('q');
    expect(main.children.at(-1)).toMatchObject({ attribs: { id: 'p' } });
  });

  it('FAULTS 42: scripts and titles beyond the cap keep their content to themselves', () => {
    const raw = '<script>let a</script><style>b{}</style><textarea>c</textarea>';
    const tree = parseHtml(`${'<div>'.repeat(1_000)}x${raw}y${'</div>'.repeat(1_000)}`);
    expect(measure(tree).depth).toBeLessThanOrEqual(treeCaps.depth);
    expect(readHtmlPage(tree).text).toBe('xcy');
  });

  it('FAULTS 42: below the cap nothing is touched', () => {
    const html = `${'<div>'.repeat(255)}x${'</div>'.repeat(255)}`;
    const tree = parseHtml(html);
    expect(tree.flags).toEqual([]);
    expect(measure(tree).depth).toBe(255);
  });
});

describe('a hostile page', () => {
  const breaksNoBound = (_: string, html: string): void => {
    const tree = parseHtml(html, uncut);
    readHtmlPage(tree);
    expect(measure(tree).depth).toBeLessThanOrEqual(treeCaps.depth);
  };
  const name = 'FAULTS 43: %s takes no time and breaks no bound';

  it.each([
    ['misnested tags', endless('<b><i></b></i>')],
    ['end tags for nothing in a deep page', `${'<b>'.repeat(400_000)}${'</i>'.repeat(400_000)}`],
    ['an unclosed comment of 2 MB', `<p>x</p><!--${'<p>y'.repeat(500_000)}`],
    ['an unclosed script of 2 MB', `<p>x</p><script>${'</scrip'.repeat(300_000)}`],
    ['entities', endless('&amp;')],
    ['2 MB of ampersands', '&'.repeat(2_000_000)],
    ['2 MB of <', '<'.repeat(2_000_000)],
    ['2 MB of NUL', '\0'.repeat(2_000_000)],
    ['nested forms', '<form>'.repeat(800_000)],
    ['nested tables', '<table><tr><td>'.repeat(HOSTILE_ELEMENTS / 2)],
    ['a new name for every tag', Array.from({ length: HOSTILE_ELEMENTS }, (_, at) => `<x${at}>`).join('')],
  ])(name, breaksNoBound);

  it.each([
    ['nested lists', '<ul><li>'.repeat(300_000)],
    ['drawings in drawings', '<svg><foreignObject>'.repeat(300_000)],
    ['an unclosed attribute of 2 MB', `<p>x</p><a href="${'y '.repeat(1_000_000)}`],
    ['a new name for every end tag', Array.from({ length: 500_000 }, (_, at) => `</x${at}>`).join('')],
    [
      'two kinds closed in the wrong order',
      `${'<b><i>'.repeat(300_000)}${'</b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`,
    ],
  ])(name, more, breaksNoBound);

  it('FAULTS 43: of 450k attributes the first 256 stay, and the next tag has its own', () => {
    const many = Array.from({ length: HOSTILE_ELEMENTS }, (_, at) => `a${at}=${at}`).join(' ');
    const tree = parseHtml(`<p ${many}>x<a href=y id=z>`);
    const [p] = tree.root.children as [Element];
    expect(tree.flags).toEqual(['attributes-cut']);
    expect(Object.keys(p.attribs)).toHaveLength(256);
    expect(p.attribs).toMatchObject({ a0: '0', a255: '255' });
    expect((p.children[1] as Element).attribs).toEqual({ href: 'y', id: 'z' });
  });

  it('FAULTS 43: attributes named like an object’s own parts are only attributes', () => {
    const [p] = parseHtml('<p __proto__=a constructor=b toString=c>x').root.children as [Element];
    expect(Object.keys(p.attribs)).toEqual(expect.arrayContaining(['constructor', 'tostring']));
    expect(Object.getPrototypeOf(p.attribs)).toBe(Object.prototype);
  });

  it('Hostile HTML: after 300,000 nodes the rest is not read', () => {
    const tree = parseHtml('<p>x'.repeat(400_000));
    expect(tree.flags).toEqual(['nodes-cut']);
    expect(measure(tree).nodes).toBe(300_000);
  });

  it('FAULTS 44: a text of 50 MB is cut, whether plain or made of entities', () => {
    const plain = parseHtml(`<p>${'x'.repeat(50_000_000)}</p><p>y`);
    expect(plain.flags).toEqual(['text-cut']);
    expect(textIn(plain.root)).toHaveLength(treeCaps.text + 1);
    const entities = parseHtml('&lt;'.repeat(100), { text: 10 });
    expect(entities.flags).toEqual(['text-cut']);
    expect(textIn(entities.root)).toBe('<'.repeat(10));
  });

  it('Hostile HTML: no text makes it throw or break small caps', scaled, () => {
    const caps = { depth: 4, nodes: 20, attributes: 2, text: 5 };
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a b c d>',
        '</a>',
        '<svg>',
        '</svg>',
        '<script>',
        '</script>',
        '<form>',
        '<br>',
        '&amp;',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('<', '>', '"', '=', '/', '!', '-', '\ud800', '\0'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const tree = parseHtml(pieces.join(''), caps);
        const { depth, nodes } = measure(tree);
        expect(depth).toBeLessThanOrEqual(caps.depth);
        expect(nodes).toBeLessThanOrEqual(caps.nodes);
        readHtmlPage(tree);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
