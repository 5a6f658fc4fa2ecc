// A packed page is the page again, and bytes that are none are refused.
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../core/document.ts';
import { type PageDraft, packDraft, unpackDraft } from './page-draft.ts';

const place = { first: '', rest: '', blank: '', entryDepth: 0, ids: ['a'], names: [] };
const blocks: readonly Block[] = [
  { ...place, kind: 'heading', level: 1, markdown: '*Home*', text: 'Home', anchor: 'home' },
  { ...place, kind: 'entry', markdown: '`open`', text: 'open', anchor: 'open', entryDepth: 1 },
  { ...place, kind: 'text', markdown: 'Words.', blank: undefined },
  { ...place, kind: 'code', code: 'open()', language: 'js' },
  { ...place, kind: 'table', header: '| a |', divider: '| - |', rows: ['| 1 |'] },
];
const draft: PageDraft = { title: 'Home', description: 'd', keywords: ['k'], language: 'en', blocks, said: blocks };

const packed = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));

describe('a packed page', () => {
  it('is the page again', () => {
    expect(unpackDraft(packDraft(draft))).toEqual(draft);
    expect(unpackDraft(packDraft({ title: '', blocks: [] }))).toEqual({ title: '', blocks: [] });
  });

  it.each([
    ['no title', { blocks }],
    ['no blocks', { title: 'Home' }],
    ['a block of an unknown kind', { title: 'Home', blocks: [{ ...blocks[2], kind: 'toString' }] }],
    ['a block without its place', { title: 'Home', blocks: [{ kind: 'text', markdown: 'Words.' }] }],
    ['a heading of level 9', { title: 'Home', blocks: [{ ...blocks[0], level: 9 }] }],
    ['rows that are no texts', { title: 'Home', blocks: [{ ...blocks[4], rows: [1] }] }],
    ['a block that is null', { title: 'Home', blocks: [], said: [null] }],
  ])('with %s is refused', (_, value) => {
    expect(() => unpackDraft(packed(value))).toThrow('the draft of a page');
  });

  it('is refused where it is not one', () => {
    expect(() => unpackDraft(new Uint8Array([1, 2, 3]))).toThrow();
    expect(() => unpackDraft(deflateRawSync('{"title":'))).toThrow('the draft of a page');
  });
});
