// A browser that has signed in to a test server: shows pages and sends their forms, with its cookie and its form token.
import { expect } from 'vitest';

export interface Browser {
  show(path: string): Promise<{ readonly status: number; readonly html: string }>;
  /** Sends a form, without following where it leads. */
  send(
    path: string,
    fields?: Readonly<Record<string, string>>,
    /** The page that the form is on. */
    from?: string,
  ): Promise<{ readonly status: number; readonly location: string; readonly html: string }>;
}

/** Signs in with a token. */
export async function signIn(address: string, token: string): Promise<Browser> {
  const { origin } = new URL(address);
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> =>
    fetch(`${address}${path}`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields).toString() },
      headers: { origin, ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
  const signed = await post('/sign-in', { token }, {});
  expect(signed.status).toBe(303);
  const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] as string;
  let formToken = '';
  const browser: Browser = {
    async show(path) {
      const response = await fetch(`${address}${path}`, { headers: { cookie }, redirect: 'manual' });
      const html = await response.text();
      formToken = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? formToken;
      return { status: response.status, html };
    },
    async send(path, fields = {}, from) {
      if (formToken === '') await browser.show('/runs');
      const referer = from === undefined ? {} : { referer: `${address}${from}` };
      const response = await post(path, { ...fields, form_token: formToken }, { cookie, ...referer });
      const { status, headers } = response;
      return { status, location: headers.get('location') ?? '', html: await response.text() };
    },
  };
  return browser;
}
