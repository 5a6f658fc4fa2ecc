// The cookie of a session: what it carries, and how it is found again.
import { expect, it } from 'vitest';
import { endedCookie, sessionCookie, sessionKeyIn } from './session-cookie.ts';

it('A2: it is kept from scripts and from other sites, for twelve hours, below the base path', () => {
  expect(sessionCookie('k3y', { base: '', isSecure: false })).toBe(
    'docent_session=k3y; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200',
  );
  expect(sessionCookie('k3y', { base: '/docent', isSecure: true })).toBe(
    'docent_session=k3y; HttpOnly; SameSite=Strict; Path=/docent/; Max-Age=43200; Secure',
  );
  expect(endedCookie({ base: '', isSecure: false })).toBe(
    'docent_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
  );
});

it.each([
  [null, undefined],
  ['', undefined],
  ['docent_session', undefined],
  ['xdocent_session=a', undefined],
  ['docent_session=a', 'a'],
  ['x=1;docent_session = a ;y=2', 'a'],
  ['docent_session=a; docent_session=b', 'a'],
])('A2: in %j the key is %j', (header, key) => {
  expect(sessionKeyIn(header)).toBe(key);
});
