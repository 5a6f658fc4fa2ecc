// The vocabulary of o200k_base: every token's bytes, numbered by rank, read from the package's plain list of them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ByteTable } from './byte-table.ts';

/** The longest token's length in bytes; a test compares it with the list. */
export const maxTokenBytes = 128;

const mostTokens = 200_000;

let loaded: ByteTable | undefined;

/**
 * The table of ranks, read on first use. The plain list is used, not the package's JavaScript: that one keeps 200,000
 * strings and their map alive (70 MB) where this table takes 5 MB.
 */
export function tokenRanks(): ByteTable {
  loaded ??= parseRanks(readFileSync(createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken')));
  return loaded;
}

/** Lines of base64, a space and the rank, in the order of the ranks. Throws when a rank is out of its order. */
export function parseRanks(list: Uint8Array): ByteTable {
  const table = new ByteTable(mostTokens, Math.ceil(list.length / 2));
  const token = new Uint8Array(maxTokenBytes + 2);
  let at = 0;
  while (at < list.length) {
    let length = 0;
    // Four characters are three bytes; the padding, which has no value, fills up missing bytes.
    for (; list[at] !== 0x20 && at < list.length; at += 4) {
      const held =
        ((base64[list[at] as number] as number) << 18) |
        ((base64[list[at + 1] as number] as number) << 12) |
        ((base64[list[at + 2] as number] as number) << 6) |
        (base64[list[at + 3] as number] as number);
      token[length] = held >> 16;
      token[length + 1] = held >> 8;
      token[length + 2] = held;
      length += list[at + 2] === padding ? 1 : list[at + 3] === padding ? 2 : 3;
    }
    let rank = 0;
    for (at++; list[at] !== 0x0a && at < list.length; at++) rank = rank * 10 + (list[at] as number) - 0x30;
    at++;
    if (rank !== table.size) throw new Error(`The list of tokens has rank ${rank} where ${table.size} belongs.`);
    table.add(token, 0, length);
  }
  return table;
}

const padding = 0x3d;
const base64 = new Uint8Array(256);
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  base64[char.charCodeAt(0)] = value;
