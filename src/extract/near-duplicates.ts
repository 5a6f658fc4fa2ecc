// E6: which pages have nearly the same text, found without comparing each with each.
import { hammingDistance } from '../core/fingerprint-distance.ts';
import { isNearDuplicate } from './fingerprint.ts';

/** Five parts of the sixteen digits: fingerprints that differ in at most four bits agree in at least one of them. */
const BANDS: readonly (readonly [number, number])[] = [
  [0, 3],
  [3, 6],
  [6, 9],
  [9, 12],
  [12, 16],
];

/** Every page that is nearly the same as an earlier one, with the nearest of those. */
export function nearDuplicates(
  pages: readonly { readonly url: string; readonly fingerprint: string }[],
): readonly { readonly url: string; readonly like: string }[] {
  const seen = BANDS.map(() => new Map<string, number[]>());
  const found: { url: string; like: string }[] = [];
  for (const [at, { url, fingerprint }] of pages.entries()) {
    let nearest: { readonly url: string; readonly distance: number } | undefined;
    for (const [band, [from, to]] of BANDS.entries()) {
      const part = fingerprint.slice(from, to);
      const others = seen[band]?.get(part) ?? [];
      for (const other of others) {
        const { url: like, fingerprint: theirs } = pages[other] as { url: string; fingerprint: string };
        const distance = hammingDistance(fingerprint, theirs);
        if (isNearDuplicate(fingerprint, theirs) && distance < (nearest?.distance ?? Infinity))
          nearest = { url: like, distance };
      }
      seen[band]?.set(part, [...others, at]);
    }
    if (nearest !== undefined) found.push({ url, like: nearest.url });
  }
  return found;
}
