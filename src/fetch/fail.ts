// Which DOC_* code each failure of undici, llhttp, TLS, zlib and the operating system becomes.

import { DocentError, type ErrorCode } from '../core/errors.ts';
import { isMachineFault } from '../core/machine-fault.ts';

/** How far a request had come: no connection yet, waiting for the head, or reading the body. */
export type Phase = 'connect' | 'head' | 'body';

/** A connection lost while the body was arriving means half a page; before that nothing was received. */
const lost = Object.freeze({ connect: 'DOC_CONNECT', head: 'DOC_CONNECT', body: 'DOC_TRUNCATED' } as const);

type Entry = ErrorCode | Readonly<Record<Phase, ErrorCode>>;

const byCode = Object.freeze<Record<string, Entry>>({
  ENOTFOUND: 'DOC_DNS',
  ENODATA: 'DOC_DNS',
  ESERVFAIL: 'DOC_DNS',
  ECONNREFUSED: lost,
  ECONNRESET: lost,
  ECONNABORTED: lost,
  EPIPE: lost,
  ENOTCONN: lost,
  EHOSTUNREACH: lost,
  EHOSTDOWN: lost,
  ENETUNREACH: lost,
  ENETDOWN: lost,
  ENETRESET: lost,
  EADDRNOTAVAIL: lost,
  EACCES: lost,
  EPERM: lost,
  ERR_STREAM_PREMATURE_CLOSE: lost,
  UND_ERR_SOCKET: lost,
  UND_ERR_CLOSED: lost,
  UND_ERR_DESTROYED: lost,
  UND_ERR_INFO: lost,
  // A proxy that refuses, or cannot reach the target; a request that we end has its own reason.
  UND_ERR_ABORTED: lost,
  UND_ERR_PRX_CONN: lost,
  UND_ERR_PRX_TLS: 'DOC_TLS',
  // Once the request is under way this is undici's error for a proxy that requires a password (407).
  UND_ERR_INVALID_ARG: { connect: 'DOC_INTERNAL', head: 'DOC_CONNECT', body: 'DOC_CONNECT' },
  ETIMEDOUT: 'DOC_TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'DOC_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'DOC_TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'DOC_TIMEOUT',
  UND_ERR_HEADERS_OVERFLOW: 'DOC_HEADERS',
  HPE_HEADER_OVERFLOW: 'DOC_HEADERS',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'DOC_TOO_LARGE',
  // undici reports every parser error under this code once it has seen a Content-Length; in the head that means
  // contradicting lengths, not a short body.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { connect: 'DOC_PROTOCOL', head: 'DOC_PROTOCOL', body: 'DOC_TRUNCATED' },
  HPE_INVALID_EOF_STATE: lost,
  HPE_CLOSED_CONNECTION: lost,
  // undici asserts on answers it did not expect, such as status 000.
  ERR_ASSERTION: 'DOC_PROTOCOL',
  EPROTO: 'DOC_TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'DOC_TLS',
  SELF_SIGNED_CERT_IN_CHAIN: 'DOC_TLS',
  HOSTNAME_MISMATCH: 'DOC_TLS',
  INVALID_CA: 'DOC_TLS',
  INVALID_PURPOSE: 'DOC_TLS',
  PATH_LENGTH_EXCEEDED: 'DOC_TLS',
  EE_KEY_TOO_SMALL: 'DOC_TLS',
  CA_KEY_TOO_SMALL: 'DOC_TLS',
  CA_MD_TOO_WEAK: 'DOC_TLS',
  Z_BUF_ERROR: 'DOC_TRUNCATED',
});

const byPrefix: readonly (readonly [string, ErrorCode])[] = Object.freeze([
  ['EAI_', 'DOC_DNS'],
  ['HPE_', 'DOC_PROTOCOL'],
  ['CERT_', 'DOC_TLS'],
  ['CRL_', 'DOC_TLS'],
  ['UNABLE_TO_', 'DOC_TLS'],
  ['ERROR_IN_CERT_', 'DOC_TLS'],
  ['ERR_TLS_', 'DOC_TLS'],
  ['ERR_SSL_', 'DOC_TLS'],
  ['ERR_OSSL_', 'DOC_TLS'],
  ['Z_', 'DOC_ENCODING'],
  ['ERR__ERROR_', 'DOC_ENCODING'],
  ['ERR_BROTLI', 'DOC_ENCODING'],
  ['ERR_ZSTD', 'DOC_ENCODING'],
  ['ZSTD_error_', 'DOC_ENCODING'],
]);

/** The catalogue code of any failure; DOC_INTERNAL when nothing in it is known. Never throws. */
export function classifyFailure(error: unknown, phase: Phase): ErrorCode {
  if (error instanceof DocentError) return error.code;
  if (!(error instanceof Error)) return 'DOC_INTERNAL';
  // Before anything else: where one address of several was tried without a free descriptor, nothing is known of the host.
  if (isMachineFault(error)) return 'DOC_MACHINE';
  // undici reports UND_ERR_SOCKET for a switch to another protocol too, where trying again is pointless.
  if (error.message === 'bad upgrade') return 'DOC_PROTOCOL';
  const code = codeOf(error);
  const entry = Object.hasOwn(byCode, code) ? byCode[code] : byPrefix.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (entry !== undefined) return typeof entry === 'string' ? entry : entry[phase];
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === undefined ? 'DOC_INTERNAL' : classifyFailure(inner, phase);
}

/** The DocentError for a failed request: message naming the URL without its secrets, cause kept. */
export function requestFailure(error: unknown, phase: Phase, url: URL): DocentError {
  const code = classifyFailure(error, phase);
  const message = error instanceof Error ? error.message || codeOf(error) : String(error);
  // The system's own code (CERT_HAS_EXPIRED, ECONNREFUSED) distinguishes cases that share a DOC_* code.
  const detail = error instanceof Error && !message.includes(codeOf(error)) ? `${message} (${codeOf(error)})` : message;
  if (error instanceof DocentError)
    return new DocentError(code, `${printUrl(url)}: ${message}`, { cause: error.cause ?? error });
  return new DocentError(code, `${printUrl(url)}: ${detail}`, { cause: error });
}

/** The URL as it may appear in a message: no user, no password, and of the query only that there was one. */
export function printUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

function codeOf(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  // undici 8 loses llhttp's code; of its parser errors only the end of the input is distinguished.
  if (error.name !== 'HTTPParserError') return '';
  return error.message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID';
}
