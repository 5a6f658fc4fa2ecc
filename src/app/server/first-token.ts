// Where a new token goes: to a terminal that shows it once, else into a file that only its owner may read.
import { readFileSync, rmSync } from 'node:fs';
import { DocentError } from '../../core/errors.ts';
import { replaceFile, withFileLock } from '../../core/file-lock.ts';
import { ownFile } from './own-files.ts';
import { makePlaceFor, PRIVATE } from './secret-records.ts';
import { type MadeToken, type NewToken, type Tokens, type TokenView, tokenIdOf, tokenScopes } from './tokens.ts';

/** A token that was made: to be printed, or in a file. */
export type DeliveredToken =
  | { readonly kind: 'print'; readonly token: string; readonly view: TokenView }
  | { readonly kind: 'file'; readonly path: string; readonly view: TokenView };

export interface TokenDelivery {
  /** The data folder, as an absolute path. */
  readonly folder: string;
  /** Whether the caller prints it; else it is written to a file. */
  readonly isPrinted: boolean;
}

/**
 * Makes a token. Throws as `Tokens.create`, and DOC_FILE where the file holds a token that is valid, is not ours, or cannot be
 * written; then there is no new token.
 */
export function deliverToken(tokens: Tokens, wanted: NewToken, delivery: TokenDelivery): Promise<DeliveredToken> {
  return delivered(tokens, delivery, () => tokens.create(wanted)) as Promise<DeliveredToken>;
}

/** Makes the first token of a data folder, with every scope; undefined where there is one. Throws as `deliverToken`. */
export async function firstToken(tokens: Tokens, delivery: TokenDelivery): Promise<DeliveredToken | undefined> {
  if (tokens.list().length > 0) return undefined;
  return delivered(tokens, delivery, () => tokens.createFirst({ scopes: tokenScopes, name: 'first token' }));
}

/** Removes the file of a token once it is no longer valid; any other file stays. */
export function removeTokenFile(tokens: Tokens, folder: string): void {
  const path = ownFile(folder, 'firstToken');
  if (placeOf(tokens, path) === 'outdated') rmSync(path, { force: true });
}

async function delivered(
  tokens: Tokens,
  { folder, isPrinted }: TokenDelivery,
  make: () => Promise<MadeToken | undefined>,
): Promise<DeliveredToken | undefined> {
  if (isPrinted) {
    const made = await make();
    return made && { kind: 'print', ...made };
  }
  const path = ownFile(folder, 'firstToken');
  makePlaceFor(path);
  return withFileLock(path, async () => {
    if (placeOf(tokens, path) === 'taken')
      throw new DocentError('DOC_FILE', `${path} is there already; move it away, or print the token with --print`);
    const made = await make();
    if (made === undefined) return undefined;
    try {
      replaceFile(path, `${made.token}\n`, PRIVATE);
    } catch (error) {
      // Nobody has it.
      await tokens.revoke(made.view.id);
      throw error;
    }
    return { kind: 'file', path, view: made.view };
  });
}

/** A file with a token that is no longer valid may be replaced. */
function placeOf(tokens: Tokens, path: string): 'free' | 'outdated' | 'taken' {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'free' : 'taken';
  }
  const id = tokenIdOf(text);
  return id !== undefined && tokens.valid(id) === undefined ? 'outdated' : 'taken';
}
