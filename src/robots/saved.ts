// What is known about a host's robots.txt as plain data, so that a restart requests nothing again.
import { decodeOrNothing, type Is, isFlag, isNumber, isOneOf, isOptional, isShape, isString } from '../core/decode.ts';
import type { ErrorCode } from '../core/errors.ts';
import { redactAddresses } from '../core/url/email-in-url.ts';
import type { Dialect } from './dialect.ts';
import { parseRobots } from './file.ts';
import type { Site } from './site.ts';

const NOTHING = new Uint8Array();

/** The site as data: everything but the parsed file, and the file's octets. */
export function saveSite(site: Site, dialect: Dialect): { readonly saved: string; readonly body: Uint8Array } {
  const { file, source, ...rest } = site;
  const kept = source === null ? undefined : withoutAddresses(source);
  return {
    saved: JSON.stringify({ ...rest, hasFile: file !== null, charset: kept?.charset, dialect: dialect.name }),
    body: kept?.body ?? NOTHING,
  };
}

type Source = NonNullable<Site['source']>;

/**
 * E5, H1: the copy that is kept holds no e-mail address and no `user:pass@`. In a comment it is not needed; a rule with a whole address in it is about URLs with
 * that address, and those are not requested at all. The length stays, because a file's size decides how much of it counts (R16).
 */
function withoutAddresses({ body, charset }: Source): Source {
  const wide = wideCharset(body, charset);
  const text = wide === undefined ? Buffer.from(body).toString('latin1') : new TextDecoder(wide).decode(body);
  const clean = redactAddresses(
    text.replace(/(?<=:\/\/)[^\s/?#]{1,200}(?=@)/g, (user) => ':'.repeat(user.length)),
    (address) => '[email]'.padEnd(address.length, '_').slice(0, address.length),
  );
  if (clean === text) return { body, ...(charset !== undefined && { charset }) };
  if (wide !== undefined) return { body: Buffer.from(clean, 'utf8'), charset: 'utf-8' };
  return { body: Buffer.from(clean, 'latin1'), ...(charset !== undefined && { charset }) };
}

/** UTF-16 is the only charset in which an address is not written in ASCII. */
function wideCharset(body: Uint8Array, charset = ''): string | undefined {
  if (/^utf-?16be$/i.test(charset) || (body[0] === 0xfe && body[1] === 0xff)) return 'utf-16be';
  return /^(?:utf-?16|ucs-?2|unicode)/i.test(charset) || (body[0] === 0xff && body[1] === 0xfe)
    ? 'utf-16le'
    : undefined;
}

/** What is written beside the octets. */
type Saved = Omit<Site, 'file' | 'source'> & {
  readonly hasFile: boolean;
  readonly charset?: string;
  readonly dialect: string;
};

const isSaved = isShape<Saved>({
  state: isOneOf({ rules: true, open: true, closed: true, deferred: true }),
  why: isString,
  fileFetchedAt: isNumber,
  status: isNumber,
  bytes: isNumber,
  askedAt: isNumber,
  askAgainAt: isNumber,
  minDelaySec: isNumber,
  failures: isNumber,
  failingSince: isNumber,
  gaveUp: isFlag,
  // A code of another version of docent is shown like any other.
  code: isOptional(isString as Is<ErrorCode>),
  holdUntil: isOptional(isNumber),
  hasFile: isFlag,
  charset: isOptional(isString),
  dialect: isString,
});

/** What is known of a site, without its file; undefined when it cannot be read. */
export type SavedFacts = Saved;

/** The facts that were saved beside the octets; undefined when they cannot be read. */
export function savedFacts(saved: string): SavedFacts | undefined {
  return decodeOrNothing(saved, isSaved);
}

/** F5: the site, to be requested again at once; undefined where it answered when it was last requested. Since when it is out of reach stays known. */
export function askedAnew(saved: string): string | undefined {
  const known = savedFacts(saved);
  if (known === undefined || known.status !== 0) return undefined;
  return JSON.stringify({ ...known, askAgainAt: 0, failures: 0 });
}

/** The site again; undefined when it was saved under another dialect or cannot be read. */
export function loadSite(saved: string, body: Uint8Array, dialect: Dialect): Site | undefined {
  const known = savedFacts(saved);
  if (known?.dialect !== dialect.name) return undefined;
  const { hasFile, charset, dialect: _, ...rest } = known;
  if (!hasFile) return { ...rest, file: null, source: null };
  return {
    ...rest,
    file: parseRobots(body, dialect, charset),
    source: { body, ...(charset !== undefined && { charset }) },
  };
}
