// E3, element by element, generator by generator, trap by trap: each page becomes exactly the Markdown beside it.
import { describe, expect, it } from 'vitest';
import { renderBlocks } from '../../src/core/document.ts';
import { type Content, findContent } from '../../src/extract/html/content.ts';
import { toBlocks } from '../../src/extract/html/markdown/blocks.ts';
import { parseHtml } from '../../src/extract/html/tree.ts';
import { type Fixture, readFixtures } from './fixtures.ts';
import { measures, parseBack } from './parse-back.ts';

const fixtures = readFixtures();

function contentOf({ html, options }: Fixture): Content {
  const { selector, remove } = options;
  return findContent(parseHtml(html), { selector, remove });
}

function markdownOf(content: Content, { options }: Fixture): string {
  const { keepLinks, imageLabel, url } = options;
  const resolve = (href: string): string | undefined => {
    const target = URL.parse(href, url);
    return target === null || !/^https?:$/.test(target.protocol) ? undefined : target.href;
  };
  return renderBlocks(toBlocks(content, { keepLinks, imageLabel, resolve }));
}

it('E3: there is a page for every element kind, documentation generator and trap', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(125);
});

describe('E3: a page becomes the Markdown beside it', () => {
  it.each(fixtures)('$name', (fixture) => {
    expect(fixture.expected, 'a missing expectation fails').toBeDefined();
    expect(`${markdownOf(contentOf(fixture), fixture)}\n`).toBe(fixture.expected);
  });
});

describe('E3: the expected Markdown, parsed back, holds what the page holds', () => {
  it.each(fixtures)('$name', (fixture) => {
    const compared = parseBack(contentOf(fixture), fixture.expected ?? '');
    const lost = measures
      .map((measure) => [measure, compared[measure].lost] as const)
      .filter((one) => one[1].length > 0);
    expect(lost).toEqual([]);
  });
});
