// The catalogue of everything that can go wrong, with what to do about it; docs/errors.md is generated from it.

export interface ErrorEntry {
  /** What happened, as a noun phrase for docs/errors.md. */
  readonly means: string;
  /** Whether the same request may succeed later without any change. */
  readonly retry: boolean;
  /** What the person who sees it can do. */
  readonly hint: string;
  /** A fault of this machine or of the data folder: it ends or pauses the run, and never counts against a page or a host. */
  readonly ours?: true;
}

export const errorCatalogue = {
  DOC_USAGE: {
    means: 'A command was called with words it does not understand.',
    retry: false,
    hint: 'Run the command with --help to see what it takes.',
  },
  DOC_CONFIG: {
    means:
      'A setting in the configuration file, the environment or a flag is unknown, of the wrong kind or out of range.',
    retry: false,
    hint: 'Correct the named field; docs/options.md lists every field with its range.',
  },
  DOC_FILE: {
    means: 'A file that was named cannot be read, or not be written.',
    retry: false,
    hint: 'Check the path and its permissions.',
  },
  DOC_URL: {
    means: 'A text that should be a URL is not one, or is not http(s).',
    retry: false,
    hint: 'Write the whole address, for example https://example.com/docs.',
  },
  DOC_DIALECT: {
    means: 'A robots.txt dialect that does not exist, or an override that no dialect has.',
    retry: false,
    hint: 'docs/robots.md lists the six dialects and their knobs.',
  },
  DOC_PATTERN: {
    means:
      'A path pattern that cannot be used: too long, too many wildcards, or a regular expression outside linear time.',
    retry: false,
    hint: 'Patterns are globs (/docs/**) or re: followed by an RE2 expression, without look-around and back-references.',
  },
  DOC_ADDRESS: {
    means:
      'The address is not public (private, loopback, link-local, metadata or reserved), so it was not connected to.',
    retry: false,
    hint: 'If it is yours, list the host or its range in allow_private.',
  },
  DOC_DNS: {
    means: 'The host name could not be resolved.',
    retry: true,
    hint: 'Check the spelling of the host and the machine’s DNS.',
  },
  DOC_CONNECT: {
    means: 'No connection: refused, reset, or closed before the answer was complete.',
    retry: true,
    hint: 'Check that the server runs and is reachable from here.',
  },
  DOC_TIMEOUT: {
    means: 'The server did not connect, answer or finish within the allowed time.',
    retry: true,
    hint: 'Try later, or raise the time-out.',
  },
  DOC_TLS: {
    means:
      'The TLS certificate or handshake is not acceptable: expired, self-signed, for another host, or not TLS at all.',
    retry: false,
    hint: 'The certificate must be valid for this host; docent never falls back to plain HTTP.',
  },
  DOC_PROTOCOL: {
    means: 'The answer is not valid HTTP.',
    retry: false,
    hint: 'The server, or something in front of it, is broken.',
  },
  DOC_HEADERS: {
    means: 'The answer’s headers are larger than allowed.',
    retry: false,
    hint: 'The server, or something in front of it, is broken.',
  },
  DOC_TOO_LARGE: {
    means: 'The body is larger than allowed, before or after decompression.',
    retry: false,
    hint: 'The limit is fixed; leave the page out with a blocked pattern.',
  },
  DOC_TRUNCATED: {
    means: 'The body ended before it was complete.',
    retry: true,
    hint: 'Nothing of it was kept; it is fetched again later.',
  },
  DOC_ENCODING: {
    means: 'The body’s Content-Encoding is unknown, nested too deeply, or its data is corrupt.',
    retry: false,
    hint: 'docent reads gzip, deflate, br and zstd, at most two on top of each other.',
  },
  DOC_BLOCKED: {
    means: 'The page may not be fetched: robots.txt, the blocklist or your own configuration forbids it.',
    retry: false,
    hint: 'Run `docent robots <url>` for the rule that decided, and `docent blocklist` for your own.',
  },
  DOC_BUDGET: {
    means: 'Your own bound on requests is reached, so nothing was requested: it says nothing about the site.',
    retry: true,
    hint: 'Wait until then, or raise the bound: requests_per_hour, requests_per_day, host_requests_per_hour or host_requests_per_day.',
  },
  DOC_TERMS: {
    means:
      'The provider may not be crawled: its terms forbid it, nobody has recorded what they allow, or it is disabled.',
    retry: false,
    hint: '`docent providers show <id>` shows what is recorded, and by whom.',
  },
  DOC_ANSWER: {
    means: 'The server answered, but not with a page that can be read.',
    retry: false,
    hint: 'Look at the address in a browser; it may have moved, need a login, or be something else than a page.',
  },
  DOC_EXTRACT: {
    means: 'A page could not be read within its time and memory.',
    retry: false,
    hint: 'Leave the page out with a blocked pattern, or report it.',
  },
  DOC_MACHINE: {
    means: 'This machine ran out of open files, memory or threads.',
    retry: true,
    hint: 'Raise the limit of open files (`ulimit -n 4096`), lower --concurrency or free memory, and run the command again: nothing is lost.',
    ours: true,
  },
  DOC_STORE: {
    means: 'The data folder cannot be opened, read or written.',
    retry: false,
    hint: 'Check that the folder exists and belongs to you.',
    ours: true,
  },
  DOC_STORE_DAMAGED: {
    means:
      'The file of the data folder is damaged: by a failing disk, a copy made while it was in use, or another program.',
    retry: false,
    hint: 'Put a backup in its place with `docent restore <file> --force`, which keeps the damaged data beside it; without a backup, move the folder away and crawl again.',
    ours: true,
  },
  DOC_STORE_VERSION: {
    means: 'The data folder was written by a newer docent.',
    retry: false,
    hint: 'Update docent, or use another folder with --data.',
    ours: true,
  },
  DOC_STORE_FULL: {
    means: 'The disk is full that holds the data folder, or another file that is to be written.',
    retry: true,
    hint: 'Free some space and do it again; a crawl goes on where it stopped.',
    ours: true,
  },
  DOC_STORE_BUSY: {
    means: 'The data folder is in use: another process crawls into it, or this one crawls the same site already.',
    retry: false,
    hint: 'Wait for it, stop it, or use another folder with --data.',
    ours: true,
  },
  DOC_REQUESTS_FULL: {
    means: 'The most requests of one kind that may be open are open; no more are taken.',
    retry: true,
    hint: 'Close some first: `docent requests` lists them, the most urgent first.',
  },
  DOC_SEARCH: {
    means: 'A search was abandoned: it took too long, its thread ended, or too many were waiting.',
    retry: true,
    hint: 'Try again with fewer words; a machine that is busy may need a moment.',
  },
  DOC_BUSY: {
    means: 'A server could not do it: it has too much to do, is ending, or it took too long.',
    retry: true,
    hint: 'Try again in a moment.',
  },
  DOC_INTERNAL: {
    means: 'A fault inside docent.',
    retry: false,
    hint: 'Please report it with the lines above it.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The error class of docent: a stable code, a sentence naming what it happened to, and the hint of its catalogue entry. */
export class DocentError extends Error {
  override readonly name = 'DocentError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get retry(): boolean {
    return errorCatalogue[this.code].retry;
  }

  /** Whether it is a fault of this machine or of the data folder, not of any page or host. */
  get isOurs(): boolean {
    return (errorCatalogue[this.code] as ErrorEntry).ours === true;
  }

  get hint(): string {
    return errorCatalogue[this.code].hint;
  }
}

/** Several configuration problems found in one go; `message` joins them, one per line. */
export class ConfigError extends DocentError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('DOC_CONFIG', problems.join('\n'));
    this.problems = problems;
  }
}
