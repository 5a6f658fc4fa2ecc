// Ways to damage a page: each takes a text and chance, and returns another text.
import type { Dice } from './dice.ts';
import { attributes, fragments, tagNames, texts } from './words.ts';

/** Longer pages only cost time: what breaks a reader is small. */
const longest = 60_000;
/** Long enough for a reader that takes the square of a length to be noticed. */
const swollen = 250_000;

type Mutation = (text: string, dice: Dice, other: () => string) => string;

const insert = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at);

/** A random stretch of a text, as its start and end. */
function stretch(text: string, dice: Dice): readonly [start: number, end: number] {
  const start = dice.below(text.length + 1);
  return [start, Math.min(text.length, start + dice.length(text.length + 1))];
}

/** A tag with up to a few attributes, or an end tag. */
export function anyTag(dice: Dice): string {
  const name = dice.pick(tagNames);
  if (dice.chance(0.3)) return `</${name}>`;
  let tag = `<${name}`;
  while (dice.chance(0.4)) tag += dice.pick(attributes);
  return `${tag}>`;
}

/** A page made of tags and texts alone. */
export function madePage(dice: Dice): string {
  let text = '';
  for (let left = 5 + dice.length(150); left > 0; left--) {
    const kind = dice.below(10);
    text += kind < 5 ? anyTag(dice) : kind < 8 ? `w${left} ` : kind === 8 ? dice.pick(texts) : dice.pick(fragments);
  }
  return text;
}

const between = (text: string, dice: Dice, mark: string): number => {
  const at = text.indexOf(mark, dice.below(text.length + 1));
  return at < 0 ? text.length : at;
};

const mutations: readonly Mutation[] = [
  // A tag, an end tag, a piece that never closes, a text.
  (text, dice) => insert(text, dice.below(text.length + 1), anyTag(dice)),
  (text, dice) => insert(text, between(text, dice, '<'), anyTag(dice)),
  (text, dice) => insert(text, dice.below(text.length + 1), dice.pick(fragments)),
  (text, dice) => insert(text, dice.below(text.length + 1), dice.pick(texts)),
  (text, dice) => insert(text, between(text, dice, '>') + 1, dice.pick(texts)),
  // Attributes: a further one, another value.
  (text, dice) => insert(text, between(text, dice, '>'), dice.pick(attributes)),
  (text, dice) => {
    const at = between(text, dice, '="') + 2;
    const end = text.indexOf('"', at);
    return end < 0 ? text : text.slice(0, at) + dice.pick(texts) + text.slice(dice.chance(0.9) ? end : end + 1);
  },
  // Truncation, a part lost, a part again and again, two parts that change places.
  (text, dice) => text.slice(0, dice.below(text.length + 1)),
  (text, dice) => {
    const [start, end] = stretch(text, dice);
    return text.slice(0, start) + text.slice(end);
  },
  (text, dice) => {
    const [start, end] = stretch(text, dice);
    return insert(text, end, text.slice(start, end).repeat(Math.min(dice.length(60), longest / (end - start + 1))));
  },
  (text, dice) => {
    const [start, end] = stretch(text, dice);
    return insert(text.slice(0, start) + text.slice(end), dice.below(text.length + 1), text.slice(start, end));
  },
  // A piece of another page.
  (text, dice, other) => {
    const from = other();
    const [start, end] = stretch(from, dice);
    return insert(text, dice.below(text.length + 1), from.slice(start, end));
  },
  (text, dice, other) => {
    const from = other();
    return text.slice(0, dice.below(text.length + 1)) + from.slice(dice.below(from.length + 1));
  },
  // Deep, and deep without end.
  (text, dice) => {
    const tag = dice.chance(0.8)
      ? anyTag(dice)
      : dice.pick(['<b><p>', '<ul><li>', '<table><tr><td>', '<dl><dd>', '> ', '- ', '[', '{"a":', '*a']);
    return insert(text, between(text, dice, '<'), tag.repeat(dice.length(600)));
  },
  // Lines in another order, and indented otherwise.
  (text, dice) => {
    const lines = text.split('\n');
    const [moved = ''] = lines.splice(dice.below(lines.length), 1);
    lines.splice(dice.below(lines.length + 1), 0, dice.chance(0.5) ? moved : `${' '.repeat(dice.below(6))}${moved}`);
    return lines.join('\n');
  },
  // One sign for another.
  (text, dice) => {
    const at = dice.below(text.length + 1);
    return (
      text.slice(0, at) +
      String.fromCharCode(dice.chance(0.8) ? 32 + dice.below(96) : dice.below(0x10000)) +
      text.slice(at + 1)
    );
  },
];

/** The text after one to several mutations. `other` returns a further page to take pieces from. */
export function mutate(text: string, dice: Dice, other: () => string): string {
  let result = text;
  do {
    result = dice.pick(mutations)(result, dice, other);
    if (result.length > longest) result = result.slice(0, longest);
  } while (dice.chance(0.7));
  return result;
}

/** The text with one stretch of it again and again. */
export function swell(text: string, dice: Dice): string {
  const [start, end] = stretch(text, dice);
  return insert(text, end, text.slice(start, end).repeat(Math.floor(swollen / (end - start + 1))));
}

const byteMutations: readonly ((bytes: Buffer, dice: Dice) => Buffer)[] = [
  (bytes, dice) => {
    for (let left = dice.length(20); left > 0; left--) {
      const at = dice.below(bytes.byteLength);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.below(8));
    }
    return bytes;
  },
  (bytes, dice) => bytes.subarray(0, dice.below(bytes.byteLength + 1)),
  (bytes, dice) => {
    const at = dice.below(bytes.byteLength + 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + dice.below(3))]);
  },
  (bytes, dice) => {
    const at = dice.below(bytes.byteLength + 1);
    const garbage = Buffer.from(Array.from({ length: dice.length(200) }, () => dice.below(256)));
    return Buffer.concat([bytes.subarray(0, at), garbage, bytes.subarray(at)]);
  },
];

/** The bytes after one mutation that knows no characters. */
export function mutateBytes(bytes: Buffer, dice: Dice): Buffer {
  return dice.pick(byteMutations)(bytes, dice);
}
