// C5: receipts of what was forgotten form a chain, so that a changed or removed one is found.
import { createHash } from 'node:crypto';
import type { Receipt, ReceiptFields } from '../port.ts';

/** The digest of a receipt, chained to the previous receipt's; '' before the first. */
export function sealReceipt(before: string, { at, what, kind, removed, blocked }: ReceiptFields): string {
  const { urls, pages, chunks, versions, links, robots } = removed;
  const fields = [before, at, what, kind, urls, pages, chunks, versions, links, robots, blocked];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** The first receipt that does not follow from the one before; undefined when the chain is valid. Missing last receipts are not found. */
export function brokenReceipt(receipts: readonly Receipt[]): Receipt | undefined {
  let before = '';
  for (const receipt of receipts) {
    if (receipt.digest !== sealReceipt(before, receipt)) return receipt;
    before = receipt.digest;
  }
  return undefined;
}

/** The digests of receipts that follow others than before, the last of which has the digest `before`. A chain that was broken stays so. */
export function resealed(before: string, chain: readonly Receipt[], moved: readonly Receipt[]): readonly string[] {
  if (brokenReceipt(chain) !== undefined) return moved.map(({ digest }) => digest);
  let last = before;
  return moved.map((receipt) => {
    last = sealReceipt(last, receipt);
    return last;
  });
}
