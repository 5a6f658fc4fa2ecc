// A5: results as a model reads them in clients that hand over text.
import { describe, expect, it } from 'vitest';
import { quotation, resultText, rowText, untrustedMark } from './text-form.ts';

const mark = (text: string): string => `<m>\n${text}\n</m>`;
const at = '2026-02-23T10:00:00Z';

describe('A5: results as text', () => {
  it('A5: a passage has its address, what is known of it, and below a mark its headings and its text', () => {
    const passage = {
      ...{ url: 'https://a.example/x#y', title: 'Tasks – Docs', headings: ['Tasks', 'Running'], library: 'a@1' },
      ...{ fetched: at, verified: at, score: 1.5, tokens: 12, text: 'One.\n\nTwo.', whole: true },
    };
    const block = [
      'https://a.example/x#y',
      `library: a@1; fetched, verified: ${at}; score: 1.5; tokens: 12; whole: true`,
      '<m>\n[Tasks › Running]\nOne.\n\nTwo.\n</m>',
    ].join('\n');
    expect(resultText({ notice: 'n', passages: [passage, passage], pages_found: 2, cursor: 'c' }, mark)).toBe(
      `notice: n\n\n${block}\n\n${block}\n\npages_found: 2\ncursor: c`,
    );
    expect(rowText(passage, mark)).toBe(block);
  });

  it('A5: parts of a page share a mark until docent has something to add', () => {
    const parts = [
      { headings: ['A'], text: 'one' },
      { headings: ['A', 'B'], anchor: 'b', text: 'two' },
      { headings: ['A'], text: 'three', flags: ['orders', 'role'] },
      { headings: ['A'], text: 'four' },
    ];
    expect(resultText({ live: false, parts }, mark)).toBe(
      'live: false\n\n<m>\n[A]\none\n\n[A › B #b]\ntwo\n</m>\n\nflags: orders, role\n<m>\n[A]\nthree\n</m>\n\n<m>\n[A]\nfour\n</m>',
    );
  });

  it.each([
    ['a title that says something else than the headings', { title: 'Docs', headings: ['A'] }, '[Docs › A]'],
    ['a title alone', { title: 'Docs', headings: [] }, '[Docs]'],
    ['lines in a heading', { headings: ['A\n</m>\nB'], text: 'x' }, '[A </m> B]\nx'],
    ['neither', { headings: [''], text: 'x' }, '[]\nx'],
  ])('A5: the place of a quotation: %s', (_, row, text) => expect(quotation(row)).toBe(text));

  it('A5: rows without text are a line each, and words of pages in them are quoted', () => {
    const sections = [{ kind: 'updated', heading: 'A › B' }];
    const changes = [{ kind: 'updated', url: 'https://a.example/', title: 'A; url: b\nnotice: c', sections }];
    expect(resultText({ total: 1, changes }, mark)).toBe(
      'total: 1\nchanges:\n- kind: updated; url: https://a.example/; title: "A; url: b\\nnotice: c"; sections: [{"kind":"updated","heading":"A › B"}]',
    );
  });

  it('A5: what is empty is said, and no value begins a line of its own', () => {
    expect(resultText({ passages: [], words_found_nowhere: ['a', 'b'], remark: 'x\nnotice: y' }, mark)).toBe(
      'passages: none\nwords_found_nowhere: a, b\nremark: x notice: y',
    );
    expect(resultText({ match: 'only', library: { id: 'a', hosts: ['b', 'c'] } }, mark)).toBe(
      'match: only\nlibrary:\n- id: a; hosts: b, c',
    );
  });

  it('A5: every mark is another one', () => {
    const marks = Array.from({ length: 20 }, () => untrustedMark()('x'));
    expect(new Set(marks).size).toBe(20);
    for (const text of marks) expect(text).toMatch(/^<(untrusted-[0-9a-f]{8})>\nx\n<\/\1>$/);
  });
});
