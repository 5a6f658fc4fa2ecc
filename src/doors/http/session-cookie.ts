// The cookie that holds the key of a browser's session.
import { SESSION_MS } from '../../app/server/sessions.ts';

/** Its name. */
export const SESSION_COOKIE = 'docent_session';

export interface CookiePlace {
  /** The server's base path: `/docent`; empty at the root. */
  readonly base: string;
  /** Whether the client speaks TLS. */
  readonly isSecure: boolean;
}

/** The key in a Cookie header; of several the first, which is the one of the longest path. */
export function sessionKeyIn(cookies: string | null): string | undefined {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === SESSION_COOKIE) return value?.trim();
  }
  return undefined;
}

/** The Set-Cookie header of a session that begins. */
export function sessionCookie(key: string, place: CookiePlace): string {
  return cookie(key, SESSION_MS / 1_000, place);
}

/** The Set-Cookie header that removes it. */
export function endedCookie(place: CookiePlace): string {
  return cookie('', 0, place);
}

function cookie(value: string, seconds: number, { base, isSecure }: CookiePlace): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${base}/`, `Max-Age=${seconds}`];
  return [`${SESSION_COOKIE}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}
