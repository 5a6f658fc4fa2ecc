// A place in one line of Markdown, in columns: a tab reaches to the next multiple of four, and a container may take only a part of it.

/** Where a line is being read: containers take columns off its front, a leaf gets what is left. */
export class LineCursor {
  /** Columns of white space before the next character. */
  indent = 0;
  /** Whether nothing but white space is left. */
  blank = false;
  readonly #text: string;
  #at = 0;
  #column = 0;
  /** What is left of a tab that was taken in part. */
  #pending = 0;
  #next = 0;
  #nextColumn = 0;

  constructor(text: string) {
    this.#text = text;
    this.#measure();
  }

  /** The line from its next character on, without white space before it. */
  get content(): string {
    return this.#text.slice(this.#next);
  }

  /** What is left of the line, white space included; a tab taken in part has become spaces. */
  get rest(): string {
    return ' '.repeat(this.#pending) + this.#text.slice(this.#at);
  }

  /** The next character that is not white space, as its code; NaN at the end. */
  get code(): number {
    return this.#text.charCodeAt(this.#next);
  }

  /** Takes at most this many columns of white space. */
  take(columns: number): void {
    let left = columns - this.#pending;
    if (left <= 0) {
      this.#pending = -left;
      this.indent -= columns;
      return;
    }
    this.#pending = 0;
    while (left > 0 && this.#at < this.#next) {
      const width = this.#text.charCodeAt(this.#at) === 9 ? 4 - (this.#column % 4) : 1;
      this.#at++;
      this.#column += width;
      if (width > left) this.#pending = width - left;
      left -= width;
    }
    this.#measure();
  }

  /** Takes the white space and then this many characters that are neither spaces nor tabs. */
  skip(characters: number): void {
    this.#pending = 0;
    this.#at = this.#next + characters;
    this.#column = this.#nextColumn + characters;
    this.#measure();
  }

  #measure(): void {
    let at = this.#at;
    let column = this.#column;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (code === 32) column++;
      else if (code === 9) column += 4 - (column % 4);
      else break;
      at++;
    }
    this.#next = at;
    this.#nextColumn = column;
    this.indent = this.#pending + column - this.#column;
    this.blank = at >= this.#text.length;
  }
}
