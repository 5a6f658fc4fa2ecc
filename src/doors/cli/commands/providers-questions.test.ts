// What the operator is asked, and asked again.
import { expect, it } from 'vitest';
import type { Provider } from '../../../seed/provider.ts';
import { askForConsent, askForTerms } from './providers-questions.ts';

it('C8: a terms URL that is none, and a verdict that is none, are asked for again at once', async () => {
  const answers = ['nonsense', 'ftp://a.example/tos', 'https://a.example/tos', 'maybe', 'unclear', 'Kim'];
  const provider = { name: 'A', seed_urls: ['https://a.example/'], tos: {} } as unknown as Provider;
  expect(await askForTerms(async () => answers.shift() ?? '', provider)).toEqual({
    ...{ 'tos.url': 'https://a.example/tos', 'tos.verdict': 'unclear', 'tos.checked_by': 'Kim' },
  });
  expect(answers).toEqual([]);
});

const withChannel = (channel: string, ask = false): Provider =>
  ({ name: 'A', channel, context7: { ask, topics: [], max_age_days: 30 } }) as unknown as Provider;

it.each([
  ['yes', { 'context7.ask': 'true' }],
  ['no', {}],
  ['', {}],
])('X1: questions are sent to Context7 only after a yes, and "%s" is %o', async (typed, fields) => {
  const answers = ['perhaps', typed];
  const ask = async (): Promise<string> => answers.shift() ?? '';
  expect(await askForConsent(ask, withChannel('context7-first'), 'https://context7.com')).toEqual(fields);
  expect(answers).toEqual([]);
});

it('X1: the operator is not asked where Context7 has no part in it, or it is set already', async () => {
  const ask = (): Promise<string> => Promise.reject(new Error('asked'));
  for (const provider of [withChannel('crawl'), withChannel('api'), withChannel('context7-first', true)])
    expect(await askForConsent(ask, provider, 'https://context7.com')).toEqual({});
});
