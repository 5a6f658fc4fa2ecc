// Sorts the terms of a field, as numbers of 48 bits: hashes, whose first bits decide nearly all of their order, and places.

/** Few numbers need no buckets. */
const few = 16;
const buckets = 256;
/** Numbers have 48 bits. */
const perBucket = 2 ** 48 / buckets;
const ends = new Uint32Array(buckets);
/** Hashes lie evenly, and places of a term come in order, except in hostile input: that is left to the built-in sort. */
const mostMoves = 8;

/** Sorts by the first bits into `spare`, then what is left in disorder; returns the array that holds the result. */
export function sorted(keys: Float64Array, spare: Float64Array, count: number): Float64Array {
  if (count <= few) return inserted(keys, count);
  ends.fill(0);
  for (let at = 0; at < count; at++) bump((keys[at] as number) / perBucket);
  let end = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const inside = ends[bucket] as number;
    ends[bucket] = end;
    end += inside;
  }
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number;
    spare[bump(key / perBucket)] = key;
  }
  return inserted(spare, count);
}

/** Returns the bucket's number, which is one more from then on. */
function bump(bucket: number): number {
  const before = ends[Math.floor(bucket)] as number;
  ends[Math.floor(bucket)] = before + 1;
  return before;
}

function inserted(keys: Float64Array, count: number): Float64Array {
  let moves = mostMoves * count;
  for (let from = 1; from < count; from++) {
    const key = keys[from] as number;
    let at = from;
    for (; at > 0 && (keys[at - 1] as number) > key; at--) keys[at] = keys[at - 1] as number;
    keys[at] = key;
    moves -= from - at;
    if (moves < 0) {
      keys.subarray(0, count).sort();
      break;
    }
  }
  return keys;
}
