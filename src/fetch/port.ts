// What a room gets from fetch/: one request in, one answer out.

/** H1: headers of an own site, with the environment variables their values come from. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: readonly string[];
}

export interface HttpRequest {
  readonly method?: 'GET' | 'HEAD';
  /** Sent as passed, except that Host and Connection are the client's and credentials are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent beside the others, as they are; only `withOwnHeaders` adds them. */
  readonly credentials?: Credentials | undefined;
  /** Most bytes of the decoded body. */
  readonly maxBytes: number;
  readonly onTooLarge: 'error' | 'cut';
  /** Time to get a connection: DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** Hard deadline from the request being put on an open connection to the last byte of the body. */
  readonly readMs: number;
  /** Hard deadline for connecting and reading together. */
  readonly totalMs?: number | undefined;
  /** Fewest body bytes per second, measured over windows of 10 s after the head; slower is DOC_TIMEOUT. Default: no bound. */
  readonly minBytesPerSec?: number | undefined;
  /** Called once, after the head of an answer that has a body; false leaves the body unread. */
  readonly wantBody?: ((status: number, headers: HttpHeaders) => boolean) | undefined;
  /** Gets the decoded body as it arrives, and `reply.body` stays empty; a request that fails may have delivered a part. */
  readonly onData?: ((chunk: Uint8Array) => void) | undefined;
  /** Opens a body that is itself a gzip file (`sitemap.xml.gz`), inside the same limits. */
  readonly openGzip?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Lower-case names; a name sent several times has a list. Values are the bytes sent, read as latin-1. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface HttpReply {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Decoded; empty for HEAD, 204, 205, 304 and redirects, whose bodies are not read. */
  readonly body: Uint8Array;
  readonly cut: boolean;
  /** Body bytes received, as they came over the wire. */
  readonly bytes: number;
  readonly remoteAddress: string;
  /** `wantBody` returned false. */
  readonly bodyRefused?: true;
  /** The server sent more than its Content-Length, seen when the rest came together with the last byte (FAULTS 7). */
  readonly surplus?: true;
  /** The request went through a proxy: `remoteAddress` is the proxy's, and which address the name led to is the proxy's choice. */
  readonly viaProxy?: true;
  /** The environment variables whose values were sent with the request (H1). */
  readonly sentVariables?: readonly string[];
}

export interface Http {
  /**
   * Fetches one URL and returns whatever the server answers, redirects and errors included.
   * Throws a DocentError when there is no complete, acceptable answer, and the signal's reason when it was aborted.
   */
  get(url: string, request: HttpRequest): Promise<HttpReply>;
  /** Ends all connections; requests in flight fail. */
  close(): Promise<void>;
}
