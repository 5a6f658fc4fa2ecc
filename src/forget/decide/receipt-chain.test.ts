// Proves the chain of receipts: what was changed or taken out is found, also after receipts have come behind others.
import { describe, expect, it } from 'vitest';
import type { Receipt, ReceiptFields } from '../port.ts';
import { brokenReceipt, resealed, sealReceipt } from './receipt-chain.ts';

const removed = { urls: 1, pages: 1, chunks: 2, versions: 0, links: 0, robots: 0 };

/** A chain of receipts for these pages, behind another digest. */
function chainOf(whats: readonly string[], before = ''): readonly Receipt[] {
  let last = before;
  return whats.map((what, nth) => {
    const fields: ReceiptFields = { at: 1_000 + nth, what, kind: 'url', removed, blocked: false };
    last = sealReceipt(last, fields);
    return { id: nth + 1, ...fields, digest: last };
  });
}

/** Receipts with other digests. */
function withDigests(receipts: readonly Receipt[], digests: readonly string[]): readonly Receipt[] {
  return receipts.map((receipt, nth) => ({ ...receipt, digest: String(digests[nth]) }));
}

const others = chainOf(['x', 'y']);
const last = String(others.at(-1)?.digest);

describe('the chain of receipts', () => {
  it('C5: shows the first that was changed, or that follows one that was taken out', () => {
    const chain = chainOf(['a', 'b', 'c']);
    expect(brokenReceipt(chain)).toBeUndefined();
    expect(brokenReceipt(chain.map((one) => (one.what === 'b' ? { ...one, at: 0 } : one)))?.what).toBe('b');
    expect(brokenReceipt(chain.filter(({ what }) => what !== 'b'))?.what).toBe('c');
  });

  it('C5: receipts that come behind others are one chain with them', () => {
    const chain = chainOf(['a', 'b']);
    const both = [...others, ...withDigests(chain, resealed(last, chain, chain))];
    expect(brokenReceipt(both)).toBeUndefined();
  });

  it('C5: a chain that was broken is broken behind others, too', () => {
    const chain = chainOf(['a', 'b', 'c']).map((one) => (one.what === 'b' ? { ...one, at: 0 } : one));
    const digests = resealed(last, chain, chain);
    expect(digests).toEqual(chain.map(({ digest }) => digest));
    expect(brokenReceipt([...others, ...withDigests(chain, digests)])).toBeDefined();
    // Also where only sound ones of it are moved.
    expect(resealed(last, chain, chain.slice(2))).toEqual([chain[2]?.digest]);
  });
});
