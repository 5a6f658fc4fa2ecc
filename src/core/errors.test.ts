// Proves the error catalogue and its two classes.
import { describe, expect, it } from 'vitest';
import { ConfigError, DocentError, type ErrorCode, errorCatalogue } from './errors.ts';

describe('errorCatalogue', () => {
  it.each(Object.entries(errorCatalogue))(
    '%s states its meaning and what to do, in whole sentences',
    (code, { means, retry, hint }) => {
      expect(code).toMatch(/^DOC_[A-Z]+(?:_[A-Z]+)*$/);
      expect(means).toMatch(/^[A-Z].*\.$/);
      expect(hint).toMatch(/^\S.*\.$/);
      expect(retry).toBeTypeOf('boolean');
    },
  );

  it.each(['DOC_DNS', 'DOC_CONNECT', 'DOC_TIMEOUT', 'DOC_TRUNCATED'] as const)(
    '%s may pass by itself, so it is retried',
    (code) => {
      expect(errorCatalogue[code].retry).toBe(true);
    },
  );

  it.each([
    'DOC_USAGE',
    'DOC_CONFIG',
    'DOC_FILE',
    'DOC_URL',
    'DOC_DIALECT',
    'DOC_PATTERN',
    'DOC_ADDRESS',
    'DOC_TLS',
    'DOC_INTERNAL',
  ] as const)('%s stays until someone changes something, so it is not retried', (code) => {
    expect(errorCatalogue[code].retry).toBe(false);
  });
});

describe('DocentError', () => {
  it('carries its code, its cause and the catalogue’s meaning, retry and hint', () => {
    const cause = new Error('ENOTFOUND');
    const error = new DocentError('DOC_DNS', 'no such host: example.invalid', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'DocentError',
      code: 'DOC_DNS' satisfies ErrorCode,
      message: 'no such host: example.invalid',
      cause,
    });
    expect(error.retry).toBe(true);
    expect(error.hint).toBe(errorCatalogue.DOC_DNS.hint);
  });
});

describe('ConfigError', () => {
  it('A6: holds every problem, and joins them for those who look at the message', () => {
    const error = new ConfigError(['a is wrong', 'b is wrong']);
    expect(error).toBeInstanceOf(DocentError);
    expect(error).toMatchObject({
      code: 'DOC_CONFIG',
      problems: ['a is wrong', 'b is wrong'],
      message: 'a is wrong\nb is wrong',
    });
  });
});
