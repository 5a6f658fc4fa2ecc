// How much of CommonMark and GFM our Markdown reader reads as mdast does: blocks, their nesting, plain text. `--show` prints what differs.
import { compare, type Measure, measures } from '../test/commonmark/compare.ts';
import { examples } from '../test/commonmark/examples.ts';

const show = process.argv.includes('--show');
const right = new Map<Measure, number>();
let all = 0;
for (const [at, { section, markdown }] of examples.entries()) {
  const comparison = compare(markdown);
  if (comparison === undefined) continue;
  all++;
  for (const measure of measures) {
    const { ours, theirs } = comparison[measure];
    if (ours === theirs) right.set(measure, (right.get(measure) ?? 0) + 1);
    else if (show)
      console.log(
        `${measure} ${at + 1} ${section} ${JSON.stringify(markdown)}\n  ours   ${JSON.stringify(ours)}\n  mdast  ${JSON.stringify(theirs)}`,
      );
  }
}
console.log(`${examples.length} examples, ${examples.length - all} of them with raw HTML left out`);
for (const measure of measures) {
  const count = right.get(measure) ?? 0;
  console.log(`${measure}: ${count} of ${all} as mdast (${((100 * count) / all).toFixed(1)} %)`);
}
