// Proves when Readability takes the body's place (E1), and that it never runs on a page that would stall it.
import { describe, expect, it } from 'vitest';
import { type Content, findContent } from './content.ts';
import { contentHtml } from './content-html.ts';
import { readabilityContent } from './readability.ts';
import { parseHtml } from './tree.ts';

const menu = `<div><ul>${Array.from({ length: 80 }, (_, at) => `<li><a href="/p${at}">Entry number ${at}</a></li>`).join('')}</ul></div>`;
const prose = '<p>This sentence of a manual explains one thing, then another, and it does so at some length.</p>';
const page = `<body>${menu}<div id=t>${prose.repeat(8)}<pre><code class="language-js">a &lt; "b" &amp;&amp; c</code></pre></div>`;

const readable = async (html: string, requested = false): Promise<Content | undefined> => {
  const tree = parseHtml(html);
  return readabilityContent(tree, findContent(tree, { readability: requested }), { requested });
};

describe('Readability', () => {
  it('E1: is chosen when the body is mostly links, or when requested, and only for a body', () => {
    const chosen = (html: string, readability = false): boolean =>
      findContent(parseHtml(html), { readability }).wantsReadability;
    expect(chosen(page)).toBe(true);
    expect(chosen(`<body>${prose.repeat(40)}${menu}`)).toBe(false);
    expect(chosen(`<body>${prose}`, true)).toBe(true);
    expect(chosen('<body><p>Redirecting to <a href=x>https://docs.example/a/long/address</a>')).toBe(false);
    expect(chosen(`<main>${menu}</main>`, true)).toBe(false);
  });

  it('E1: finds the text beside a menu without a name, and keeps code and its language', async () => {
    const content = await readable(page);
    expect(content?.rule).toBe('readability');
    const html = contentHtml(content as Content);
    expect(html).not.toContain('Entry number');
    expect(html.split('This sentence')).toHaveLength(9);
    expect(html).toMatch(/<code class="language-js">a &lt; "b" &amp;&amp; c<\/code>/);
  });

  it('E1: an index is not shortened to nothing, requested or not', async () => {
    expect(await readable(`<body><h1>Index</h1>${menu}`)).toBeUndefined();
    expect(await readable(`<body><h1>Index</h1><p>A few words about it.</p>${menu}`)).toBeUndefined();
    expect(await readable('<body></body>', true)).toBeUndefined();
  });

  it('E1: an index that it would keep as it is stays as it is, with its anchors', async () => {
    const entry = (at: number): string =>
      `<a name="x${at}"></a><h3>${at}</h3><dt><a href="/p${at}">Name number ${at} of the module</a>, in <a href="/m">the module of it</a></dt>`;
    const index = `<body><div class="index">${Array.from({ length: 120 }, (_, at) => entry(at)).join('')}</div>`;
    expect(findContent(parseHtml(index)).wantsReadability).toBe(true);
    expect(await readable(index)).toBeUndefined();
    expect((await readable(index, true))?.rule).toBe('readability');
  });

  it('E1: a page of links does not lose the headings that are links', async () => {
    const fixed = Array.from(
      { length: 12 },
      (_, at) => `<li>Fixed <a href="/i${at}">a fault of the crane number ${at}</a></li>`,
    );
    const part = (at: number): string =>
      `<div><h3><a href="notes.html#v${at}">Crane ${at}</a></h3><p>It was oiled, and its rope is new.</p><ul>${fixed.join('')}</ul></div>`;
    const notes = `<body><div>${[1, 2, 3, 4, 5, 6].map(part).join('')}</div>`;
    expect(findContent(parseHtml(notes)).wantsReadability).toBe(true);
    expect(await readable(notes)).toBeUndefined();
  });

  it('E1: the page’s own h1 stays one, and its h2 too', async () => {
    const body = `<div class="post"><h1 id="top">The whole story</h1>${prose.repeat(12)}<h2>Part</h2>${prose.repeat(12)}</div>`;
    const content = await readable(`<body>${menu}${body}`, true);
    expect(contentHtml(content as Content)).toMatch(/<h1[^>]*>The whole story<\/h1>[\s\S]*<h2[^>]*>Part<\/h2>/);
  });

  it('C1: an id that it makes is none of the page’s', async () => {
    expect(contentHtml((await readable(page)) as Content)).not.toContain('readability');
    expect(contentHtml((await readable(page.replace('<p>', '<p id=own>'))) as Content)).toContain('id="own"');
  });

  it('E2: what was removed from the body does not come back', async () => {
    const content = await readable(
      page.replace('<div id=t>', '<div id=t><p hidden>Hidden words, hidden words.</p>'),
      true,
    );
    expect(contentHtml(content as Content)).not.toContain('Hidden');
  });

  it.each([
    ['deep', `${'<div>'.repeat(101)}${prose.repeat(20)}`],
    ['large', prose.repeat(5_001)],
    ['full of entities', `<p>${'&amp;>'.repeat(10_001)}</p>${prose}`],
    ['cut', `<p ${Array.from({ length: 300 }, (_, at) => `a${at}`).join(' ')}>${prose.repeat(20)}`],
  ])('FAULTS 42: a page that is too %s is not passed to it', async (_, html) => {
    expect(await readable(html, true)).toBeUndefined();
  });

  it('FAULTS 42: a page at its bounds is passed to it, and it ends', async () => {
    const tower = `${'<div>'.repeat(95)}${prose}${'</div>'.repeat(95)}`;
    await readable(tower.repeat(90), true);
  });
});
