// A short run of the fuzzer with a fixed seed; `npm run test:fuzz` draws a hundred times as many inputs, and new ones.
import { beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../src/crawl/read/read-page.ts';
import { inAll, scaled } from '../support/how-long.ts';
import { campaign } from './campaign.ts';
import { inputOf } from './inputs.ts';
import { judge } from './judge.ts';
import { seedPages } from './seeds.ts';

const pages = seedPages();
const seed = Number(process.env.DOCENT_SEED ?? 20_261_115);

// The first page pays for the tables and libraries.
beforeAll(async () => {
  await readPage(inputOf(pages, seed, 0));
});

describe('damaged pages', () => {
  it(
    'FAULTS 42, 43, 48, C1: hundreds of them are read without a throw, as valid text, in small chunks, twice alike',
    scaled,
    async () => {
      const count = inAll(200, 1_000);
      const { failed, tried } = await campaign({ pages, seed, from: 0, count });
      expect(failed).toEqual([]);
      expect(tried).toBe(count);
    },
  );

  it('the inputs are the same for the same seed, differ from one another, and are in every form', () => {
    const inputs = Array.from({ length: 300 }, (_, nth) => inputOf(pages, seed, nth));
    expect(inputs).toEqual(Array.from({ length: 300 }, (_, nth) => inputOf(pages, seed, nth)));
    expect(new Set(inputs.map(({ body }) => Buffer.from(body).toString('latin1'))).size).toBeGreaterThan(280);
    expect(new Set(inputs.map(({ form }) => form))).toEqual(new Set(['html', 'markdown', 'text', 'openapi']));
  });

  it('the judge sees a throw', async () => {
    const input = inputOf(pages, seed, 1);
    const options = { ...input.options, want: 'all', selector: 'p >> q' } as const;
    const { problems } = await judge({ ...input, form: 'html', options });
    expect(problems).toEqual([expect.stringContaining('custom_selectors.content')]);
  });

  it('the judge sees what takes too long, where it has a clock', async () => {
    let now = 0;
    const clock = (): number => (now += 6_000);
    expect(await judge(inputOf(pages, seed, 1), { clock })).toEqual({ problems: ['took 6000 ms'], ms: 6_000 });
  });
});
