// Proves how an end and its reason are said (A1).
import { expect, it } from 'vitest';
import { endedBy, stateText } from './end-states.ts';

it.each([
  ['failed', 'DOC_DNS', 'failed with DOC_DNS'],
  ['failed', 'http:500', 'failed with http:500'],
  ['skipped', 'robots:noindex', 'skipped by robots:noindex'],
  ['blocked', 'robots:rfc9309:line-2', 'blocked by robots:rfc9309:line-2'],
  ['duplicate', 'content:duplicate', 'duplicate by content:duplicate'],
])('A1: a URL that is %s for %s is said to be %s', (state, by, words) => {
  expect(endedBy(state, by)).toBe(words);
});

it.each([
  ['unchanged', 'http:304', 'unchanged'],
  ['unchanged', 'sitemap:lastmod', 'unchanged'],
  ['unchanged', 'refresh:not-due', 'not due'],
  ['waiting', 'frontier:queued', 'waiting'],
])('M5: a URL that is %s for %s is shown as %s', (state, by, words) => {
  expect(stateText(state, by)).toBe(words);
});
