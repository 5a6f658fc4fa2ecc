// What a room gets from fetch/: one request in, one answer out.

export interface HttpRequest {
  readonly method?: 'GET' | 'HEAD';
  /** Sent as given, except that Host and Connection are the client's and credentials are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Most bytes of the decoded body. */
  readonly maxBytes: number;
  readonly onTooLarge: 'error' | 'cut';
  /** Time to get a connection: DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** Hard deadline from the request being put on an open connection to the last byte of the body. */
  readonly readMs: number;
  readonly signal?: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names; a name sent several times has a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Decoded; empty for HEAD, 204, 205, 304 and redirects, whose bodies are not read. */
  readonly body: Uint8Array;
  readonly cut: boolean;
  /** Body bytes received, as they came over the wire. */
  readonly bytes: number;
  readonly remoteAddress: string;
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
