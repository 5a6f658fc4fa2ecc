// Sessions of browsers, which cannot send a token with every request: signed in once with a token, and ended with it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../core/clock.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { ownFile } from './own-files.ts';
import { openSecretRecords } from './secret-records.ts';
import { openSeenTime } from './seen-time.ts';
import { type TokenScope, type Tokens, type TokenView, tokenScopes } from './tokens.ts';

/** A session that is valid now. */
export interface Session {
  /** The token it was signed in with. */
  readonly token: TokenView;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: number;
  /** When it ends, however much it is used. */
  readonly expiresAt: number;
}

interface SessionRecord {
  /** SHA-256 of the key, in base64url. */
  readonly digest: string;
  /** The id of its token. */
  readonly token: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: number;
  /** Written every few minutes. */
  readonly usedAt: number;
}

/** All throw DOC_STORE for a list of sessions or tokens that cannot be read, and DOC_FILE where it must be written and cannot be. */
export interface Sessions {
  /** Begins a session of a valid token and returns its key, the value of the cookie. Beyond 100 of a token the least used ends. */
  begin(token: TokenView): Promise<string>;
  /** The session of a key, if neither it nor its token has ended; that counts as a use. */
  find(key: string): Session | undefined;
  /** Whether `find` would find it now; that is no use. */
  isOpen(key: string): boolean;
  /** Ends the session of a key; a key without one changes nothing. */
  end(key: string): Promise<void>;
  /** Ends every session of a token, and returns how many there were. */
  endOf(tokenId: string): Promise<number>;
  /** Resolves when the uses noted so far are written. */
  settled(): Promise<void>;
}

export interface SessionsOptions {
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** How long a session lasts, used or not. */
export const SESSION_MS = 12 * 3_600_000;
/** How long it lasts without a use. */
export const IDLE_MS = 2 * 3_600_000;
const MOST_PER_TOKEN = 100;
/** A use is written when the last one written is this old. */
const NOTE_MS = 5 * 60_000;
const KEY_BYTES = 32;
const KEY = /^[A-Za-z0-9_-]{43}$/;

/** The sessions of a data folder, as an absolute path; they survive a restart. Nothing is read or made before the first use. */
export function openSessions(folder: string, tokens: Tokens, options: SessionsOptions = {}): Sessions {
  const { clock = systemClock, log = silentLog } = options;
  const path = ownFile(folder, 'sessions');
  const records = openSecretRecords({ path, isOne: isRecord, what: 'sessions', clock, log });
  const seen = openSeenTime(folder, clock, log);
  /** When each was last used, as far as that is not written yet. */
  const uses = new Map<string, number>();
  let indexed: readonly SessionRecord[] = [];
  let index: ReadonlyMap<string, SessionRecord> = new Map();
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = false;

  function recordOf(digest: string): SessionRecord | undefined {
    const all = records.current();
    if (all !== indexed) {
      indexed = all;
      index = new Map(all.map((one) => [one.digest, one]));
    }
    return index.get(digest);
  }

  const isLive = ({ createdAt, usedAt }: SessionRecord): boolean =>
    !seen.isOver(Math.min(createdAt + SESSION_MS, usedAt + IDLE_MS));

  /** With the uses of this process in it, and without what has ended. */
  function live(all: readonly SessionRecord[]): readonly SessionRecord[] {
    return all
      .map((one) => ({ ...one, usedAt: Math.max(one.usedAt, uses.get(one.digest) ?? 0) }))
      .filter((one) => isLive(one) && tokens.valid(one.token) !== undefined);
  }

  async function change(task: (all: readonly SessionRecord[]) => readonly SessionRecord[]): Promise<void> {
    const written = await records.change((all) => task(live(all)));
    const known = new Map(written.map((one) => [one.digest, one.usedAt]));
    for (const [digest, at] of uses) if ((known.get(digest) ?? at) >= at) uses.delete(digest);
  }

  /** The record of a key and its token, unless one of them has ended. */
  function openOne(key: string): { readonly record: SessionRecord; readonly token: TokenView } | undefined {
    const record = KEY.test(key) ? recordOf(digestOf(key)) : undefined;
    if (record === undefined) return undefined;
    const usedAt = Math.max(record.usedAt, uses.get(record.digest) ?? 0);
    const token = isLive({ ...record, usedAt }) ? tokens.valid(record.token) : undefined;
    return token === undefined ? undefined : { record, token };
  }

  function noteUse({ digest, usedAt }: SessionRecord, now: number): void {
    uses.set(digest, now);
    if (now - usedAt < NOTE_MS || isWriting) return;
    isWriting = true;
    writing = change((all) => all)
      .catch((error: Error) => log.warn({ err: error }, 'the use of sessions could not be noted'))
      .finally(() => {
        isWriting = false;
      });
  }

  return {
    async begin({ id: token, scopes }) {
      const key = randomBytes(KEY_BYTES).toString('base64url');
      const now = seen.now();
      await change((all) => {
        const others = all.filter((one) => one.token !== token);
        const own = all.filter((one) => one.token === token).toSorted((a, b) => b.usedAt - a.usedAt);
        const added = { digest: digestOf(key), token, scopes, createdAt: now, usedAt: now };
        return [...others, ...own.slice(0, MOST_PER_TOKEN - 1), added];
      });
      return key;
    },
    find(key) {
      const open = openOne(key);
      if (open === undefined) return undefined;
      const { record, token } = open;
      noteUse(record, seen.now());
      const { scopes, createdAt } = record;
      return { token, scopes, createdAt, expiresAt: createdAt + SESSION_MS };
    },
    isOpen: (key) => openOne(key) !== undefined,
    async end(key) {
      const digest = digestOf(key);
      if (recordOf(digest) !== undefined) await change((all) => all.filter((one) => one.digest !== digest));
    },
    async endOf(tokenId) {
      const ended = records.current().filter(({ token }) => token === tokenId).length;
      if (ended > 0) await change((all) => all.filter(({ token }) => token !== tokenId));
      return ended;
    },
    async settled() {
      await writing;
    },
  };
}

/** The text that a form of this session's pages sends with a change. It does not lead back to the key. */
export function formTokenOf(key: string): string {
  return createHmac('sha256', key).update('docent form token').digest('base64url');
}

/** Whether a form token is that of the session, in the same time whatever differs. */
export function isFormToken(key: string, presented: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(presented), digest(formTokenOf(key)));
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function isRecord(one: unknown): one is SessionRecord {
  if (typeof one !== 'object' || one === null) return false;
  const { digest, token, scopes, createdAt, usedAt } = one as Record<keyof SessionRecord, unknown>;
  return (
    [digest, token].every((value) => typeof value === 'string') &&
    Array.isArray(scopes) &&
    scopes.every((scope) => tokenScopes.includes(scope as TokenScope)) &&
    [createdAt, usedAt].every(Number.isFinite)
  );
}
