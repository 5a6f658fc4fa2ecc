// How the keys of words are written: short, because a word has a dozen of them.

/** 32 bits of a key's hash (FNV-1a); two keys that share one only bring each other's words up for comparison. */
export function hashedKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash;
}
