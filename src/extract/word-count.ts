// How many words a text has, Markdown's own marks aside (E4).

/** What stands between white space and has a letter or digit; of Chinese and Japanese, which write no spaces, every character. */
export function wordCount(text: string): number {
  let words = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit === 0xa0 || unit === 0x3000) inWord = false;
    else if (isUnspaced(unit)) {
      words++;
      inWord = false;
    } else if (!inWord && isWordLike(unit)) {
      words++;
      inWord = true;
    }
  }
  return words;
}

function isWordLike(unit: number): boolean {
  if (unit >= 0x80) return unit < 0x2000 || unit > 0x206f;
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

// Kana and Han; a Han character beyond U+FFFF counts as part of a word.
function isUnspaced(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x4dbf) || (unit >= 0x4e00 && unit <= 0x9fff);
}
