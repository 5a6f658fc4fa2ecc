// The page on which a browser sends its token, once.

import { plainPage } from './layout.tsx';
import type { PageDocument } from './page-route.ts';

export interface SignInView {
  readonly base: string;
  /** The path to go to afterwards, below the base. */
  readonly next: string;
  /** What was wrong with the token that was sent. */
  readonly problem?: string | undefined;
  /** A form was sent without a session, or with one that has ended. */
  readonly isLost?: boolean | undefined;
}

/** Makes a token that a browser can change things with; without --print a file that is there stops it. */
export const NEW_TOKEN = 'docent serve token new --scope read,ask,write --print';

/** The form, which works without scripts; the code of a link needs one (assets/sign-in.js). */
export function signInPage({ base, next, problem, isLost = false }: SignInView): PageDocument {
  return plainPage({
    view: { base, at: '/sign-in' },
    title: 'Sign in',
    script: 'sign-in.js',
    children: (
      <>
        <h1>Sign in to docent</h1>
        {isLost ? (
          <p class="note warn" role="alert">
            You are not signed in any more, and what you sent was not done. Sign in, and send it again.
          </p>
        ) : null}
        <form method="post" action={`${base}/sign-in`} data-code hidden>
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="code" />
        </form>
        <form method="post" action={`${base}/sign-in`}>
          <input type="hidden" name="next" value={next} />
          <div class="field">
            <label for="token">Token</label>
            <input
              {...{ id: 'token', type: 'password', name: 'token', required: true, autocomplete: 'current-password' }}
              aria-describedby={problem === undefined ? 'token-hint' : 'token-hint token-wrong'}
              aria-invalid={problem === undefined ? undefined : 'true'}
            />
            <p class="hint" id="token-hint">
              The first one is in the file <code>server-token</code> of docent’s data folder.
            </p>
            {problem === undefined ? null : (
              <p class="wrong" id="token-wrong" role="alert">
                {problem}
              </p>
            )}
          </div>
          <button type="submit" class="main">
            Sign in
          </button>
        </form>
        <p class="soft">
          Another is made on the machine that docent runs on: <code>{NEW_TOKEN}</code>
        </p>
      </>
    ),
  });
}
