// H1: headers of an own site behind a token: added hop by hop, for its own origins only, from the environment of that moment.
import { DocentError } from '../core/errors.ts';
import { isPrivateWire, parseHttpUrl } from '../core/url/host.ts';
import type { Credentials, Http } from './port.ts';

/** Which headers go where; their values are nowhere but in the environment. */
export interface OwnHeaders {
  /** The provider they belong to, for messages. */
  readonly provider: string;
  /** Scheme, host and port of its seeds. */
  readonly origins: ReadonlySet<string>;
  /** Header names, each with its environment variable. */
  readonly variables: Readonly<Record<string, string>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a header may hold: one line of printable ASCII. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,8190}[\x21-\x7e])?$/;

/**
 * The headers with their values. Throws DOC_CONFIG that names provider and variable for one that is missing, empty, or cannot be
 * sent; the value itself is in no message.
 */
export function readOwnHeaders({ provider, variables }: OwnHeaders, env: Environment): Credentials {
  const headers: Record<string, string> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[variable]?.trim() ?? '';
    if (value === '')
      throw new DocentError(
        'DOC_CONFIG',
        `${provider} needs the environment variable ${variable} for its header ${name} (headers_from_env), and it is not set; nothing was requested`,
      );
    if (!HEADER_VALUE.test(value))
      throw new DocentError(
        'DOC_CONFIG',
        `the environment variable ${variable} of ${provider} cannot be sent as its header ${name}: it must be one line of printable ASCII, at most 8 KB`,
      );
    headers[name.toLowerCase()] = value;
  }
  return { headers, variables: Object.values(variables) };
}

/** Whether a URL gets the headers: it is of one of the origins, and the connection is private. */
export function getsOwnHeaders(url: string, { origins }: Pick<OwnHeaders, 'origins'>): boolean {
  const origin = parseHttpUrl(url)?.origin;
  return origin !== undefined && origins.has(origin) && isPrivateWire(url);
}

/** The client with the headers added where they belong; a redirect's next hop is another request, and is judged anew. */
export function withOwnHeaders(http: Http, own: OwnHeaders, env: Environment): Http {
  return {
    async get(url, request) {
      if (!getsOwnHeaders(url, own)) return http.get(url, request);
      return http.get(url, { ...request, credentials: readOwnHeaders(own, env) });
    },
    close: () => http.close(),
  };
}
