// How far two 64-bit fingerprints, sixteen hexadecimal digits, are from each other (E6).

/** The number of bits in which two fingerprints differ, 0–64. */
export function hammingDistance(a: string, b: string): number {
  return (
    ones(Number.parseInt(a.slice(0, 8), 16) ^ Number.parseInt(b.slice(0, 8), 16)) +
    ones(Number.parseInt(a.slice(8), 16) ^ Number.parseInt(b.slice(8), 16))
  );
}

/** Bits in which two fingerprints may differ that `alikeAmong` finds: they agree in one of their eight bytes then. */
const ALIKE = 7;

/** The places of those fingerprints from which another of them differs in few bits. What has none ('' or zeros) is like no other. */
export function alikeAmong(fingerprints: readonly string[]): ReadonlySet<number> {
  const [upper, lower] = [0, 8].map((from) =>
    Uint32Array.from(fingerprints, (text) => Number.parseInt(text.slice(from, from + 8), 16)),
  ) as [Uint32Array, Uint32Array];
  const distance = (a: number, b: number): number =>
    ones((upper[a] as number) ^ (upper[b] as number)) + ones((lower[a] as number) ^ (lower[b] as number));
  const alike = new Set<number>();
  for (let byte = 0; byte < 16; byte += 2) {
    const seen = new Map<string, number[]>();
    for (const [at, text] of fingerprints.entries()) {
      if (!/[1-9a-f]/.test(text)) continue;
      const part = text.slice(byte, byte + 2);
      const others = seen.get(part) ?? [];
      const like = others.find((other) => distance(at, other) <= ALIKE);
      if (like !== undefined) alike.add(at).add(like);
      else seen.set(part, [...others, at]);
    }
  }
  return alike;
}

function ones(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
