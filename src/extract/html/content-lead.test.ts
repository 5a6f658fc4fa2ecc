// Proves which title before the content comes along although the content has one of its own (E2).
import { describe, expect, it } from 'vitest';
import { findContent } from './content.ts';
import { contentHtml } from './content-html.ts';
import { parseHtml } from './tree.ts';

function kept(body: string): string {
  const content = findContent(parseHtml(`<title>Kettle: Home</title><body>${body}</body>`));
  return contentHtml(content)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const text = 'This guide leads from an empty folder to a kettle that boils. '.repeat(5).trim();
const article = `<section><article><h1>Guide</h1><p>${text}</p></article></section>`;
const menu = '<nav><h2><a href="index.html">Home</a></h2></nav>';

describe('a title before content that has one', () => {
  it.each([
    [
      'E2: what its class calls the title of the page comes along, as on the first page of JSDoc',
      `<div id=main><h1 class="page-title">Home</h1><h3> </h3>${article}</div>${menu}`,
      `Home Guide ${text}`,
    ],
    ['E2: without such a class it may be the name of the site', `<div><h1>Home</h1>${article}</div>`, `Guide ${text}`],
    ['E2: the same title is not repeated', `<div><h1 class="page-title">GUIDE</h1>${article}</div>`, `Guide ${text}`],
    [
      'E2: in the head of the site it is the name of that',
      `<header><h1 class="page-title">Kettle</h1></header><div>${article}</div>`,
      `Guide ${text}`,
    ],
    [
      'E2: only a link it is the name of the site',
      `<div><h1 class="page-title"><a href="/">Kettle</a></h1></div>${menu}<div>${article}</div>`,
      `Guide ${text}`,
    ],
  ])('%s', (_, body, expected) => {
    expect(kept(body)).toBe(expected);
  });
});
