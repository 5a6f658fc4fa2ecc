// A page of the server: its path, and what it shows or does.
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Means } from '../http/means.ts';
import type { Permission } from '../http/operation.ts';
import type { View } from './layout.tsx';

/** Who looks at a page. */
export interface PageVisitor {
  /** Of a browser that has signed in. */
  readonly session?: { readonly formToken: string } | undefined;
  readonly scopes: readonly string[];
  readonly caller: {
    /** The server's origin as the visitor sees it. */
    readonly origin: string;
    /** A browser of this machine, on a server that listens for it alone. */
    readonly isLocal?: boolean | undefined;
  };
}

/** What the routes of pages work with. */
export interface PagesParts {
  readonly means: Means;
  readonly base: string;
  /** Rejects with an HttpProblem for a visitor who may not look (`read`), search (`ask`) or change (`write`). */
  readonly admit: (request: Request, scope: Permission | 'open', env: unknown) => Promise<PageVisitor>;
  /** Rejects with an HttpProblem for what no page of this server has sent, and, from elsewhere, for a visitor who may not change. */
  readonly admitOwn: (request: Request, env: unknown) => Promise<PageVisitor>;
}

/** What a page gets. */
export interface PageCall {
  readonly view: View;
  readonly means: Means;
  /** The values in braces of its path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The query came in the body of a POST: it is to be in no address. */
  readonly isPosted?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** What a form sent. */
export interface FormCall extends PageCall {
  readonly form: URLSearchParams;
}

export type PageDocument = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page that has something to show about what is not there. */
export interface MissingPage {
  readonly status: 404;
  readonly document: PageDocument;
}

/** A page that shows something; reading it changes nothing. */
export interface PageRoute {
  /** Below the base, with names in braces: `/runs/{id}`. */
  readonly path: string;
  /** What the visitor must be allowed to do. Default: `read`. */
  readonly scope?: 'read' | 'ask' | undefined;
  /** Whether it is also shown for a POST, whose fields are its query. */
  readonly takesPost?: boolean | undefined;
  show(call: PageCall): Promise<PageDocument | MissingPage>;
}

/** A page in place of a way on: the form again with what is wrong in it, or what was looked up. */
export interface FormPage {
  readonly page: PageDocument;
  readonly status: number;
}

/** A form's target: it does something, and leads to a page. */
export interface FormRoute {
  readonly path: string;
  /** On a server of the demo it needs no token on this machine. */
  readonly isOfDemo?: boolean | undefined;
  /** Returns the path of the page to show next, below the base, or a page. Throws a DocentError or an HttpProblem to show. */
  act(call: FormCall): Promise<string | FormPage>;
}

/** A path of this server that a visitor has sent, to be shown next; `/` where it could lead elsewhere. */
export function ownPath(text: string | null): string {
  return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : '/';
}
