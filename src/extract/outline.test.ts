// E4: the level of each heading and entry.
import { expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';

const outlineOf = async (html: string): Promise<readonly string[]> => {
  const { outline } = await extractPage(html, { url: 'https://docs.example.org/page.html' });
  return outline.map(({ level, text }) => `${level} ${text}`);
};

it('E4: a heading inside an entry does not make the next entry deeper', async () => {
  const html = `<main><h1>Module tank</h1><h2>Functions</h2><dl class="function">
    <dt><a name="fill"></a><strong>fill (level)</strong></dt><dd>Fills it.<h3>Parameters:</h3><ul><li>level</li></ul></dd>
    <dt><a name="drain"></a><strong>drain (t)</strong></dt><dd>Empties it.</dd></dl><h2>Tables</h2></main>`;
  expect(await outlineOf(html)).toEqual([
    '1 Module tank',
    '2 Functions',
    '3 fill (level)',
    '4 Parameters:',
    '3 drain (t)',
    '2 Tables',
  ]);
});

it('E4: an entry in another is one level deeper, also below a heading of that other', async () => {
  const html = `<main><h1>API</h1><dl class="py class"><dt class="sig" id="A">A</dt><dd><p>Text.</p>
    <dl class="py method"><dt class="sig" id="A.b">b()</dt><dd>Text.</dd></dl><h4>More</h4>
    <dl class="py method"><dt class="sig" id="A.c">c()</dt><dd>Text.</dd></dl></dd></dl>
    <dl class="py class"><dt class="sig" id="B">B</dt><dd><p>Text.</p></dd></dl></main>`;
  expect(await outlineOf(html)).toEqual(['1 API', '2 A', '3 b()', '4 More', '5 c()', '2 B']);
});
