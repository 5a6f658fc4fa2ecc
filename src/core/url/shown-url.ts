// A URL as it may be shown or written down: without user and password, secret parameters and e-mail addresses.
import { redactAddresses } from './email-in-url.ts';
import { parseHttpUrl } from './host.ts';
import { hideParameters } from './secret-parameters.ts';

/**
 * The URL for people, logs and files: `user:pass@` left out, the values of secret-looking parameters `***`, e-mail addresses
 * `[email]`. What is requested keeps its parameters. Also for a text that holds URLs. Never throws; a URL without any of it is
 * returned as it is.
 */
export function shownUrl(text: string): string {
  return redactAddresses(hideParameters(text.includes('@') || text.includes('%40') ? withoutUsers(text) : text));
}

/** Without `user:pass@`, also of a URL that is the value of a parameter. */
function withoutUsers(text: string): string {
  return text
    .replace(/(:\/\/)[^\s/?#"\\]*@/g, '$1')
    .replace(/(%3a(?:%2f|\/){2})(?:[^\s/?#&"\\%]|%3a){1,256}(?:@|%40)/gi, '$1');
}

/** The URL without `user:pass@`; as it was written where it has none, or is no http(s) URL. */
export function withoutUserInfo(url: string): string {
  const parsed = url.includes('@') ? parseHttpUrl(url) : undefined;
  if (parsed === undefined || (parsed.username === '' && parsed.password === '')) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** Data for people and programs, with every text in it as `shownUrl` writes it. Of plain objects and lists only. */
export function shownData<T>(value: T): T {
  if (typeof value === 'string') return shownUrl(value) as T;
  if (Array.isArray(value)) return value.map(shownData) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownData(inner)])) as T;
}
