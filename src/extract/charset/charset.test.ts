// Proves H5 as far as labels go: mark, header, meta, else UTF-8, and no label that throws.

import { describe, expect, it } from 'vitest';
import { decodeMarkup, decodeText } from './charset.ts';

const korean = '한국어 문서';
const eucKr = Buffer.from([0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee, 0x20, 0xb9, 0xae, 0xbc, 0xad]);

describe('H5: which charset', () => {
  it.each([
    ['no label', Buffer.from(korean), undefined, 'utf-8'],
    ['the header', eucKr, 'euc-kr', 'euc-kr'],
    ['the header over the meta tag', Buffer.concat([Buffer.from('<meta charset=utf-8>'), eucKr]), 'EUC-KR', 'euc-kr'],
    ['the meta tag', Buffer.concat([Buffer.from('<html><META charset="euc-kr">'), eucKr]), undefined, 'euc-kr'],
    [
      'the older meta tag',
      Buffer.concat([Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=ks_c_5601-1987">'), eucKr]),
      undefined,
      'euc-kr',
    ],
    ['a UTF-8 mark over a wrong header', Buffer.from(`\ufeff${korean}`), 'euc-kr', 'utf-8'],
    ['a UTF-16 mark', Buffer.from(`\ufeff${korean}`, 'utf16le'), 'utf-8', 'utf-16le'],
    ['a UTF-16 mark, high byte first', Buffer.from(`\ufeff${korean}`, 'utf16le').swap16(), undefined, 'utf-16be'],
    ['the meta tag names UTF-16, in ASCII', Buffer.from(`<meta charset=utf-16>${korean}`), undefined, 'utf-8'],
  ])('H5: %s', (_name, bytes, header, charset) => {
    const decoded = decodeText(bytes, header);
    const { markup, ...rest } = decodeMarkup(bytes, header);
    expect({ text: typeof markup === 'string' ? markup : Buffer.from(markup).toString(), ...rest }).toEqual(decoded);
    expect(decoded.charset).toBe(charset);
    expect(decoded.text.endsWith(korean)).toBe(true);
    expect(decoded.text.startsWith('\ufeff')).toBe(false);
  });

  it('H5: a meta tag in a comment or behind the first 1024 bytes does not count', () => {
    expect(decodeText(Buffer.from('<!-- <meta charset=euc-kr> --><p>x')).charset).toBe('utf-8');
    expect(decodeText(Buffer.from(`${' '.repeat(1024)}<meta charset=euc-kr>`)).charset).toBe('utf-8');
  });

  it.each([
    ['"utf-8"', 'utf-8'],
    [' UTF8 ', 'utf-8'],
    ['utf8mb4', 'utf-8'],
    ['cp949', 'euc-kr'],
    ['MS949', 'euc-kr'],
    ['windows-31j', 'shift_jis'],
    ['latin1', 'windows-1252'],
    ['x-nothing', 'utf-8'],
    ['utf-7', 'utf-8'],
    ['iso-2022-kr', 'utf-8'],
    ['constructor', 'utf-8'],
    ['', 'utf-8'],
    ['\0', 'utf-8'],
  ])('FAULTS 46: the label %j is read as %s', (label, charset) => {
    expect(decodeText(Buffer.from('plain'), label)).toEqual({ text: 'plain', charset });
  });

  it('H5: damaged and empty bytes never throw', () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: '', charset: 'utf-8' });
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0xd8)).text).toBe('\ufffd');
    expect(decodeText(Uint8Array.of(0xc3, 0x28)).text).toBe('\ufffd(');
  });

  it('FAULTS 47: a view into a larger buffer is read by its own bounds', () => {
    const whole = Buffer.from(`xx${korean}yy`);
    expect(decodeText(whole.subarray(2, -2)).text).toBe(korean);
  });
});
