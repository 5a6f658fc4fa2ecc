// The texts of a request as they are kept, whatever somebody types.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestBounds } from '../../requests/kinds.ts';
import { loadSettings } from '../../settings.ts';
import { hostPatternOf, keptContact, keptLine, keptMessage, keptNote, proposedUrl, siteOf } from './request-texts.ts';

const usage = expect.objectContaining({ code: 'DOC_USAGE' });
const badUrl = expect.objectContaining({ code: 'DOC_URL' });

const settings = loadSettings({ env: {} });

describe('a text of a request', () => {
  it('A4: loses control and direction characters, and keeps the lines of a message', () => {
    const typed = ' a\u0000b\u001b[31mc\u202ed\u2066e\u200bf\r\ng\u2028h\ti\u0085\u009bj \n';
    expect(keptMessage(typed)).toBe('ab[31mcdef\ng\nh\ti\nj');
    expect(keptLine('contact', typed)).toBe('ab[31mcdef g h i j');
  });

  it('A4, E5: keeps an e-mail address in the contact only', () => {
    const typed = 'write to me@here.example';
    expect(keptContact(typed, { isNeeded: true })).toBe(typed);
    expect([keptMessage(typed), keptNote(typed)]).toEqual(Array(2).fill('write to [email]'));
  });

  it.each(['what', 'contact', 'note'] as const)('A4: %s is refused when it is too long', (field) => {
    const most = requestBounds[field];
    expect(keptLine(field, 'x'.repeat(most))).toHaveLength(most);
    expect(() => keptLine(field, 'x'.repeat(most + 1))).toThrow(usage);
  });

  it('A4: a message is refused when it is too long, in words that name it', () => {
    expect(keptMessage('x'.repeat(4_000))).toHaveLength(4_000);
    expect(() => keptMessage('x'.repeat(4_001))).toThrow('message has 4,001 characters: at most 4,000 are kept');
  });

  it('A4: a contact that is needed is not empty', () => {
    expect(keptContact(' ', { isNeeded: false })).toBe('');
    expect(() => keptContact('\u200b ', { isNeeded: true })).toThrow(usage);
  });

  it('A4: is bounded and printable for every text', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u202e', '\u0000', '\n', 'a@b.example', '\ud800'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        for (const kept of [keptMessage(units.join('')), keptLine('note', units.join(''))]) {
          expect(kept.isWellFormed()).toBe(true);
          expect(kept).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        }
      }),
    );
  });
});

describe('the site of an inquiry', () => {
  it.each([
    ['https://www.docs.example/Guide/?x=1#y', 'docs.example/Guide', 'docs.example'],
    ['docs.example', 'docs.example', 'docs.example'],
    ['docs.example:8080/a', 'docs.example:8080/a', 'docs.example:8080'],
    ['http://[::1]:8080/', '[::1]:8080', '[::1]:8080'],
    ['me:word@docs.example/a', 'docs.example/a', 'docs.example'],
    ['bücher.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('A4: %s is kept as %s, and its host blocked as %s', (typed, site, host) => {
    expect(siteOf(typed)).toBe(site);
    expect([hostPatternOf(typed), hostPatternOf(site)]).toEqual([host, host]);
  });

  it('A4: may be missing, and is refused when it is no site', () => {
    expect(siteOf(' ')).toBe('');
    for (const typed of ['my site', 'ftp://docs.example/', 'javascript:alert(1)', 'https://'])
      expect(() => siteOf(typed)).toThrow(badUrl);
    expect(() => siteOf(`docs.example/${'a '.repeat(990)}b`)).toThrow(usage);
  });
});

describe('a proposed URL', () => {
  it.each([
    ['https://docs.example/guide/#top', 'https://docs.example/guide/'],
    ['docs.example/guide', 'https://docs.example/guide'],
    ['http://docs.example', 'http://docs.example/'],
    ['https://docs.example/?lang=en', 'https://docs.example/?lang=en'],
  ])('A4: %s is kept as %s', (typed, url) => {
    expect(proposedUrl(typed, settings)).toBe(url);
  });

  it.each([
    ['', 'nothing'],
    ['ftp://docs.example/', 'another scheme'],
    ['file:///etc/passwd', 'a file'],
    ['http://127.0.0.1:6379/', 'this machine'],
    ['http://2130706433/', 'this machine, spelled otherwise'],
    ['localhost:3000', 'this machine by name'],
    ['https://me:word@docs.example/', 'a password'],
    ['https://docs.example/?token=abcdef0123456789', 'a secret'],
    ['https://docs.example/people/me@here.example', 'an e-mail address'],
  ])('A4: %j is refused: %s', (typed) => {
    expect(() => proposedUrl(typed, settings)).toThrow(badUrl);
  });

  it('A4: is refused when it is too long as it would be requested', () => {
    expect(() => proposedUrl(`docs.example/${'ü'.repeat(1_900)}`, settings)).toThrow(usage);
  });
});
