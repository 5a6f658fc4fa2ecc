// Proves the percent-encoding part of the key (U2).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_PARTS } from '../../../test/support/hostile.ts';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { decodePathEscapes, decodeQueryEscapes, keyFormOfPath } from './percent.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const escapeSoup = fc
  .array(
    fc.constantFrom('%', '%4', '%41', '%34', '%31', '%e4', '%B8', '%ad', '%ff', '%2f', '%25', 'a', '4', 'g', '/', '中'),
  )
  .map((parts) => parts.join(''));

describe('percent-encoding', () => {
  it.each([
    ['/%E4%B8%AD', '/中'],
    ['/%e4%b8%ad', '/中'],
    ['/%41%7e%21', '/A~!'],
    ['/%25%2f%3f%23', '/%25%2F%3F%23'],
    ['/%00%09%0a%20%7f%5c', '/%00%09%0A%20%7F%5C'],
    ['/%5e%7c%7b%7d%22%3c%3e%60%5b%5d', '/^|{}"<>`[]'],
    ['/%', '/%'],
    ['/%zz%4', '/%zz%4'],
    ['/%ff%c0%80', '/%FF%C0%80'],
    ['/%ed%a0%80', '/%ED%A0%80'],
    ['/%f4%90%80%80', '/%F4%90%80%80'],
    ['/%e0%80%80%f0%80%80%80', '/%E0%80%80%F0%80%80%80'],
    ['/%e4%e4%b8%ad%b8', '/%E4中%B8'],
    ['/%f0%9f%98%80', '/😀'],
    ['/%c2%a0%e2%80%ae%ef%bb%bf', '/%C2%A0%E2%80%AE%EF%BB%BF'],
    ['/%%34%31', '/%%341'],
    ['/%4%31', '/%4%31'],
    ['/%%34g', '/%%34g'],
    ['/%2541', '/%2541'],
    ['/%25%34%31', '/%2541'],
    ['/%g%41', '/%gA'],
  ])('U2: the path %s is written %s', (path, expected) => {
    expect(decodePathEscapes(path)).toBe(expected);
  });

  it.each([
    ['a=%41%7E%2d', 'a=A~-'],
    ['a=%26%3d%2b%20', 'a=%26%3D%2B%20'],
    ['a=%e4%b8%ad', 'a=中'],
    ['a=%%34%31', 'a=%%341'],
  ])('U3: the query %s is written %s', (query, expected) => {
    expect(decodeQueryEscapes(query)).toBe(expected);
  });

  it('U2: decoding twice is decoding once, whatever the text', scaled, () => {
    fc.assert(
      fc.property(fc.oneof(escapeSoup, anyText), (text) => {
        for (const decode of [decodePathEscapes, decodeQueryEscapes, keyFormOfPath]) {
          expect(decode(decode(text))).toBe(decode(text));
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('U2: decoding keeps the bytes a server would see', scaled, () => {
    fc.assert(
      fc.property(escapeSoup, (text) => {
        expect(bytesOf(decodePathEscapes(text))).toBe(bytesOf(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('U2: a million escapes take linear time', () => {
    expect(decodePathEscapes('%41'.repeat(HOSTILE_PARTS)).length).toBe(HOSTILE_PARTS);
  });

  it('U4: a path or pattern written by hand takes the form of a key', () => {
    expect(keyFormOfPath('//my docs//%E4%B8%AD')).toBe('/my%20docs/中');
    expect(keyFormOfPath('/a\ud800')).toBe('/a\ufffd');
  });
});

/** Percent-decoding by the simplest possible means, as an oracle. */
function bytesOf(text: string): string {
  const out: number[] = [];
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  for (let at = 0; at < bytes.length; at++) {
    const pair = bytes.slice(at + 1, at + 3);
    const isEscape = bytes[at] === '%' && /^[0-9a-f]{2}$/i.test(pair);
    out.push(isEscape ? Number.parseInt(pair, 16) : bytes.charCodeAt(at));
    if (isEscape) at += 2;
  }
  return Buffer.from(out).toString('hex');
}
