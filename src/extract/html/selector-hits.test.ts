// What a selector matches, shown to people who try one.
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../core/errors.ts';
import { selectorHits } from './selector-hits.ts';

const page = Buffer.from(`<!doctype html><body><nav class="side  menu">Menu</nav>
  <main id="top" class="doc"><h1>Guide</h1><script>no text</script><p class=lead>First   words.</p><p>More.</p></main>`);
const html = { form: 'html' } as const;

describe('E1: the hits of a selector', () => {
  it('are counted, with tag, id, classes and the beginning of the text', () => {
    expect(selectorHits(page, html, ['main', 'p', '.side', 'article'])).toEqual([
      {
        ...{ selector: 'main', count: 1, isCut: false },
        elements: [{ tag: 'main', id: 'top', classes: ['doc'], text: 'Guide First words. More.' }],
      },
      {
        ...{ selector: 'p', count: 2, isCut: false },
        elements: [
          { tag: 'p', classes: ['lead'], text: 'First words.' },
          { tag: 'p', classes: [], text: 'More.' },
        ],
      },
      {
        ...{ selector: '.side', count: 1, isCut: false },
        elements: [{ tag: 'nav', classes: ['side', 'menu'], text: 'Menu' }],
      },
      { selector: 'article', count: 0, isCut: false, elements: [] },
    ]);
  });

  it('are all counted and thirty of them listed', () => {
    const [hits] = selectorHits(Buffer.from('<ul>'.concat('<li>x'.repeat(500))), html, ['li']);
    expect([hits?.count, hits?.elements.length]).toEqual([500, 30]);
  });

  it('say where a selector costs more than a page may', () => {
    const deep = Buffer.from(`${'<div><p>'.repeat(120)}${'<b>x</b>'.repeat(20_000)}`);
    const [hits] = selectorHits(deep, html, ['div:has(p ~ b) div:has(i) b']);
    expect(hits?.isCut).toBe(true);
  });

  it('are none on a page that is no HTML', () => {
    expect(selectorHits(Buffer.from('# main'), { form: 'markdown' }, ['main'])[0]?.count).toBe(0);
  });

  it('of what is no selector are refused', () => {
    expect(() => selectorHits(page, html, ['main['])).toThrow(ConfigError);
  });
});
