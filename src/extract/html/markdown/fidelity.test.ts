// Proves the fidelity score: 1 for what is kept, and less for each thing that is lost (E3).
import { describe, expect, it } from 'vitest';
import { toBlocks } from './blocks.ts';
import { fidelityOf } from './fidelity.ts';
import { contentOfHtml, plainOptions } from './fragment.contract.ts';

const page = `<h1>One<a class="headerlink" href="#one">¶</a></h1><p>Some <b>bold</b>er words, snake_case, H<sub>2</sub>O and&nbsp;more.</p>
  <pre><span class="linenos">1</span>code(here)\n<span class="linenos">2</span>  more</pre><h2>Two</h2><pre>second</pre>
  <table><tr><th>a<th>b<tr><td>c|d<td></table><ul><li>e<h3>bold</h3></ul><script>no()</script><button>Copy</button>
  <table><tr><td class="linenos"><pre>1\n2</pre><td><pre>x\ny</pre></table><q>said</q>`;

describe('fidelity', () => {
  const content = contentOfHtml(page);
  const blocks = toBlocks(content, plainOptions);

  it('E3: a page that is kept whole scores 1', () => {
    expect(fidelityOf(content, blocks)).toEqual({ code: 1, cells: 1, headings: 1, words: 1, score: 1 });
  });

  it('E3: a page without anything scores 1', () => {
    expect(fidelityOf(contentOfHtml(''), [])).toEqual({ code: 1, cells: 1, headings: 1, words: 1, score: 1 });
  });

  it.each([
    ['code', 'code', 2 / 3],
    ['heading', 'headings', 1 / 2],
    ['table', 'cells', 0],
  ] as const)('E3: a %s that is lost shows', (kind, part, share) => {
    const at = blocks.findIndex((block) => block.kind === kind);
    const fidelity = fidelityOf(content, blocks.toSpliced(at, 1));
    expect(fidelity[part]).toBeCloseTo(share);
    expect(fidelity.words).toBeLessThan(1);
    expect(fidelity.score).toBeLessThanOrEqual(fidelity[part]);
  });

  it('E3: words that are lost show, code that is changed shows, words that are added do not', () => {
    const cut = blocks.map((block) =>
      block.kind === 'text' ? { ...block, markdown: block.markdown.slice(9) } : block,
    );
    expect(fidelityOf(content, cut).words).toBeLessThan(0.95);
    const changed = blocks.map((block) => (block.kind === 'code' ? { ...block, code: `${block.code};` } : block));
    expect(fidelityOf(content, changed)).toMatchObject({ code: 0, words: 1 });
    expect(fidelityOf(content, [...blocks, ...blocks]).score).toBe(1);
  });

  it('E3: what was removed from the content does not count', () => {
    const { roots } = content;
    const first = roots[0]?.children.find((child) => 'name' in child && child.name === 'p');
    const removed = new Set([first].filter((each) => each !== undefined && 'attribs' in each));
    const without = { ...content, removed };
    expect(fidelityOf(without, toBlocks(without, plainOptions)).score).toBe(1);
  });
});
