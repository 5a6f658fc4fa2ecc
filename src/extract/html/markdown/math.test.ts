// Proves formulas: MathML as TeX, TeX between its signs in the text, and drawn formulas (E3).
import { describe, expect, it } from 'vitest';
import { markdownOf } from './fragment.contract.ts';

describe('presentation MathML', () => {
  const i = (name: string): string => `<mi>${name}</mi>`;
  const o = (sign: string): string => `<mo>${sign}</mo>`;
  const n = (digits: string): string => `<mn>${digits}</mn>`;

  it.each([
    ['a power', `${i('E')}${o('=')}${i('m')}<msup>${i('c')}${n('2')}</msup>`, 'E = mc^2'],
    ['a long power', `<msup>${i('x')}<mrow>${i('n')}${o('+')}${n('1')}</mrow></msup>`, 'x^{n + 1}'],
    ['an index', `<msub>${i('a')}${i('i')}</msub>`, 'a_i'],
    ['both', `<msubsup>${i('x')}${i('i')}${n('10')}</msubsup>`, 'x_i^{10}'],
    ['a prime', `<msup>${i('f')}${o('′')}</msup>${o('(')}${i('x')}${o(')')}`, "f'(x)"],
    ['a fraction', `<mfrac>${n('1')}${n('3')}</mfrac>`, '\\frac{1}{3}'],
    ['a fraction without a line', `<mfrac linethickness="0">${i('n')}${i('k')}</mfrac>`, '{n \\atop k}'],
    [
      'roots',
      `<msqrt>${i('x')}${o('+')}${n('1')}</msqrt><mroot>${i('y')}${n('3')}</mroot>`,
      '\\sqrt{x + 1}\\sqrt[3]{y}',
    ],
    [
      'a sum',
      `<munderover>${o('∑')}<mrow>${i('i')}${o('=')}${n('1')}</mrow>${i('n')}</munderover><msub>${i('α')}${i('i')}</msub>`,
      '\\sum_{i = 1}^n \\alpha_i',
    ],
    [
      'an integral',
      `<msubsup>${o('∫')}${n('0')}${n('1')}</msubsup>${i('x')}<mspace width="0.167em"/>${i('d')}${i('x')}`,
      '\\int_0^1 x \\, dx',
    ],
    ['a limit', `<munder>${o('lim')}<mrow>${i('h')}${o('→')}${n('0')}</mrow></munder>${i('h')}`, '\\lim_{h \\to 0} h'],
    ['accents', `<mover>${i('x')}${o('^')}</mover><mover>${i('v')}${o('→')}</mover>`, '\\hat{x}\\vec{v}'],
    ['what is above', `<mover>${o('=')}<mtext>def</mtext></mover>`, '\\overset{\\text{def}}{=}'],
    ['Greek letters before others', `${i('α')}${i('x')}${i('Ω')}`, '\\alpha x\\Omega'],
    ['functions', `${i('sin')}${o('\u2061')}${i('θ')}${o('+')}${i('rank')}${i('A')}`, '\\sin\\theta + \\mathrm{rank}A'],
    ['a sign that begins', `${o('−')}${i('x')}${o('≤')}${o('−')}${n('1')}`, '-x \\le -1'],
    ['a list', `${o('(')}${i('a')}${o(',')}${i('b')}${o(')')}`, '(a, b)'],
    ['fences', `<mfenced open="[" close=")">${i('a')}${i('b')}</mfenced>`, '[a, b)'],
    ['braces and signs of TeX', `${o('{')}${i('x')}${o('}')}${o('%')}`, '\\{x\\}\\%'],
    ['words', `<mtext>if </mtext>${i('x')}`, '\\text{if }x'],
    [
      'a matrix',
      `<mrow>${o('(')}<mtable><mtr><mtd>${i('a')}</mtd><mtd>${i('b')}</mtd></mtr><mtr><mtd>${i('c')}</mtd><mtd>${i('d')}</mtd></mtr></mtable>${o(')')}</mrow>`,
      '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
    ],
    [
      'letters of other kinds',
      `<mi mathvariant="double-struck">R</mi>${o('∋')}<mi mathvariant="bold">v</mi>`,
      '\\mathbb{R} \\ni \\mathbf{v}',
    ],
    [
      'indices on both sides',
      `<mmultiscripts>${i('C')}${i('k')}<none/><mprescripts/>${i('n')}<none/></mmultiscripts>`,
      '{}_nC_k',
    ],
    [
      'what is wrapped',
      `<semantics><mstyle><mrow>${i('x')}</mrow></mstyle><annotation-xml>no</annotation-xml></semantics>`,
      'x',
    ],
    ['white space', `\n  ${i(' x ')}\n  ${o(' + ')}\n ${n(' 1 ')}\n`, 'x + 1'],
  ])('E3: %s', (_, mathml, tex) => {
    expect(markdownOf(`<p>a <math>${mathml}</math> b</p>`)).toBe(`a $${tex}$ b`);
  });

  it('E3: MathJax shows a formula twice, and it comes once', () => {
    const math = `<math><msup><mi>c</mi><mn>2</mn></msup></math>`;
    const html = `<mjx-container class="MathJax" jax="SVG"><svg><g></g></svg><mjx-assistive-mml>${math}</mjx-assistive-mml></mjx-container>`;
    expect(markdownOf(`<p>a ${html} b</p>`)).toBe('a $c^2$ b');
    expect(markdownOf(html.replace('jax=', 'display="true" jax='))).toBe('$$\nc^2\n$$');
  });

  it('E3: MathJax 4 keeps the TeX on its own elements', () => {
    const html =
      '<mjx-container><svg><g data-mml-node="math" data-latex="E = mc^2"><g data-mml-node="mi" data-latex="E"></g></g></svg></mjx-container>';
    expect(markdownOf(html)).toBe('$E = mc^2$');
  });

  it('E3: a formula too large to be one is text', () => {
    expect(markdownOf(`<math>${'<mi>x</mi>'.repeat(20_001)}</math>`)).toBe('x'.repeat(20_001));
  });

  it('E3: in inline code there are no signs around it', () => {
    expect(markdownOf('<code>a <math><mi>x</mi></math></code>')).toBe('`a x`');
  });
});

describe('TeX in the text', () => {
  const script = '<script src="https://cdn.test/mathjax@3/tex-mml-chtml.js"></script>';

  it.each([
    ['within a line', 'a \\(E = mc^2\\) b', 'a $E = mc^2$ b'],
    ['set apart, within a line', 'a \\[\\int_0^1 x^2 \\, dx\\] b', 'a $$\\int_0^1 x^2 \\, dx$$ b'],
    ['set apart', '\\[\na = b \\\\\n\\text{and } c\n\\]', '$$\na = b \\\\\n\\text{and } c\n$$'],
    ['between dollars', 'a $$x$$ b', 'a $$x$$ b'],
    ['an environment', '\\begin{align*} a &amp;= b \\end{align*}', '$$\n\\begin{align*} a &= b \\end{align*}\n$$'],
    ['a word', 'the \\(rank\\) of', 'the $rank$ of'],
    ['signs of Markdown', '\\(a_1 * b_2 * c\\)', '$a_1 * b_2 * c$'],
    ['nothing', 'a \\( \\) b', 'a \\\\( \\\\) b'],
    ['no end', 'a \\(x b', 'a \\\\(x b'],
    ['line ends', 'a \\\\(x\\\\) b', 'a \\\\\\\\(x\\\\\\\\) b'],
    ['a price', 'from \\$5 to \\$6 and $7', 'from \\\\$5 to \\\\$6 and $7'],
    ['code', '<code>\\(x\\)</code>', '`\\(x\\)`'],
  ])('E3: where a script shows it: %s', (_, html, markdown) => {
    expect(markdownOf(`${script}<p>${html}</p>`)).toBe(markdown);
  });

  it.each([
    ['a command', 'a \\(O(n \\log n)\\) b', 'a $O(n \\log n)$ b'],
    ['a power', 'a \\(x^2\\) b', 'a $x^2$ b'],
    ['a group of a regular expression', 'use \\(a\\|b\\)', 'use \\\\(a\\\\|b\\\\)'],
    ['another', 'use \\([^a]*\\) or \\(\\d=\\)', 'use \\\\([^a]\\*\\\\) or \\\\(\\d=\\\\)'],
    ['prose about the signs', 'write \\( and \\), or \\[ and \\]', 'write \\\\( and \\\\), or \\\\[ and \\\\]'],
    [
      'brackets with a backslash',
      'the \\[optional\\] file\\(s\\) = all',
      'the \\\\[optional\\\\] file\\\\(s\\\\) = all',
    ],
    ['a task', '\\[x\\] done', '\\\\[x\\\\] done'],
    ['dollars', 'a $$ b $$ c', 'a $$ b $$ c'],
  ])('E3: where no script is known: %s', (_, html, markdown) => {
    expect(markdownOf(`<p>${html}</p>`)).toBe(markdown);
  });

  it('E3: single dollars where the page configures it', () => {
    const config = "<script>MathJax = { tex: { inlineMath: [['$', '$'], ['\\\\(', '\\\\)']] } }</script>";
    expect(markdownOf(`${config}<p>a $x_1 * y_1$, from $5 to $6.</p>`)).toBe('a $x_1 * y_1$, from $5 to $6.');
  });

  it("E3: AsciiDoctor's AsciiMath", () => {
    const config =
      '<script type="text/x-mathjax-config">MathJax.Hub.Config({ asciimath2jax: { delimiters: [["\\\\$", "\\\\$"]] } })</script>';
    expect(markdownOf(`${config}<p>a \\$sqrt(4) = 2\\$ b</p>`)).toBe('a $sqrt(4) = 2$ b');
  });

  it('E3: in a heading, a cell and an item', () => {
    expect(markdownOf(`${script}<h2>Of \\(x\\)</h2><ul><li>\\[y\\]</li></ul>`)).toBe('## Of $x$\n\n- $$\n  y\n  $$');
    expect(
      markdownOf(`${script}<table><tr><th>A</th><th>B</th></tr><tr><td>\\(|x|\\)</td><td>\\[y\\]</td></tr></table>`),
    ).toBe('| A | B |\n| --- | --- |\n| $\\|x\\|$ | $$y$$ |');
  });
});

describe('elements of the class math', () => {
  it.each([
    ['Doxygen', '<span class="formulaInl">$a_1 * b * c$</span>', '$a_1 * b * c$'],
    ['Doxygen, set apart', '<p class="formulaDsp">\\[ x = y \\]</p>', '$$\nx = y\n$$'],
    ['pandoc for KaTeX', '<span class="math inline">E = mc^2</span>', '$E = mc^2$'],
    ['pandoc for KaTeX, set apart', '<span class="math display">x</span>', '$$\nx\n$$'],
    ['pandoc without TeX', '<span class="math inline"><em>E</em> = 1</span>', '*E* = 1'],
    ['GitHub', '<math-renderer class="js-inline-math">$x_1$</math-renderer>', '$x_1$'],
    ['another use of the word', '<span class="math">Arithmetic</span>', 'Arithmetic'],
  ])('E3: %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('drawn formulas', () => {
  it.each([
    ['Doxygen', '<img class="formulaInl" alt="$ E = mc^2 $" src="form_0.png">', '$E = mc^2$'],
    ['Doxygen, set apart', '<img class="formulaDsp" alt="\\[ x = y \\]" src="form_1.png">', '$$\nx = y\n$$'],
    [
      'Doxygen, an environment',
      '<img class="formulaDsp" alt="\\begin{align*} x \\end{align*}">',
      '$$\n\\begin{align*} x \\end{align*}\n$$',
    ],
    ['Sphinx', '<span class="math"><img class="math" alt="a^2" src="m.png"></span>', '$a^2$'],
    ['Sphinx, set apart', '<div class="math"><img class="math" alt="a^2" src="m.png"></div>', '$$\na^2\n$$'],
    ['the form of the text', '<img alt="$x_1$" src="x.png">', '$x_1$'],
    ['a price', '<img alt="$5 or $" src="x.png">', '[image: $5 or $]'],
    ['an image', '<img alt="A chart of x = y" src="x.png">', '[image: A chart of x = y]'],
    ['no text', '<img class="formulaInl" alt="">', ''],
  ])('E3: %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
