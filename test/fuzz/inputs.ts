// Inputs for the reader: a page, damaged, in some charset, read with some options.
import iconv from 'iconv-lite';
import type { PageForm } from '../../src/core/forms.ts';
import type { ReadInput } from '../../src/crawl/read/reading.ts';
import { createDice, type Dice } from './dice.ts';
import { madePage, mutate, mutateBytes, swell } from './mutate.ts';
import type { SeedPage } from './seeds.ts';

const charsets = [
  'utf8',
  'utf16le',
  'utf16be',
  'cp949',
  'shift_jis',
  'eucjp',
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1251',
] as const;
const labels = [
  'utf-8',
  'euc-kr',
  'cp949',
  'shift_jis',
  'iso-2022-jp',
  'gbk',
  'big5',
  'utf-16',
  'utf8mb4',
  'x-user-defined',
  'latin1',
] as const;
const selectors = [
  '.content',
  'main',
  'div > p',
  ':is(article, .note)',
  'p:nth-child(2n)',
  'div:has(pre)',
  '[id]',
] as const;
const forms: readonly PageForm[] = ['html', 'html', 'markdown', 'text', 'openapi'];

/** Parts of all inputs. Readability takes tens of milliseconds a page. */
const parts = Object.freeze({
  made: 0.15,
  joined: 0.3,
  otherForm: 0.05,
  otherCharset: 0.15,
  wrongLabel: 0.1,
  byteDamage: 0.2,
  garbage: 0.01,
  readability: 0.004,
  swollen: 0.002,
});

/** The nth input of a seed; the same every time. */
export function inputOf(pages: readonly SeedPage[], seed: number, nth: number): ReadInput {
  const dice = createDice(seed, nth);
  const page = drawPage(pages, dice);
  const form = dice.chance(parts.otherForm) ? dice.pick(forms) : page.form;
  const charset = dice.chance(parts.otherCharset) ? dice.pick(charsets) : 'utf8';
  return {
    url: 'https://h.test/docs/page.html',
    form,
    body: bytesOf(page.text, charset, dice),
    charset: dice.chance(parts.wrongLabel) ? dice.pick(labels) : dice.chance(0.5) ? charset : undefined,
    options: {
      want: dice.chance(0.02) ? 'links' : 'all',
      retain: 'full',
      selector: dice.chance(0.05) ? dice.pick(selectors) : undefined,
      remove: dice.chance(0.05) ? [dice.pick(selectors)] : [],
      readability: dice.chance(parts.readability),
      keepLinks: dice.chance(0.2),
      imageLabel: 'image',
    },
  };
}

function drawPage(pages: readonly SeedPage[], dice: Dice): SeedPage {
  if (dice.chance(parts.made)) return { form: 'html', text: madePage(dice) };
  // Forms are drawn alike in part: there are many more fixtures than other pages.
  const form = dice.chance(0.3) ? dice.pick(forms) : 'html';
  const alike = pages.filter((page) => page.form === form);
  const other = (): string => dice.pick(dice.chance(0.9) ? alike : pages).text;
  let text = dice.pick(alike).text;
  // Long enough for many chunks.
  if (dice.chance(parts.joined)) for (let more = dice.length(30); more > 0; more--) text += `\n${other()}`;
  const mutated = mutate(text, dice, other);
  return { form, text: dice.chance(parts.swollen) ? swell(mutated, dice) : mutated };
}

function bytesOf(text: string, charset: (typeof charsets)[number], dice: Dice): Buffer {
  if (dice.chance(parts.garbage)) return Buffer.from(Array.from({ length: dice.length(5_000) }, () => dice.below(256)));
  const bytes = charset === 'utf8' ? Buffer.from(text) : iconv.encode(text, charset, { addBOM: dice.chance(0.5) });
  return dice.chance(parts.byteDamage) ? mutateBytes(bytes, dice) : bytes;
}
