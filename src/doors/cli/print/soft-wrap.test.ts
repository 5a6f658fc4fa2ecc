// Long lines on narrow terminals.
import { describe, expect, it } from 'vitest';
import { softWrapped, wrapLine } from './soft-wrap.ts';

const wrapped = (line: string, columns = 40): readonly string[] => wrapLine(line, columns).split('\n');

describe('a line that is longer than the terminal is wide', () => {
  it('A1: goes on between words, set in to where the value of a label begins', () => {
    expect(wrapped('  terms   no terms verdict is noted; a site of your own needs none')).toEqual([
      '  terms   no terms verdict is noted; a',
      '          site of your own needs none',
    ]);
    expect(wrapped('  note  info      not set: site owners cannot write to you')).toEqual([
      '  note  info      not set: site owners',
      '                  cannot write to you',
    ]);
    expect(wrapped('It is not blocked, so the next crawl may bring it back')).toEqual([
      'It is not blocked, so the next crawl may',
      '  bring it back',
    ]);
  });

  it('A1: keeps a command whole, which is there to be copied', () => {
    const command = '    docent crawl https://docs.example.com/guide/ --max-pages 1300 --data docs';
    expect(wrapped(command)).toEqual([command]);
    expect(wrapped(`    \u001b[1m${command.trim()}\u001b[0m`)).toHaveLength(1);
  });

  it('A1: keeps a link whole, and does not count colours', () => {
    const link = `https://example.com/${'a'.repeat(60)}`;
    expect(wrapped(`seed  ${link}  allowed`)).toEqual([`seed  ${link}`, '      allowed']);
    const red = '\u001b[31mred words that fit\u001b[0m and others too';
    expect(wrapped(red, 34)).toEqual([red]);
    expect(wrapped('한국어 문서는 두 칸씩 차지한다고 한다 그렇다', 20)).toEqual([
      '한국어 문서는 두',
      '  칸씩 차지한다고',
      '  한다 그렇다',
    ]);
  });

  it('A1: is left alone in a pipe, and where the cursor is moved', () => {
    const text = `${'word '.repeat(20)}\n`;
    const written = (isTTY: boolean, line: string): string => {
      let all = '';
      softWrapped({ isTTY, columns: 40, write: (part) => (all += part) }).write(line);
      return all;
    };
    expect(written(false, text)).toBe(text);
    expect(written(true, `\r\u001b[2K${text}`)).toBe(`\r\u001b[2K${text}`);
    expect(
      written(true, text)
        .split('\n')
        .every((line) => line.length <= 40),
    ).toBe(true);
  });
});
