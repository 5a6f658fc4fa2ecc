// A4: the texts of a request as they are kept: bounded, without control and direction characters, e-mail addresses in the contact only.
import { grouped } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { stripInvisible } from '../../core/invisible.ts';
import { printable } from '../../core/printable.ts';
import { hostKeyOf, isLoopbackHost, parseHttpUrl, portOf } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { redactEmails } from '../../extract/emails.ts';
import { createAddressGuard } from '../../fetch/address.ts';
import { requestBounds } from '../../requests/kinds.ts';
import type { Settings } from '../../settings.ts';
import { blockPattern } from '../read/reading.ts';

type Field = keyof typeof requestBounds;

/** Line and paragraph separators of any kind, as one line end. */
const LINE_END = /\r\n?|[\n\u0085\u2028\u2029\v\f]/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A text of one line. Throws DOC_USAGE for one that is too long. */
export function keptLine(field: Field, text: string): string {
  return bounded(field, oneLine(text));
}

/** The operator's words, in one line and without e-mail addresses. Throws DOC_USAGE for a text that is too long. */
export function keptNote(text: string): string {
  return bounded('note', redactEmails(oneLine(text), 'prose'));
}

/** A person's words, in lines and without e-mail addresses. Throws DOC_USAGE for a text that is too long. */
export function keptMessage(text: string): string {
  return bounded('message', redactEmails(linesOf(text).trim(), 'prose'));
}

/** How to reach a person, as typed. Throws DOC_USAGE for a text that is too long, or empty where it is needed. */
export function keptContact(text: string, { isNeeded }: { readonly isNeeded: boolean }): string {
  const contact = keptLine('contact', text);
  if (isNeeded && contact === '')
    throw new DocentError('DOC_USAGE', 'contact is empty: pass how to reach whoever files it');
  return contact;
}

/** The site of an inquiry, as the blocklist writes it; empty for none. Throws DOC_URL for a text that is neither URL nor host. */
export function siteOf(text: string): string {
  const site = keptLine('what', text);
  return site === '' ? '' : bounded('what', blockPattern(parsedSite(site).href));
}

/** U10: what blocks the whole host of a site. Throws DOC_URL for a text that is neither URL nor host. */
export function hostPatternOf(site: string): string {
  const { protocol, host } = parsedSite(keptLine('what', site));
  return blockPattern(`${protocol}//${host}/`);
}

/**
 * The URL that a proposed crawl begins at. Throws DOC_URL for one that no stranger may propose, H7: of a private network only what
 * `allow_private` lists, and nothing of this machine.
 */
export function proposedUrl(text: string, { options }: Pick<Settings, 'options'>): string {
  const word = keptLine('what', text);
  const url = httpUrl(word);
  if (url === undefined) throw new DocentError('DOC_URL', `"${printable(shownUrl(word))}" is not an http(s) URL`);
  if (isLoopbackHost(url.hostname))
    throw new DocentError('DOC_URL', `"${hostKeyOf(url)}" is this machine, which is no site to propose`);
  const address = createAddressGuard({ allowPrivate: options.allow_private }).checkHost(url.hostname, portOf(url));
  if (!address.ok)
    throw new DocentError(
      'DOC_URL',
      `"${hostKeyOf(url)}" is not public (${address.by}), and no site to propose: the operator may list it in allow_private`,
    );
  url.hash = '';
  if (shownUrl(url.href) !== url.href)
    throw new DocentError(
      'DOC_URL',
      `"${printable(shownUrl(word))}" holds a user name, a secret or an e-mail address; propose the URL without it`,
    );
  return bounded('what', url.href);
}

function parsedSite(site: string): URL {
  const url = httpUrl(site);
  if (url !== undefined) return url;
  throw new DocentError('DOC_URL', `"${printable(shownUrl(site))}" is neither a URL nor a host`);
}

/** People leave the scheme out. */
function httpUrl(word: string): URL | undefined {
  return parseHttpUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `https://${word}`);
}

function oneLine(text: string): string {
  return linesOf(text).replace(/\s+/g, ' ').trim();
}

function linesOf(text: string): string {
  return stripInvisible(text).replace(LINE_END, '\n').replace(CONTROL, '');
}

function bounded(field: Field, text: string): string {
  const most = requestBounds[field];
  if (text.length <= most) return text;
  throw new DocentError(
    'DOC_USAGE',
    `${field} has ${grouped(text.length)} characters: at most ${grouped(most)} are kept`,
  );
}
