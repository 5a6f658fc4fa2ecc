// Numbers that SQLite returns as one text: an object for each row would be most of a search's garbage.

/** The non-negative whole numbers of a text, in order; none where the value is no text. */
export function numbersIn(text: unknown): number[] {
  const numbers: number[] = [];
  if (typeof text !== 'string') return numbers;
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit >= 0) number = 10 * number + digit;
    else {
      numbers.push(number);
      number = 0;
    }
  }
  if (text !== '') numbers.push(number);
  return numbers;
}
