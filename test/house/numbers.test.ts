// House style: how a number stands beside its noun in what people read: 1 page, 2 pages, 10,000 pages.
import { expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

const NOUNS =
  'entries libraries queries pages URLs requests hosts files sources days weeks hours minutes chunks words links alerts tokens documents sections headings questions sitemaps characters bytes texts connections answers errors';
/** As in "10,000 a day". */
const RATES = 'a day|an hour';

/** A number written into a text before a noun, by none of the functions for that. `number` is that of the pages. */
const bare = new RegExp(
  `\\$\\{(?!(?:counted|grouped|number|bytesText|inQuotes)\\()[^{}\`]*\\} (?:${NOUNS.replaceAll(' ', '|')}|${RATES})\\b`,
  'g',
);

it('a number and its noun are written by counted, or by grouped where no noun follows', () => {
  const files = filesBelow('src').filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract)\./.test(path));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((path) => (readText(`src/${path}`).match(bare) ?? []).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});
