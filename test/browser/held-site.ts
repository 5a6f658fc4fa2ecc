// A small site that holds its pages back until they are released: a crawl of it lasts as long as a test needs.
import type { ServerResponse } from 'node:http';
import { startServer } from '../support/local-server.ts';

export interface HeldSite extends AsyncDisposable {
  /** Where its guide begins. */
  readonly seed: string;
  /** How many pages it has beside the first. */
  readonly pages: number;
  /** From now on pages wait. */
  hold(): void;
  /** Sends what waits, and no longer holds anything back. */
  release(): void;
}

const PAGES = 6;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>Elsewhere</nav><main><h1>${title}</h1>${body}</main></body></html>`;

/** Starts it on a free port. */
export async function startHeldSite(): Promise<HeldSite> {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const send = (response: ServerResponse, html: string): void =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  const numbers = Array.from({ length: PAGES }, (_, nth) => nth + 1);
  const server = await startServer(({ url = '' }, response) => {
    const [, nth] = /^\/guide\/p(\d)$/.exec(url) ?? [];
    const links = numbers.map((one) => `<li><a href="/guide/p${one}">Page ${one}</a></li>`).join('');
    if (url === '/guide/')
      send(response, page('The guide', `<p>How everything is done, step by step.</p><ul>${links}</ul>`));
    else if (nth === undefined) response.writeHead(404).end();
    else {
      const respond = (): void =>
        send(
          response,
          page(`Step ${nth}`, `<p>Step ${nth} of the guide explains what comes after the one before it.</p>`),
        );
      if (isHeld) waiting.push(respond);
      else respond();
    }
  });
  return {
    seed: `${server.origin}/guide/`,
    pages: PAGES,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const respond of waiting.splice(0)) respond();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
