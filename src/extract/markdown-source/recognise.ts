// Does a plain text read as Markdown? Many servers send Markdown files, and `llms.txt`, as `text/plain`.

const maxLooked = 20_000;
const heading = /^#{1,6} \S/;
const link = /\]\([^\s()]{1,2000}\)/;
const item = /^\s{0,9}[-*+] \S/;

/** Whether the beginning of a text has enough of Markdown's marks: front matter, a fence that is closed, or headings with links, lists or more headings. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.slice(0, maxLooked).split(/\r?\n/);
  if (/^---\s{0,9}$/.test(lines[0] ?? '') && lines.slice(1, 60).some((line) => /^---\s{0,9}$/.test(line))) return true;
  let headings = 0;
  let links = 0;
  let items = 0;
  let fences = 0;
  for (const [at, line] of lines.entries()) {
    if (/^(?:```|~~~)/.test(line)) fences++;
    else if (fences % 2 === 0) {
      // `#` begins a comment in configuration files: a heading has blank lines around it.
      if (heading.test(line) && isBlank(lines[at - 1]) && isBlank(lines[at + 1])) headings++;
      if (link.test(line)) links++;
      if (item.test(line)) items++;
    }
  }
  if (fences >= 2 && headings + links + items > 0) return true;
  return headings > 0 && (headings > 2 || links > 0 || items > 1);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
