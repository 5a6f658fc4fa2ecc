// Proves where links to the parts of a table lead that is longer than a chunk (C1).
import { describe, expect, it } from 'vitest';
import type { Block, BlockPlace } from '../core/document.ts';
import { chunkPage } from './chunks.ts';

const place: BlockPlace = { first: '', rest: '', blank: '', entryDepth: 0, ids: [], names: [] };

function heading(text: string, anchor?: string): Block {
  return { ...place, kind: 'heading', level: 2, markdown: text, text, anchor };
}

function text(ids: readonly string[]): Block {
  return { ...place, kind: 'text', markdown: 'The options are these.', ids };
}

function table(rows: number, ids: readonly string[]): Block {
  const lines = Array.from({ length: rows }, (_, nth) => `| option_${nth} | what it does and what it is for |`);
  return { ...place, kind: 'table', header: '| Name | Meaning |', divider: '| --- | --- |', rows: lines, ids };
}

function anchorsOf(...blocks: readonly Block[]): readonly (string | undefined)[] {
  return chunkPage(blocks, { title: 'Page' }).map(({ anchor }) => anchor);
}

describe('parts of a table', () => {
  it('C1: none links to an id inside of it, which may be in any of its rows', () => {
    expect(anchorsOf(heading('Options', 'options'), table(90, ['order']))).toEqual(['options', 'options', 'options']);
    expect(anchorsOf(heading('Options', 'options'), text(['caption']), table(60, ['order', 'rank']))).toEqual([
      'options',
      'caption',
    ]);
  });

  it('C1: all link to its first id where the page has none before it', () => {
    expect(anchorsOf(heading('Releases'), table(60, ['releases', 'v1']))).toEqual(['releases', 'releases']);
  });

  it('C1: a table that is one chunk links to its own id', () => {
    expect(anchorsOf(heading('Options'), table(20, ['order', 'rank']))).toEqual(['order']);
  });

  it('C1: the ids of a table stay with its first part', () => {
    const chunks = chunkPage([heading('Options', 'options'), table(60, ['order', 'rank'])], { title: 'Page' });
    expect(chunks.map(({ ids }) => ids)).toEqual([['order', 'rank'], []]);
  });
});
