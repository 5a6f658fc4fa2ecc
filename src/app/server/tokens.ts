// Who may use the server: tokens with scopes, of which the data folder keeps only digests.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../core/clock.ts';
import { counted, grouped } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';
import { ownFile } from './own-files.ts';
import { openSecretRecords } from './secret-records.ts';
import { openSeenTime } from './seen-time.ts';

/** `read` is every GET, `ask` searches and answers, `write` every change; none includes another. */
export const tokenScopes = ['read', 'ask', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A token as it is shown: nothing in it opens anything. Times are in milliseconds since 1970. */
export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  /** The day of its last use in UTC, such as 2026-02-23. */
  readonly lastUsed?: string | undefined;
}

interface TokenRecord extends TokenView {
  /** SHA-256 of the whole token, in base64url. */
  readonly digest: string;
}

export interface NewToken {
  readonly scopes: readonly TokenScope[];
  readonly name?: string | undefined;
  readonly expiresAt?: number | undefined;
}

/** The token as its owner needs it, which nobody can show again. */
export interface MadeToken {
  readonly token: string;
  readonly view: TokenView;
}

export type TokenCheck =
  | { readonly kind: 'valid'; readonly view: TokenView }
  /** The secret is right. */
  | { readonly kind: 'expired'; readonly view: TokenView }
  | { readonly kind: 'unknown' };

/** All throw DOC_STORE for a list of tokens that cannot be read, and DOC_FILE where it must be written and cannot be. */
export interface Tokens {
  /** Throws DOC_USAGE for no scope, a name that is too long, a time that is over, and beyond 1,000 tokens. */
  create(wanted: NewToken): Promise<MadeToken>;
  /** Makes a token only if there is none, expired ones included; of several processes at once one makes it. */
  createFirst(wanted: NewToken): Promise<MadeToken | undefined>;
  /** The oldest first, expired ones included. */
  list(): readonly TokenView[];
  /** Throws DOC_USAGE for an id that no token has. */
  revoke(id: string): Promise<TokenView>;
  /**
   * Judges a token, in the same time whether its id or its secret is wrong. A revocation by another process counts within a
   * second, a new token within a tenth of it. The day of its use is written later, once a day.
   */
  check(token: string): TokenCheck;
  /** The token of this id, if it is neither revoked nor expired. */
  valid(id: string): TokenView | undefined;
  /** Resolves when the uses noted so far are written. */
  settled(): Promise<void>;
}

export interface TokensOptions {
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

const MOST_TOKENS = 1_000;
const LONGEST_NAME = 100;
const ID_BYTES = 4;
const SECRET_BYTES = 32;
const TOKEN = /^dct_([0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;
/** Compared with what an unknown id sends; no text has this digest. */
const NOBODY = Buffer.alloc(32);

/** The tokens of a data folder, as an absolute path; nothing is read or made before the first use. */
export function openTokens(folder: string, options: TokensOptions = {}): Tokens {
  const { clock = systemClock, log = silentLog } = options;
  const path = ownFile(folder, 'tokens');
  const records = openSecretRecords({ path, isOne: isRecord, what: 'tokens', clock, log });
  const seen = openSeenTime(folder, clock, log);
  const isOver = ({ expiresAt }: TokenView): boolean => expiresAt !== undefined && seen.isOver(expiresAt);
  const noted = new Map<string, string>();
  let writing: Promise<unknown> = Promise.resolve();

  async function make(wanted: NewToken, isFirst: boolean): Promise<MadeToken | undefined> {
    checkWanted(wanted, clock.wall());
    if (isFirst && records.current().length > 0) return undefined;
    let made: MadeToken | undefined;
    await records.change((all) => {
      if (isFirst && all.length > 0) return all;
      if (all.length >= MOST_TOKENS)
        throw new DocentError(
          'DOC_USAGE',
          `there are ${counted(all.length, 'token')}; revoke those that are not in use`,
        );
      const { token, record } = newToken(wanted, clock.wall(), all);
      made = { token, view: viewOf(record) };
      return [...all, record];
    });
    return made;
  }

  function noteUse({ id, lastUsed }: TokenView): void {
    const day = dayOf(clock.wall());
    if (lastUsed === day || noted.get(id) === day) return;
    noted.set(id, day);
    const written = records.change((all) => all.map((one) => (one.id === id ? { ...one, lastUsed: day } : one)));
    writing = Promise.all([
      writing,
      written.catch((error: Error) => log.warn({ err: error }, `the use of token ${id} could not be noted`)),
    ]);
  }

  return {
    create: async (wanted) => (await make(wanted, false)) as MadeToken,
    createFirst: (wanted) => make(wanted, true),
    list: () => records.current().map(viewOf),
    async revoke(id) {
      let revoked: TokenView | undefined;
      await records.change((all) => {
        revoked = all.find((one) => one.id === id);
        if (revoked === undefined) throw new DocentError('DOC_USAGE', `no token has the id "${printable(id)}"`);
        return all.filter((one) => one.id !== id);
      });
      return viewOf(revoked as TokenRecord);
    },
    check(token) {
      const record = recordOf(token, records.current()) ?? recordOf(token, records.latest());
      if (record === undefined) return { kind: 'unknown' };
      const view = viewOf(record);
      if (isOver(record)) return { kind: 'expired', view };
      noteUse(record);
      return { kind: 'valid', view };
    },
    valid(id) {
      const record = records.current().find((one) => one.id === id);
      return record === undefined || isOver(record) ? undefined : viewOf(record);
    },
    async settled() {
      await writing;
    },
  };
}

/** The id of a text that has the form of a token. */
export function tokenIdOf(text: string): string | undefined {
  return TOKEN.exec(text)?.[1];
}

/** Undefined in the same time whether the id or the secret is wrong. */
function recordOf(token: string, all: readonly TokenRecord[]): TokenRecord | undefined {
  const id = tokenIdOf(token);
  const record = all.find((one) => one.id === id);
  const expected = record === undefined ? NOBODY : Buffer.from(record.digest, 'base64url');
  return timingSafeEqual(digestOf(token), expected) ? record : undefined;
}

function checkWanted({ scopes, name = '', expiresAt }: NewToken, now: number): void {
  if (scopes.length === 0)
    throw new DocentError('DOC_USAGE', `a token needs a scope: ${tokenScopes.join(', ')}, or several of them`);
  if (name.length > LONGEST_NAME)
    throw new DocentError(
      'DOC_USAGE',
      `the name has ${counted(name.length, 'character')}; at most ${grouped(LONGEST_NAME)} are kept`,
    );
  if (expiresAt !== undefined && expiresAt <= now)
    throw new DocentError('DOC_USAGE', 'a token must expire later than now');
}

function newToken(
  { scopes, name = '', expiresAt }: NewToken,
  createdAt: number,
  others: readonly TokenView[],
): { readonly token: string; readonly record: TokenRecord } {
  let id: string;
  do id = randomBytes(ID_BYTES).toString('hex');
  while (others.some((one) => one.id === id));
  const token = `dct_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const digest = digestOf(token).toString('base64url');
  const own = tokenScopes.filter((scope) => scopes.includes(scope));
  return { token, record: { id, name, scopes: own, createdAt, expiresAt, digest } };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function viewOf({ id, name, scopes, createdAt, expiresAt, lastUsed }: TokenRecord): TokenView {
  return { id, name, scopes, createdAt, expiresAt, lastUsed };
}

function isRecord(one: unknown): one is TokenRecord {
  if (typeof one !== 'object' || one === null) return false;
  const { id, name, scopes, createdAt, expiresAt, lastUsed, digest } = one as Record<keyof TokenRecord, unknown>;
  return (
    [id, name, digest].every((value) => typeof value === 'string') &&
    Buffer.from(digest as string, 'base64url').length === NOBODY.length &&
    Array.isArray(scopes) &&
    scopes.every((scope) => tokenScopes.includes(scope as TokenScope)) &&
    Number.isFinite(createdAt) &&
    (expiresAt === undefined || Number.isFinite(expiresAt)) &&
    (lastUsed === undefined || typeof lastUsed === 'string')
  );
}
