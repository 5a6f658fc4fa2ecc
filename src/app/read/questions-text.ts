// What is kept of a question: its words as typed, without secrets and addresses of people.
import { hideSecrets } from '../../core/log.ts';
import { redactAddresses } from '../../core/url/email-in-url.ts';
import { redactEmails } from '../../extract/emails.ts';

/** At most this many characters of a question are kept. */
export const LONGEST_QUESTION = 200;

/** More is not looked at; far over what is kept, so that nothing is hidden by halves. */
const LOOKED_AT = 8_192;
const ESCAPED_AT = /%(?:25){0,2}40/;

/**
 * The text in Unicode's composed form and in one line, at most 200 characters, with secrets as in a log and e-mail addresses
 * as `[email]`. Never throws; empty for an empty question.
 */
export function questionText(question: string): string {
  const line = question.slice(0, LOOKED_AT).toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim();
  const hidden = redactEmails(hideSecrets(line), 'prose');
  const chars = [...(ESCAPED_AT.test(hidden) ? redactAddresses(hidden) : hidden)];
  if (chars.length <= LONGEST_QUESTION) return chars.join('');
  return `${chars
    .slice(0, LONGEST_QUESTION - 1)
    .join('')
    .trimEnd()}…`;
}
