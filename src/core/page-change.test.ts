// Proves what a visit means for a stored page (M3, F10, FAULTS 33).
import { expect, it } from 'vitest';
import { pageChangeKind, type VisitEnd } from './page-change.ts';

it.each<[string, string | undefined, VisitEnd, string | undefined]>([
  ['M3: a page that was not there is new', undefined, { state: 'indexed', by: 'page', hash: 'a' }, 'new'],
  ['M3: another text is an update', 'a', { state: 'indexed', by: 'page', hash: 'b' }, 'updated'],
  [
    'FAULTS 33: the same text is unchanged, whatever the ETag',
    'a',
    { state: 'indexed', by: 'page', hash: 'a' },
    'unchanged',
  ],
  ['M3: 304 is unchanged', 'a', { state: 'unchanged', by: 'http:304' }, 'unchanged'],
  ['F10: 404 and 410 delete', 'a', { state: 'deleted', by: 'http:404' }, 'deleted'],
  ['F10: a server in trouble deletes nothing', 'a', { state: 'failed', by: 'http:500' }, 'unreachable'],
  ['F10: a 403 of the site deletes nothing', 'a', { state: 'blocked', by: 'http:403' }, 'unreachable'],
  ['F10: an empty answer deletes nothing', 'a', { state: 'skipped', by: 'content:empty' }, 'unreachable'],
  [
    'F10: robots.txt deletes nothing, and is reported',
    'a',
    { state: 'blocked', by: 'robots:rfc9309:line-2' },
    'excluded',
  ],
  ['F10: a pattern deletes nothing, and is reported', 'a', { state: 'skipped', by: 'scope:blocked' }, 'excluded'],
  [
    'M3: a page that is another’s duplicate now is reported',
    'a',
    { state: 'duplicate', by: 'canonical:link' },
    'excluded',
  ],
  [
    'F10: a redirect that is only for now deletes nothing, and is reported',
    'a',
    { state: 'skipped', by: 'redirect:temporary' },
    'excluded',
  ],
  [
    'F10: many pages that turn into one delete nothing, and are reported',
    'a',
    { state: 'skipped', by: 'duplicate:collapsed' },
    'excluded',
  ],
  ['F10: what an early stop left waiting is as it was', 'a', { state: 'waiting', by: 'budget:hour' }, undefined],
  ['M3: what was never stored and is not now is no change', undefined, { state: 'failed', by: 'http:404' }, undefined],
])('%s', (_, before, end, expected) => {
  expect(pageChangeKind(before, end)).toBe(expected);
});
