// Proves the lookup of reasons: parameters, flags, families, and that a name which no row has is a compile error.
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { errorCatalogue } from './errors.ts';
import { isOfFamily, isReason, reasonHas, reasonOf, reasonsWhere } from './reasons.ts';
import { type ReasonRow, reasonTable } from './reasons-table.ts';
import { isGone, isOfSpelling, isRefusedBeforeRequest } from './spelling.ts';
import { refuse } from './verdict.ts';

const rows = Object.entries<ReasonRow>(reasonTable);

describe('reasonOf', () => {
  it.each([
    ['scope:depth', 'scope:depth'],
    ['dynamic', 'dynamic'],
    ['http:404', 'http:404'],
    ['http:599', 'http:<status>'],
    ['robots:rfc9309:line-2', 'robots:<dialect>:line-<n>'],
    ['robots:my own: dialect*:line-12345', 'robots:<dialect>:line-<n>'],
    ['robots:google:closed', 'robots:<dialect>:closed'],
    ['robots:noindex', 'robots:noindex'],
    ['DOC_TLS', 'DOC_TLS'],
    ['DOC_INTERNAL', 'DOC_INTERNAL'],
  ])('F5: %s is explained by the row %s', (by, name) => {
    expect(reasonOf(by)?.name).toBe(name);
  });

  it.each([
    '',
    ':',
    '::',
    'scope',
    'scope:',
    'scope:depht',
    'http:',
    'http:4o4',
    'http:404:1',
    'line-2',
    'robots:line-2',
  ])('F5: %j is no reason', (by) => {
    expect(reasonOf(by)).toBeUndefined();
    expect(isReason(by)).toBe(false);
  });

  it.each(['robots:x:closer', 'robots:x:line-', 'robots:x:line-2a', 'robots:x:2', 'toString', '__proto__'])(
    'F5: %j is no reason either',
    (by) => expect(reasonOf(by)).toBeUndefined(),
  );

  it('F5: a name without end costs no more than reading it', () => {
    for (const long of ['9', ':'].map(endless))
      for (const text of [long, `http:${long}x`]) expect(reasonOf(text)).toBeUndefined();
  });

  it('A6: every error code is a reason, in the words of the catalogue', () => {
    for (const [code, { means }] of Object.entries(errorCatalogue)) expect(reasonOf(code)?.means).toBe(means);
  });
});

describe('the table', () => {
  it.each(rows)('%s has one plain sentence that fits into a line', (by, { means }) => {
    expect(means).toMatch(/^(?:[A-Z]|robots\.txt ).*\.$/);
    if (!by.startsWith('DOC_')) expect(means.length).toBeLessThanOrEqual(68);
  });

  it('no two reasons mean the same', () => {
    expect(new Set(rows.map(([, { means }]) => means)).size).toBe(rows.length);
  });

  it('U13, F10: which reasons are refused before a request, belong to a spelling or are gone', () => {
    const filled = rows.map(([name]) => name.replace('<dialect>', 'rfc9309').replace(/<[a-z]+>/g, '500'));
    expect(filled.filter(isGone)).toEqual([
      'http:404',
      'http:410',
      'folder:missing',
      'context7:gone',
      'github:missing',
    ]);
    expect(filled.filter(isRefusedBeforeRequest).map((by) => by.split(':')[0])).toEqual([
      ...Array<string>(5).fill('scope'),
      ...Array<string>(4).fill('trap'),
      'dynamic',
      ...Array<string>(9).fill('link'),
      'excludePaths',
    ]);
    expect(filled.filter((by) => isOfSpelling(by) && !isRefusedBeforeRequest(by))).toEqual([
      ...['redirect:scope', 'redirect:trap', 'redirect:loop', 'redirect:query', 'content:soft-error'],
      ...['robots:rfc9309:line-500', 'robots:rfc9309:closed', 'robots:rfc9309:deferred', 'http:404', 'http:410'],
      ...['DOC_ADDRESS', 'DOC_DNS', 'DOC_CONNECT', 'DOC_TIMEOUT', 'DOC_TLS', 'DOC_PROTOCOL'],
    ]);
  });
});

describe('predicates', () => {
  it('a missing flag is not set, and an unknown name has none', () => {
    expect(reasonHas('scope:depth', 'soft')).toBe(true);
    expect(reasonHas('scope:host', 'soft')).toBe(false);
    expect(reasonHas('scope:depht', 'soft')).toBe(false);
  });

  it('a family is the part before the first colon, of reasons that exist', () => {
    expect(isOfFamily('robots:rfc9309:line-2', 'robots')).toBe(true);
    expect(isOfFamily('robotsx', 'robots')).toBe(false);
    expect(isOfFamily('budget:host-day', 'budget')).toBe(true);
    expect(isOfFamily('', 'budget')).toBe(false);
  });

  it('lists names for a store, and refuses to list one with a parameter', () => {
    expect(reasonsWhere(({ staysBlocked }) => staysBlocked === true)).toEqual(['excludePaths', 'blocklist']);
    expect(() => reasonsWhere(({ closesHost }) => closesHost === true)).toThrow('parameter');
  });

  it('a reason that no row has is a compile error where it is made', () => {
    // @ts-expect-error: not a reason
    expect(refuse('scope:depht', '').by).toBe('scope:depht');
    // @ts-expect-error: a status is a number
    expect(refuse('http:teapot', '').by).toBe('http:teapot');
  });
});
