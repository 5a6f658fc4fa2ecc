// Text that people read is text that is kept: characters nobody sees can carry hidden words, or break a database (FAULTS 48).

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
 * them, and one variation selector behind the character it varies. Linear; nearly every text is given back as it is.
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
