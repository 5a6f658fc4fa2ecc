// How far two 64-bit fingerprints, sixteen hexadecimal digits, are from each other (E6).

/** The number of bits in which two fingerprints differ, 0–64. */
export function hammingDistance(a: string, b: string): number {
  return (
    ones(Number.parseInt(a.slice(0, 8), 16) ^ Number.parseInt(b.slice(0, 8), 16)) +
    ones(Number.parseInt(a.slice(8), 16) ^ Number.parseInt(b.slice(8), 16))
  );
}

function ones(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
