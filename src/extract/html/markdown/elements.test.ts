// Proves that every element of HTML has its place in the table (E3), and that none breaks the walk.
import { describe, expect, it } from 'vitest';
import { elementKinds, elementNames } from './elements.ts';
import { markdownOf } from './fragment.contract.ts';

// The HTML standard's index of elements, then its obsolete ones.
const standard = (
  'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup ' +
  'data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav ' +
  'noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select ' +
  'selectedcontent slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th ' +
  'thead time title tr track u ul var video wbr'
).split(' ');
const obsolete = (
  'acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing marquee menuitem ' +
  'multicol nextid nobr noembed noframes param plaintext rb rtc spacer strike tt xmp image command'
).split(' ');

describe('elements', () => {
  it.each([...standard, ...obsolete])('E3: <%s> is in the table and leaves the text around it whole', (name) => {
    expect(elementKinds.has(name)).toBe(true);
    const markdown = markdownOf(`<p>before</p><${name}>inside</${name}><p>after</p>`);
    expect(markdown).toContain('before');
    // Nothing ends a plaintext, and what follows a frameset or a head is still the page's.
    if (name !== 'plaintext') expect(markdown).toContain('after');
  });

  it('E3: no element has two kinds', () => {
    const names = Object.values(elementNames).flatMap((list) => list.split(' '));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
