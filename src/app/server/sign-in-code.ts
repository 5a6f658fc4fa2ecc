// A link that signs a browser in: a code that stands for a token once, and for ten minutes. It is no token, and kept in this process alone.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Tokens, TokenView } from './tokens.ts';

/** How long a code is valid. */
export const CODE_MS = 10 * 60_000;

const CODE_BYTES = 32;
/** Compared with what is sent while there is no code; no text has this digest. */
const NOTHING = Buffer.alloc(32);

export interface SignInCodes {
  /** A new code, which voids the one before; undefined where no token is valid. It stands for the token that may do most. */
  make(): string | undefined;
  /** The token that a code stands for; the code is void from then on. Takes the same time whatever differs. */
  take(code: string): TokenView | undefined;
}

/** The codes of a server; at most one is valid at a time. */
export function openSignInCodes(tokens: Pick<Tokens, 'list' | 'valid'>, clock: Clock = systemClock): SignInCodes {
  let open: { readonly digest: Buffer; readonly token: string; readonly until: number } | undefined;
  return {
    make() {
      const valid = tokens.list().flatMap(({ id }) => tokens.valid(id) ?? []);
      const [token] = valid.toSorted((one, other) => other.scopes.length - one.scopes.length);
      if (token === undefined) return undefined;
      const code = randomBytes(CODE_BYTES).toString('base64url');
      open = { digest: digestOf(code), token: token.id, until: clock.mono() + CODE_MS };
      return code;
    },
    take(code) {
      const isSame = timingSafeEqual(digestOf(code), open?.digest ?? NOTHING);
      if (open === undefined || !isSame) return undefined;
      const { token, until } = open;
      open = undefined;
      return clock.mono() < until ? tokens.valid(token) : undefined;
    },
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
