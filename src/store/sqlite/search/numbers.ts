// Numbers that SQLite hands over as one text: an object for each row would be most of what a search leaves behind.

/** The whole numbers of a text, which are not negative, in their order; none of what is no text. */
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
