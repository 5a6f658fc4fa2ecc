// Proves the generated pages: nothing of the tables is missing, and no cell breaks its row.
import { describe, expect, it } from 'vitest';
import { renderErrorsPage, renderOptionsPage, renderReasonsPage, table } from '../../scripts/docs-markdown.ts';
import { errorCatalogue } from '../../src/core/errors.ts';
import { type Option, optionTable } from '../../src/core/options/table.ts';
import { type ReasonRow, reasonTable } from '../../src/core/reasons-table.ts';

/** The rows of a page's tables as cells; an escaped pipe does not end one. */
function rowsOf(page: string): readonly (readonly string[])[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/(?<!\\) ?\| ?/));
}

describe('table', () => {
  it('escapes pipes and joins lines, so that a cell stays one cell', () => {
    const text = table(
      ['A', 'B'],
      [
        ['a|b', '`c|d`'],
        ['e\nf', ''],
      ],
    );
    expect(text).toBe('| A | B |\n|---|---|\n| a\\|b | `c\\|d` |\n| e f |  |');
  });
});

describe('renderOptionsPage', () => {
  const page = renderOptionsPage({
    providerFields: [
      { name: 'seed_urls', kind: 'list', of: 'url', required: true, doc: 'Where it starts.' },
      {
        name: 'query',
        kind: 'choice',
        choices: ['drop', 'keep'],
        default: 'drop',
        doc: 'Either a|b, or /docs/** and <html>.',
      },
    ],
    webhookFields: [{ name: 'secret_env', kind: 'text', required: true, doc: 'The variable.' }],
    aliasDefaults: { robotsTtlMinutes: 30 },
  });
  const rows = rowsOf(page);

  it.each<Option>(optionTable)(
    'A6: $name has a row with its flag, its variable and its other names',
    ({ name, flag, switches = [], env, aliases }) => {
      const row = rows.find(([first]) => first === `\`${name}\``);
      expect(row).toHaveLength(7);
      const flags = [...(flag === undefined ? [] : [flag]), ...switches.map((one) => one.flag)];
      expect(row?.[3]).toBe(flags.map((one) => `\`${one}\``).join(', ') || '–');
      expect(row?.[4]).toBe(`\`${env}\``);
      for (const alias of aliases ?? []) expect(row?.[5]).toContain(alias.name);
    },
  );

  it('A6: every borrowed name has a row, with the range in its own units and its default', () => {
    const aliases = (optionTable as readonly Option[]).flatMap((option) => option.aliases ?? []);
    for (const alias of aliases)
      expect(rows.map(([first]) => first)).toContain(
        alias.in === 'crawler' ? `\`crawler.${alias.name}\`` : `\`${alias.name}\``,
      );
    expect(rows.find(([first]) => first === '`crawler.robotsTtlMinutes`')?.slice(1, 4)).toEqual([
      '`robots_ttl_seconds`',
      '1–10080 minutes',
      '`30`',
    ]);
    expect(rows.filter(([first]) => first === '`RAG_ROBOTS_TXT_CACHE_TTL`')).toHaveLength(1);
  });

  it('A6: the fields of a provider policy and of a webhook follow, and what Markdown would take for its own is escaped', () => {
    expect(rows.find(([first]) => first === '`seed_urls`')?.[2]).toBe('required');
    expect(rows.findLast(([first]) => first === '`query`')).toEqual([
      '`query`',
      'drop, keep',
      '`drop`',
      'Either a\\|b, or /docs/\\*\\* and \\<html>.',
    ]);
    expect(rows.at(-1)).toEqual(['`secret_env`', 'text', 'required', 'The variable.']);
  });
});

describe('renderErrorsPage', () => {
  it.each(Object.entries(errorCatalogue))('%s has a row', (code, { retry }) => {
    const row = rowsOf(renderErrorsPage()).find(([first]) => first === `\`${code}\``);
    expect(row).toHaveLength(4);
    expect(row?.[2]).toBe(retry ? 'yes' : 'no');
  });
});

describe('renderReasonsPage', () => {
  const rows = rowsOf(renderReasonsPage());

  it.each(Object.entries<ReasonRow>(reasonTable))('F5: %s has one row with its meaning', (name, { means }) => {
    const own = rows.filter(([first]) => first === `\`${name}\``);
    expect(own).toHaveLength(1);
    expect(own[0]).toHaveLength(3);
    expect(own[0]?.[1]).toBe(means);
  });

  it('F5: states what follows from a reason, where something does', () => {
    const follows = (name: string) => rows.find(([first]) => first === `\`${name}\``)?.[2];
    expect(follows('trap:cycle')).toBe('another link to it may be followed');
    expect(follows('scope:depth')).toMatch(
      /^found by a better way, it is requested; another link to it may be followed; /,
    );
    expect(follows('shell:openapi')).toBe('the stored copy stays; a seed with other pages has not failed');
    expect(follows('frontier:queued')).toBe('–');
  });
});
