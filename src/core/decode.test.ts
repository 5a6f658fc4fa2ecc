// Stored JSON is read in the shape it is declared with, or not at all.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DamagedValue,
  decodeJson,
  decodeOrNothing,
  decodeTexts,
  isCounts,
  isListOf,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isString,
  isStrings,
} from './decode.ts';

interface Sample {
  readonly name: string;
  readonly size?: number;
  readonly kind: 'small' | 'large';
}

const isSample = isShape<Sample>({
  name: isString,
  size: isOptional(isNumber),
  kind: isOneOf({ small: true, large: true }),
});

describe('a list of texts', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        expect(decodeTexts(JSON.stringify(texts), 'the headings')).toEqual(texts);
      }),
    );
  });

  it.each(['', '[', '["a"', 'null', '"a"', '{}', '{"length":0}', '[1]', '["a",null]', '[["a"]]', null, 7, undefined])(
    'is not read from %j',
    (json) => {
      expect(() => decodeTexts(json, 'the headings of a chunk')).toThrow(
        expect.objectContaining({
          code: 'DOC_STORE_DAMAGED',
          message: expect.stringMatching(/^the headings of a chunk: /),
        }),
      );
    },
  );
});

describe('damage', () => {
  it('is an error of this machine that keeps the parser’s message', () => {
    const error = (() => {
      try {
        return decodeJson('{"name":', 'a sample', isSample);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(DamagedValue);
    expect(error).toMatchObject({ isOurs: true, retry: false, cause: expect.any(SyntaxError) });
  });

  it('is nothing where the caller can do without', () => {
    expect(decodeOrNothing('{"name":', isSample)).toBeUndefined();
    expect(decodeOrNothing('{"name":7,"kind":"small"}', isSample)).toBeUndefined();
    expect(decodeOrNothing(undefined, isSample)).toBeUndefined();
    expect(decodeOrNothing('{"name":"a","kind":"small"}', isSample)).toEqual({ name: 'a', kind: 'small' });
  });
});

describe('a shape', () => {
  it('keeps fields that it does not name', () => {
    const later = { name: 'a', kind: 'large', since: 'a later version' };
    expect(decodeJson(JSON.stringify(later), 'a sample', isSample)).toEqual(later);
  });

  it.each([
    { name: 'a', kind: 'small' },
    { name: 'a', kind: 'large', size: 0 },
  ])('fits %j', (value) => {
    expect(isSample(value)).toBe(true);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { name: 'a' },
    { name: 1, kind: 'small' },
    { name: 'a', kind: 'toString' },
    { name: 'a', kind: 'small', size: '1' },
    { name: 'a', kind: 'small', size: null },
  ])('does not fit %j', (value) => {
    expect(isSample(value)).toBe(false);
  });

  it('of a list is that of each member', () => {
    expect(isListOf(isStrings)([['a'], []])).toBe(true);
    expect(isListOf(isStrings)([['a'], [1]])).toBe(false);
    expect(isListOf(isStrings)({})).toBe(false);
  });

  it('of counts is numbers by name', () => {
    expect(isCounts({ 'http:404': 3 })).toBe(true);
    expect(isCounts({ 'http:404': '3' })).toBe(false);
    expect(isCounts([3])).toBe(false);
  });
});
