// Proves the table of forms: a type, a word and an ending belong to one form, and only what has a reader is read.
import { describe, expect, it } from 'vitest';
import { formOfEnding, formOfKind, forms, isMarkup, isPageForm, isReadKind, kindOfType } from './forms.ts';

const rows = Object.values(forms);

describe('the table of forms', () => {
  it('names every content type, every word for one and every ending once', () => {
    const types = rows.flatMap((row) => Object.values<readonly string[]>(row.types).flat());
    const kinds = rows.flatMap((row) => Object.keys(row.types));
    const endings = rows.flatMap((row) => [...row.endings]);
    for (const list of [types, kinds, endings]) expect(list.toSorted()).toEqual([...new Set(list)].sort());
    expect(Object.isFrozen(forms)).toBe(true);
  });

  it.each([
    ['html', true],
    ['markdown', true],
    ['text', true],
    ['openapi', true],
    ['pdf', false],
    ['rendered', false],
    ['constructor', false],
    [undefined, false],
  ])('H4: %s is a form that is read: %s', (form, isRead) => {
    expect(isPageForm(form)).toBe(isRead);
  });

  it.each([
    ['text/html', 'html', 'html'],
    ['application/xhtml+xml', 'xhtml', 'html'],
    ['text/x-markdown', 'markdown', 'markdown'],
    ['text/plain', 'text', 'text'],
    ['text/json', 'json', 'openapi'],
    ['application/vnd.oai.openapi', 'yaml', 'openapi'],
  ] as const)('H4: %s is %s, of the form %s', (type, kind, form) => {
    expect(kindOfType(type)).toBe(kind);
    expect(formOfKind(kind)).toBe(form);
    expect(isReadKind(kind)).toBe(true);
  });

  it('H4: a PDF is known by its type, is no text, and is not read', () => {
    expect(kindOfType('application/pdf')).toBe('pdf');
    expect(formOfKind('pdf')).toBe('pdf');
    expect(isReadKind('pdf')).toBe(false);
  });

  it.each(['binary', 'toString', ''])('H4: "%s" is nothing that is read', (kind) => {
    expect(isReadKind(kind)).toBe(false);
    expect(kindOfType(kind)).toBeUndefined();
  });

  it.each([
    ['md', 'markdown'],
    ['MDX', 'markdown'],
    ['txt', 'text'],
    ['yml', 'openapi'],
    ['json', 'openapi'],
    ['xhtml', 'html'],
    ['php', 'html'],
    ['pdf', 'html'],
    ['', 'html'],
  ])('the ending "%s" is %s', (ending, form) => {
    expect(formOfEnding(ending)).toBe(form);
  });

  it('only HTML is markup', () => {
    expect((['html', 'markdown', 'text', 'openapi'] as const).filter(isMarkup)).toEqual(['html']);
  });
});
