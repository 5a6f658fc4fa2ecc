// Text that people read is text that is kept: invisible characters can carry hidden words, or break a database (FAULTS 48).

// Everything that is looked at, as UTF-16 code units: U+DB40 opens the plane of the tag characters.
const suspect =
  /[\u034f\ufe00-\ufe0f\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]/;

const suspects =
  /[\u034f\ufe00-\ufe0f\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

// Scripts in which a joiner or non-joiner changes how the letters around it are written.
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}]/u;
const letterOrMark = /[\p{L}\p{M}]/u;
const mark = /\p{M}/u;
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const han = /\p{Script=Han}/u;
const mongolian = /\p{Script=Mongolian}/u;

const nonJoiner = '\u200c';
const joiner = '\u200d';
const vowelSeparator = '\u180e';
const emojiStyle = '\ufe0f';

/**
 * The text without NUL, direction controls, zero-width characters, soft hyphens and tag characters; lone surrogates
 * become U+FFFD. What a reader would miss stays: joiners inside emoji and between letters of the scripts that need
 * them, and one variation selector behind the character it varies. Linear; nearly every text is returned unchanged.
 */
export function stripInvisible(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return suspect.test(whole) ? strip(whole) : whole;
}

function strip(text: string): string {
  let result = '';
  let done = 0;
  /** The last character that was kept, for what follows it. */
  let last = '';
  for (const { 0: char, index } of text.matchAll(suspects)) {
    if (index > done) last = characterBefore(text, index);
    result += text.slice(done, index);
    done = index + char.length;
    if (!isNeeded(char, last, text, done)) continue;
    result += char;
    last = char;
  }
  return result + text.slice(done);
}

function isNeeded(char: string, before: string, text: string, next: number): boolean {
  if (before === '') return false;
  if (char === joiner || char === nonJoiner) return joins(char, before, characterAt(text, next));
  if (char === vowelSeparator) return mongolian.test(before);
  const unit = char.charCodeAt(0);
  if (unit >= 0xfe00 && unit <= 0xfe0f) return !isSelector(before) && !/\s/.test(before);
  // Ideographic variants, which come after what they vary; alone they can spell anything.
  return char >= '\u{e0100}' && char <= '\u{e01ef}' && han.test(before);
}

function joins(char: string, before: string, after: string): boolean {
  if (char === joiner && (emoji.test(before) || before === emojiStyle) && emoji.test(after)) return true;
  if (!joining.test(before) || !letterOrMark.test(before)) return false;
  // A joiner behind the sign that takes a vowel away may end a word.
  return (joining.test(after) && letterOrMark.test(after)) || (char === joiner && mark.test(before));
}

function isSelector(char: string): boolean {
  const unit = char.charCodeAt(0);
  return (unit >= 0xfe00 && unit <= 0xfe0f) || unit === 0xdb40;
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return text.slice(unit >= 0xdc00 && unit < 0xe000 ? at - 2 : at - 1, at);
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';
}

// Characters in which words are hidden: tags, and selectors that encode bytes.
const tagRun = /[\u{e0020}-\u{e007f}]+/gu;
const selectorRun = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/gu;
/** A flag of a part of a country: the only valid use of tag characters. */
const flag = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{3,6}\u{e007f}/gu;
/** Rows of zero-width characters, in which bits are written; a reversed reading order; words taken apart letter by letter. */
const zeroWidthRun = /[\u034f\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff\u180e]{6}/;
const reversed = /[\u202d\u202e]/;
const takenApart =
  /(?:[a-z\u00c0-\u024f]{1,2}[\u034f\u200b-\u200d\u2060-\u2064\ufeff\u180e]{1,3}){3}[a-z\u00c0-\u024f]/iu;
/** The longest shown part of what hidden characters spell. */
const mostSpelled = 200;

/**
 * Whether invisible characters of a text hide something, and what they spell: empty where that is not known, undefined
 * where nothing is hidden. Soft hyphens, joiners and marks of direction as people write them hide nothing. Linear.
 */
export function hiddenIn(text: string): string | undefined {
  if (!suspect.test(text)) return undefined;
  const words: string[] = [];
  for (const [run] of text.replace(flag, '').matchAll(tagRun)) {
    const word = [...run].map((char) => String.fromCharCode((char.codePointAt(0) as number) & 0x7f)).join('');
    words.push(word.replaceAll('\x7f', ''));
  }
  for (const [run] of text.matchAll(selectorRun)) words.push(bytesOf(run));
  const spelled = words.join('').trim();
  if (spelled.length > 1) return spelled.slice(0, mostSpelled);
  const hides = words.length > 0 || zeroWidthRun.test(text) || reversed.test(text) || takenApart.test(text);
  return hides ? '' : undefined;
}

/** Selectors number the bytes: the sixteen small ones first. */
function bytesOf(run: string): string {
  const bytes = [...run].map((char) => {
    const point = char.codePointAt(0) as number;
    return point < 0x10000 ? point - 0xfe00 : point - 0xe0100 + 16;
  });
  return Buffer.from(bytes)
    .toString()
    .replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '');
}
