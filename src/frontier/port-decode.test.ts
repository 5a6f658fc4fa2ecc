// What an engine keeps of pages and visits: read as it was written, refused with a name where it was not.
import { describe, expect, it } from 'vitest';
import type { PageFacts } from './page-record.ts';
import type { Step } from './port.ts';
import {
  decodeFacts,
  decodeHeadings,
  decodeHops,
  decodeIds,
  decodeSteps,
  decodeSymbols,
  decodeVersionChunks,
} from './port-decode.ts';

const facts: PageFacts = {
  outline: [
    { level: 1, text: 'Home', anchor: 'home' },
    { level: 2, text: 'More' },
  ],
  form: 'html',
  rule: 'main',
  fidelity: 0.98,
  tokens: 12,
};

const everyFact: PageFacts = {
  ...facts,
  ...{ description: 'd', keywords: ['k'], canonical: 'https://a.example/', published: '2026-01-01', modified: '' },
  ...{ targets: [{ id: 'a', text: 'b' }], leftOut: [{ edge: 'top', text: 'Menu' }], linkRules: 'r', hidden: '' },
  ...{ noarchive: true, nosnippet: false },
};

const steps: readonly Step[] = [
  { at: 1, step: 'fetch' },
  { at: 2, step: 'stored', by: 'stored', detail: 'https://a.example/' },
];

function damage(what: string) {
  return expect.objectContaining({ code: 'DOC_STORE_DAMAGED', message: expect.stringContaining(what) });
}

describe('the facts of a page', () => {
  it('are read as they were written', () => {
    expect(decodeFacts(JSON.stringify(facts))).toEqual(facts);
    expect(decodeFacts(JSON.stringify(everyFact))).toEqual(everyFact);
  });

  it('may hold what a later version adds', () => {
    const later = { ...facts, summary: 'a later version' };
    expect(decodeFacts(JSON.stringify(later))).toEqual(later);
  });

  it.each([
    ['outline', [{ level: '1', text: 'a' }]],
    ['outline', undefined],
    ['form', 'unknown'],
    ['keywords', 'k'],
    ['targets', [{ id: 'a' }]],
    ['leftOut', [{ edge: 'left', text: 'a' }]],
    ['fidelity', '1'],
    ['tokens', null],
    ['noarchive', 1],
  ])('are damaged with the %s %j', (field, value) => {
    expect(() => decodeFacts(JSON.stringify({ ...everyFact, [field]: value }))).toThrow(damage('the facts of a page'));
  });
});

describe('the steps of a visit', () => {
  it('are read as they were written', () => {
    expect(decodeSteps(JSON.stringify(steps))).toEqual(steps);
    expect(decodeSteps('[]')).toEqual([]);
  });

  it.each(['{}', '[null]', '[{"at":"1","step":"fetch"}]', '[{"at":1}]', '[{"at":1,"step":"fetch","by":2}]', '[{'])(
    'are damaged in %s',
    (json) => {
      expect(() => decodeSteps(json)).toThrow(damage('the steps of a visit'));
    },
  );
});

describe('an earlier version', () => {
  it('has chunks with headings, anchor and hash', () => {
    const packed = [
      ['["Home"]', 'home', 'h1'],
      ['[]', null, 'h2'],
    ];
    expect(decodeVersionChunks(JSON.stringify(packed))).toEqual([
      { headings: ['Home'], anchor: 'home', hash: 'h1' },
      { headings: [], anchor: undefined, hash: 'h2' },
    ]);
  });

  it.each(['[["[]",null]]', '[["[]",1,"h"]]', '[[["Home"],null,"h"]]', '["[]"]'])('is damaged in %s', (json) => {
    expect(() => decodeVersionChunks(json)).toThrow(damage('an earlier version of a page'));
  });

  it('is damaged where the headings of one of its chunks are', () => {
    expect(() => decodeVersionChunks('[["[1]",null,"h"]]')).toThrow(damage('the headings of a chunk'));
  });
});

describe('lists of texts', () => {
  it.each([
    ['the headings of a chunk', decodeHeadings],
    ['the ids of a chunk', decodeIds],
    ['the symbols of a chunk', decodeSymbols],
    ['the redirects of a URL', decodeHops],
  ])('name %s where they are damaged', (what, decode) => {
    expect(decode('["a","b"]')).toEqual(['a', 'b']);
    expect(() => decode('["a",1]')).toThrow(damage(what));
  });
});
