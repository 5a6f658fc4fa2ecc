// Markdown as a reader sees it, in one line: no fences, marks, targets or tables' lines.
import { behindTarget } from '../analyse/scan.ts';

const fence = /^[ >*+\-\d.]{0,100}(?:(`{3,})(?!`)|(~{3,})(?!~))([^`]*)$/;
const onlyMarks = /^[ >|:*_=-]*$/;
const lineStart = /^(?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] |#{1,6} |\[[ xX]\] ))*[ \t]*/;
const cells = /(?<!\\)\|/g;
/** White space that is not one space already. */
const uneven = /[\s\0]{2,}|[^\S ]|\0/g;

// In order: code in a line, an escaped mark, a link's target, an image's label, a line break, emphasis, brackets.
const marks =
  /(`{1,8})(?!`)([^`]{1,2000})\1(?!`)|\\([!-/:-@[-`{-~])|\]\(|\[(?:image|이미지|画像|图片|圖片): |<br ?\/?>|\*+(?=\S)|(?<=\S)\*+|~~|[[\]]|`+/g;

/** What each of them begins with: most lines have none. */
const mayHaveMarks = /[`\\[\]<*~]/;

/** The text of Markdown, white space folded. Never throws; linear. */
export function plainText(markdown: string): string {
  const parts: string[] = [];
  let open = '';
  const hasFences = markdown.includes('```') || markdown.includes('~~~');
  for (const line of markdown.split('\n')) {
    const found = !hasFences || line.length > 400 ? null : fence.exec(line);
    const mark = found?.[1] ?? found?.[2];
    if (open !== '') {
      if (mark?.startsWith(open) && found?.[3]?.trim() === '') open = '';
      else parts.push(line);
    } else if (mark !== undefined) open = mark;
    else if (!onlyMarks.test(line)) parts.push(plainLine(line));
  }
  return parts.join(' ').replace(uneven, ' ').trim().toWellFormed();
}

function plainLine(line: string): string {
  const content = line.slice(lineStart.exec(line)?.[0].length ?? 0);
  const isRow = content.startsWith('|') && content.trimEnd().endsWith('|');
  const text = isRow ? content.replace(cells, ' ') : content;
  if (!mayHaveMarks.test(text)) return text;
  let plain = '';
  let copied = 0;
  marks.lastIndex = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark, , code, escaped] = found;
    plain += text.slice(copied, found.index) + (code ?? escaped ?? (mark.startsWith('<br') ? ' ' : ''));
    // Brackets that are no link's keep what they hold.
    copied = mark === '](' ? behindTarget(text, found.index) : marks.lastIndex;
    marks.lastIndex = copied;
  }
  return plain + text.slice(copied);
}
