// What a person is asked, and asked again.
import { expect, it } from 'vitest';
import type { Provider } from '../../../seed/provider.ts';
import { askForTerms } from './providers-questions.ts';

it('C8: a terms URL that is none, and a verdict that is none, are asked for again at once', async () => {
  const answers = ['nonsense', 'ftp://a.example/tos', 'https://a.example/tos', 'maybe', 'unclear', 'Kim'];
  const provider = { name: 'A', seed_urls: ['https://a.example/'], tos: {} } as unknown as Provider;
  expect(await askForTerms(async () => answers.shift() ?? '', provider)).toEqual({
    ...{ 'tos.url': 'https://a.example/tos', 'tos.verdict': 'unclear', 'tos.checked_by': 'Kim' },
  });
  expect(answers).toEqual([]);
});
