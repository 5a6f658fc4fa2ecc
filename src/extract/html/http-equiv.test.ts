// Proves `<meta http-equiv>` (U12).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { applyHttpEquiv, parseRefresh } from './http-equiv.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

describe('applyHttpEquiv', () => {
  const headers = { 'Content-Type': 'text/html', 'content-language': 'en', 'set-cookie': ['a', 'b'] };

  it('U12: a meta overrides the header it names, in any case', () => {
    const metas = [
      { httpEquiv: ' Content-TYPE ', content: ' text/html; charset=euc-kr ' },
      { httpEquiv: 'content-language', content: 'ko' },
      { httpEquiv: 'Refresh', content: '5; url=/x' },
    ];
    expect(applyHttpEquiv(headers, metas)).toEqual({
      'content-type': 'text/html; charset=euc-kr',
      'content-language': 'ko',
      refresh: '5; url=/x',
      'set-cookie': ['a', 'b'],
    });
    expect(headers['Content-Type']).toBe('text/html');
  });

  it('U12: the first meta counts, and an empty one does not', () => {
    const metas = ['', 'ko', 'ja'].map((content) => ({ httpEquiv: 'content-language', content }));
    expect(applyHttpEquiv(headers, metas)).toMatchObject({ 'content-language': 'ko' });
  });

  it('U12: a page cannot set any other header', () => {
    const names = ['set-cookie', 'location', 'x-robots-tag', 'etag', '__proto__', 'constructor'];
    const metas = names.map((httpEquiv) => ({ httpEquiv, content: 'x' }));
    expect(applyHttpEquiv({ etag: '1' }, metas)).toEqual({ etag: '1' });
  });
});

describe('parseRefresh', () => {
  it.each([
    ['5', { delaySec: 5 }],
    [' 5 ', { delaySec: 5 }],
    ['5;', { delaySec: 5 }],
    ['5; url=', { delaySec: 5 }],
    ["0;url=''", { delaySec: 0 }],
    ['5; url=/x', { delaySec: 5, url: '/x' }],
    ['5;url=/x', { delaySec: 5, url: '/x' }],
    ["0;URL='/x'", { delaySec: 0, url: '/x' }],
    ['0; Url = "/x" ', { delaySec: 0, url: '/x' }],
    ['0; url="/x', { delaySec: 0, url: '/x' }],
    ["0; url='/x' trailing", { delaySec: 0, url: '/x' }],
    ['3,/x', { delaySec: 3, url: '/x' }],
    ['3 /x', { delaySec: 3, url: '/x' }],
    ['3; /x', { delaySec: 3, url: '/x' }],
    ["3; '/x'", { delaySec: 3, url: '/x' }],
    ['3 url=/x?a=1;b', { delaySec: 3, url: '/x?a=1;b' }],
    ['0.5; url=/x', { delaySec: 0, url: '/x' }],
    ['.5; url=/x', { delaySec: 0, url: '/x' }],
    ['\n 1 \n;\n url\n=\n/x\n', { delaySec: 1, url: '/x' }],
    ['1; urls/x', { delaySec: 1, url: 'urls/x' }],
    [`${'9'.repeat(400)}; url=/x`, { delaySec: Number.MAX_SAFE_INTEGER, url: '/x' }],
    ['', undefined],
    ['  ', undefined],
    ['url=/x', undefined],
    ['; url=/x', undefined],
    ['-1; url=/x', undefined],
    ['5x; url=/x', undefined],
  ])('U12: the refresh %j is read as %j', (content, expected) => {
    expect(parseRefresh(content)).toEqual(expected);
  });

  it('U12: no text makes it throw or wait', () => {
    for (const unit of [' ', '0', '.', ';', '0 ', "'"]) parseRefresh(`5${endless(unit)}x`);
    fc.assert(
      fc.property(anyText, (text) => {
        parseRefresh(text);
        expect(parseRefresh(`1;${text}`)?.delaySec).toBe(1);
      }),
    );
  });
});
