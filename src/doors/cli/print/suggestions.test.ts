// The table of a project's libraries fits the terminal, and is whole in a pipe.
import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../app/suggest/suggest.ts';
import { displayWidth } from './display-width.ts';
import { suggestionTable } from './suggestions.ts';
import { styleFor } from './terminal.ts';

const url = `https://github.com/acme/${'kettle-'.repeat(12)}docs/`;
const libraries: readonly Suggestion[] = [
  {
    ...{ ecosystem: 'npm', name: '@modelcontextprotocol/client', version: '2.4.0', isDev: true, manifests: [] },
    places: [
      { kind: 'homepage', url },
      { kind: 'shipped', what: ['README', 'docs', 'CHANGELOG', 'types'] },
    ],
  },
  {
    ...{ ecosystem: 'go', name: `example.com/${'long/'.repeat(10)}name`, range: '1.38', isDev: false, manifests: [] },
    places: [{ kind: 'registry', url: 'https://pkg.go.dev/example.com' }],
  },
];
const style = styleFor({ write: () => true }, {});

describe('the table of libraries', () => {
  it.each([80, 100, 120, 200])('A1: has no line wider than %d columns', (columns) => {
    const lines = suggestionTable(libraries, columns, style).split('\n');
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
    expect(lines.some((line) => line.includes('CHANGELOG'))).toBe(columns >= 120);
    expect(lines[1]).toContain(' github.com/acme/');
  });

  it('A1: is whole in a pipe', () => {
    const text = suggestionTable(libraries, undefined, style);
    expect(text).toContain(url);
    expect(text).toContain('README, docs, CHANGELOG, types');
    expect(text).toContain(libraries[1]?.name);
  });
});
