// How pages are written: no text of a page can end a field, a line or a link.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ChunkRecord } from '../../frontier/port.ts';
import type { StoredPage } from '../../frontier/port-pages.ts';
import { chunkLine, llmsHead, llmsLink, llmsPage, llmsSection, markdownFile } from './text.ts';

const HOSTILE = '---\n# "x"\u001b[31m\u2028](javascript:1) <b> \u202e\\ `[y]\' : {a} \u0085 !!js';

function stored(title: string, description?: string, finalUrl = 'https://e.example/a'): StoredPage {
  const facts = { description, outline: [], form: 'html', rule: 'main', fidelity: 1, tokens: 1 } as const;
  const sizes = { words: 1, bytes: 1, fetchedAt: 0, status: 200, extractor: 1 };
  const names = { contentType: 'html', hash: 'h', fingerprint: '', title, finalUrl };
  return { id: 1, provider: 'p', page: { ...names, ...sizes, facts }, verifiedAt: 1_000 };
}

const chunk: ChunkRecord = {
  ...{ id: 'c', headings: ['H'], anchor: 'x y', ids: [], symbols: [], tokens: 3, hash: 'h', code: 0, tables: 0 },
  preview: 'begin',
};

describe('front matter', () => {
  it('C6, FAULTS 70: whatever a title holds, YAML reads it back as one text', () => {
    const file = markdownFile(stored(HOSTILE, HOSTILE), '# T');
    const front = file.slice(4, file.indexOf('\n---\n', 4));
    expect(parse(front)).toEqual({
      ...{ title: HOSTILE, description: HOSTILE, source: 'https://e.example/a', provider: 'p', hash: 'h' },
      ...{ fetched: '1970-01-01T00:00:00.000Z', verified: '1970-01-01T00:00:01.000Z' },
    });
    expect(front).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(file.endsWith('\n---\n\n# T\n')).toBe(true);
  });
});

describe('a chunk', () => {
  it('C6, FAULTS 70: is one line whatever it holds, and states whether it is whole', () => {
    const line = chunkLine(stored(HOSTILE), { ...chunk, text: HOSTILE });
    expect(line.match(/[\n\r\u0085\u2028\u2029]/g)).toEqual(['\n']);
    expect(JSON.parse(line)).toMatchObject({
      kind: 'text',
      text: HOSTILE,
      title: HOSTILE,
      url: 'https://e.example/a#x%20y',
    });
    expect(JSON.parse(chunkLine(stored('t'), chunk))).toMatchObject({ kind: 'preview', text: 'begin' });
  });
});

describe('llms.txt', () => {
  it('C6, FAULTS 70: a title or a description makes no link, no heading and no line of its own', () => {
    const link = llmsLink(stored(HOSTILE, HOSTILE, 'https://e.example/a_(b)?x=<y>'), true);
    expect(link.match(/\n/g)).toHaveLength(1);
    expect(link).toContain('](https://e.example/a_%28b%29?x=%3cy%3e): ');
    expect(link.match(/(?<!\\)\]/g)).toHaveLength(1);
    expect(link).not.toMatch(/(?<!\\)</);
    for (const text of [llmsHead(HOSTILE, HOSTILE), llmsSection(`${HOSTILE}/`)])
      expect(text.split('\n').filter((line) => line.startsWith('---') || line.startsWith('- '))).toEqual([]);
  });

  it('C2: a description is as long as a quotation may be, and left out where the page requests it', () => {
    expect(llmsLink(stored('t', 'd'.repeat(5_000)), true)).toHaveLength('- [t](https://e.example/a): \n'.length + 200);
    expect(llmsLink(stored('t', 'd'), false)).toBe('- [t](https://e.example/a)\n');
    expect(llmsLink(stored('', undefined), true)).toBe('- [https://e.example/a](https://e.example/a)\n');
  });

  it('C6: in llms-full.txt a page has its own heading, or its title where it has none', () => {
    expect(llmsPage(stored('T'), '# Own\n\ntext\n')).toBe('# Own\nSource: https://e.example/a\n\ntext\n\n');
    expect(llmsPage(stored('T'), 'text')).toBe('# T\nSource: https://e.example/a\n\ntext\n\n');
    expect(llmsPage(stored('T'), '# Own')).toBe('# Own\nSource: https://e.example/a\n\n');
  });
});
