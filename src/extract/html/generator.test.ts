// E1: the program behind a page, by its own words and by its signs.
import { describe, expect, it } from 'vitest';
import { generatorOf } from './generator.ts';

const of = (html: string) => generatorOf(Buffer.from(html), { form: 'html' });

describe('the generator of a page', () => {
  it.each([
    ['its own words', '<meta name="Generator" content=" Docusaurus  v3.8.1 "><main>x', 'Docusaurus v3.8.1'],
    ['the first of several', '<meta name=generator content=Starlight><meta name=generator content=Astro>', 'Starlight'],
    ['signs where it writes nothing', '<script src="_static/documentation_options.js?v=1"></script><p>x', 'Sphinx'],
    ['an id', '<div id="__docusaurus">x</div>', 'Docusaurus'],
    ['signs where its words are empty', '<meta name=generator content=" "><div class="a nextra-toc">', 'Nextra'],
    ['nothing', '<main>generator</main>', undefined],
  ])('is known by %s', (_, html, name) => {
    expect(of(html)).toBe(name);
  });

  it('is cut, and not looked for outside of HTML', () => {
    expect(of(`<meta name=generator content="${'x'.repeat(1_000)}">`)).toHaveLength(80);
    expect(generatorOf(Buffer.from('<meta name=generator content=x>'), { form: 'markdown' })).toBeUndefined();
  });
});
