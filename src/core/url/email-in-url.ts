// E-mail addresses in URLs (E5): they are never stored, so they are not requested either.
import { fileEndings } from '../file-endings.ts';

const mark = '[email]';

// RFC 5321's bounds, which also bound what each `@` costs. An `@` may be escaped, and escaped again.
const address =
  /(?:[a-z0-9._+-]|%2b){1,64}(?:@|%(?:25){0,2}40)((?:[a-z0-9-]{1,63}\.){1,8}([a-z]{2,24}|xn--[a-z0-9-]{2,59}))(?![a-z0-9-])/gi;

/** A version, as in `pkg@1.0.dev`, is no host. */
const version = /^v?\d+\./i;

/** The URL, or a piece of one, with each address in it replaced; `pkg@1.2.3` and `icon@2x.png` are none. Linear, never throws. */
export function redactAddresses(text: string, markFor: (address: string) => string = () => mark): string {
  if (!/@|40/.test(text)) return text;
  return text.replace(address, (found, domain: string, top: string) =>
    fileEndings.has(top.toLowerCase()) || version.test(domain) ? found : markFor(found),
  );
}

/** Whether there is an address in a URL's path, where nothing can be left out without asking for another page. */
export function hasAddressInPath(url: URL): boolean {
  return redactAddresses(url.pathname) !== url.pathname;
}

/** Removes the parameters that hold an address, in place. */
export function dropAddressParameters(url: URL): void {
  const { search } = url;
  if (redactAddresses(search) === search) return;
  url.search = search
    .slice(1)
    .split('&')
    .filter((part) => redactAddresses(part) === part)
    .join('&');
}
