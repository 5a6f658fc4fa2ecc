// U11: follows redirects for requests outside a crawl: each hop is judged, then requested, at most three of them.
import { type Refused, refuse, type Verdict } from '../../core/verdict.ts';
import type { PageReply } from '../../fetch/page.ts';
import { judgeRedirect, mostRedirects } from '../../frontier/redirect.ts';

type Redirect = Extract<PageReply, { kind: 'redirect' }>;

/** Why a URL is not requested, in words. */
export type NotRequested = Pick<Refused, 'ok' | 'detail'>;

export interface Way {
  /** The URLs so far, at least one: the last is requested next. Each hop is added, also where its turn then takes too long. */
  readonly visited: string[];
  /** One request, in its host's time. */
  readonly request: (url: string) => Promise<PageReply>;
  /**
   * Whether a URL may be requested, and as what: what identity ignores is not requested. Called before each request; `hop` is 0 for
   * the URL that the way began with.
   */
  readonly judge: (url: string, hop: number) => Promise<{ readonly ok: true; readonly url: string } | NotRequested>;
  /** Whether what a redirect leads to belongs to what is looked at. Default: it does. */
  readonly inScope?: ((url: string) => Verdict) | undefined;
}

/** Where a way ended. */
export type Followed =
  | { readonly ok: true; readonly url: string; readonly reply: Exclude<PageReply, Redirect> }
  /** `url` may not be requested. */
  | { readonly ok: false; readonly url: string; readonly refused: NotRequested; readonly redirect?: undefined }
  /** Its redirect is not followed. */
  | { readonly ok: false; readonly url: string; readonly refused: Refused; readonly redirect: Redirect };

/** Requests the last URL of a way and follows its redirects. Throws only what its functions throw. */
export async function follow({ visited, request, judge, inScope }: Way): Promise<Followed> {
  for (;;) {
    const hop = visited.length - 1;
    const judged = await judge(visited[hop] as string, hop);
    if (!judged.ok) return { ok: false, url: visited[hop] as string, refused: judged };
    const { url } = judged;
    if (visited.slice(0, hop).includes(url)) return { ok: false, url, refused: backToItself };
    visited[hop] = url;
    const reply = await request(url);
    if (reply.kind !== 'redirect') return { ok: true, url, reply };
    const { location } = reply;
    const next = judgeRedirect({ from: url, location, hop: hop + 1, limit: mostRedirects, visited, inScope });
    if (!next.ok) return { ok: false, url, refused: next, redirect: reply };
    visited.push(next.url);
  }
}

const backToItself: Refused = refuse('redirect:query', 'back to itself, save for a query that is dropped');
