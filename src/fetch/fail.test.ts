// Proves the table of failures: one DOC_* code per cause, by how far the request had come.

import { describe, expect, it } from 'vitest';
import { DocentError } from '../core/errors.ts';
import { classifyFailure, printUrl, requestFailure } from './fail.ts';

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('H6: what a failure is called', () => {
  it.each([
    ['ENOTFOUND', 'DOC_DNS', 'DOC_DNS'],
    ['EAI_AGAIN', 'DOC_DNS', 'DOC_DNS'],
    ['ECONNRESET', 'DOC_CONNECT', 'DOC_TRUNCATED'],
    ['UND_ERR_SOCKET', 'DOC_CONNECT', 'DOC_TRUNCATED'],
    ['EPIPE', 'DOC_CONNECT', 'DOC_TRUNCATED'],
    ['EMFILE', 'DOC_MACHINE', 'DOC_MACHINE'],
    ['ENFILE', 'DOC_MACHINE', 'DOC_MACHINE'],
    ['ENOMEM', 'DOC_MACHINE', 'DOC_MACHINE'],
    ['ENOSPC', 'DOC_MACHINE', 'DOC_MACHINE'],
    ['UND_ERR_CONNECT_TIMEOUT', 'DOC_TIMEOUT', 'DOC_TIMEOUT'],
    ['ETIMEDOUT', 'DOC_TIMEOUT', 'DOC_TIMEOUT'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'DOC_PROTOCOL', 'DOC_TRUNCATED'],
    ['UND_ERR_HEADERS_OVERFLOW', 'DOC_HEADERS', 'DOC_HEADERS'],
    ['HPE_INVALID_CONSTANT', 'DOC_PROTOCOL', 'DOC_PROTOCOL'],
    ['HPE_INVALID_EOF_STATE', 'DOC_CONNECT', 'DOC_TRUNCATED'],
    ['CERT_HAS_EXPIRED', 'DOC_TLS', 'DOC_TLS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DOC_TLS', 'DOC_TLS'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'DOC_TLS', 'DOC_TLS'],
    ['EPROTO', 'DOC_TLS', 'DOC_TLS'],
    ['UND_ERR_ABORTED', 'DOC_CONNECT', 'DOC_TRUNCATED'],
    ['UND_ERR_PRX_CONN', 'DOC_CONNECT', 'DOC_TRUNCATED'],
    ['UND_ERR_PRX_TLS', 'DOC_TLS', 'DOC_TLS'],
    ['Z_BUF_ERROR', 'DOC_TRUNCATED', 'DOC_TRUNCATED'],
    ['Z_DATA_ERROR', 'DOC_ENCODING', 'DOC_ENCODING'],
    ['SOMETHING_NEW', 'DOC_INTERNAL', 'DOC_INTERNAL'],
    ['constructor', 'DOC_INTERNAL', 'DOC_INTERNAL'],
  ])('H6: %s is %s in the head and %s in the body', (code, head, body) => {
    expect(classifyFailure(coded(code), 'head')).toBe(head);
    expect(classifyFailure(coded(code), 'body')).toBe(body);
  });

  it('H6: causes and aggregates are looked into', () => {
    expect(classifyFailure(new AggregateError([coded('ECONNREFUSED')]), 'connect')).toBe('DOC_CONNECT');
    expect(classifyFailure(new Error('x', { cause: coded('ENOTFOUND') }), 'connect')).toBe('DOC_DNS');
    expect(classifyFailure('text', 'connect')).toBe('DOC_INTERNAL');
  });

  it('FAULTS 58: a fault of this machine is one also where another address of the host failed for a reason of its own', () => {
    const error = new AggregateError([coded('ECONNREFUSED'), coded('EMFILE')]);
    expect(classifyFailure(error, 'connect')).toBe('DOC_MACHINE');
  });

  it('H6: the error names URL and system code, keeps its cause and hides secrets', () => {
    const url = new URL('https://me:pw@docs.example.com/a?token=t');
    const cause = coded('CERT_HAS_EXPIRED', 'certificate has expired');
    const error = requestFailure(cause, 'connect', url);
    expect(error.message).toBe('https://docs.example.com/a?…: certificate has expired (CERT_HAS_EXPIRED)');
    expect([error.code, error.cause]).toEqual(['DOC_TLS', cause]);
    expect(requestFailure(new DocentError('DOC_TIMEOUT', 'too slow'), 'body', url)).toMatchObject({
      code: 'DOC_TIMEOUT',
    });
    expect(printUrl(new URL('http://a:b@[::1]:8080/x'))).toBe('http://[::1]:8080/x');
  });
});
