// Proves how long and how often the code of a sign-in link opens something.
import { describe, expect, it } from 'vitest';
import { CODE_MS, openSignInCodes } from './sign-in-code.ts';
import type { TokenView } from './tokens.ts';

const token = (id: string, ...scopes: TokenView['scopes'][number][]): TokenView => ({
  id,
  name: '',
  scopes,
  createdAt: 0,
});

function codesOf(...tokens: readonly TokenView[]) {
  let now = 0;
  const revoked = new Set<string>();
  const valid = (id: string) => tokens.find((one) => one.id === id && !revoked.has(id));
  const codes = openSignInCodes({ list: () => tokens, valid }, { wall: () => 0, mono: () => now });
  return { codes, revoked, wait: (ms: number) => (now += ms) };
}

describe('A2: the code of a sign-in link', () => {
  it('signs in once, as the token that may do most', () => {
    const { codes } = codesOf(token('reads', 'read'), token('writes', 'read', 'ask', 'write'));
    const code = codes.make() ?? '';
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(codes.take(code)?.id).toBe('writes');
    expect(codes.take(code)).toBeUndefined();
  });

  it('is void after ten minutes, and a wrong one in between changes nothing', () => {
    const { codes, wait } = codesOf(token('one', 'read'));
    const first = codes.make() ?? '';
    wait(CODE_MS - 1);
    expect(codes.take(`${first.slice(0, -1)}x`)).toBeUndefined();
    expect(codes.take(first)?.id).toBe('one');
    const second = codes.make() ?? '';
    wait(CODE_MS);
    expect(codes.take(second)).toBeUndefined();
  });

  it('is void once there is another, and with its token', () => {
    const { codes, revoked } = codesOf(token('one', 'read'));
    const [first, second] = [codes.make() ?? '', codes.make() ?? ''];
    expect(codes.take(first)).toBeUndefined();
    revoked.add('one');
    expect(codes.take(second)).toBeUndefined();
    expect([codes.make(), codes.take(''), codes.take('x'.repeat(100_000))]).toEqual([undefined, undefined, undefined]);
  });
});
