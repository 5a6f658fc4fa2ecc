// Proves that a verdict names who decided.
import { expect, it } from 'vitest';
import { accept, refuse } from './verdict.ts';

it('an acceptance names the rule that decided, with a detail only if there is one', () => {
  expect(accept('scope:allowed')).toEqual({ ok: true, by: 'scope:allowed' });
  expect(accept('scope:allowed', '/docs/**')).toEqual({ ok: true, by: 'scope:allowed', detail: '/docs/**' });
});

it('a refusal names the rule and what it saw', () => {
  expect(refuse('robots:rfc9309:line-2', '/cgi')).toEqual({ ok: false, by: 'robots:rfc9309:line-2', detail: '/cgi' });
});
