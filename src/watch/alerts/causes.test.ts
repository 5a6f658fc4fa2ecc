// Proves which bounds are one cause, by a table, and that each cause can be acted on (M1, M2).
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoundName, boundTable, contentBounds } from './bounds.ts';
import { type CauseFacts, causesOf, causeTable, type Excess } from './causes.ts';

const excess = (bound: BoundName, value = 50): Excess => ({ bound, value, limit: bound === 'selector_hits' ? 90 : 10 });
const seen: Partial<CauseFacts> = {};

describe('causesOf', () => {
  it.each<[string, Partial<CauseFacts>, readonly Excess[], readonly (readonly BoundName[])[], readonly string[]]>([
    ['nothing', seen, [], [], []],
    [
      'half of the pages 500',
      { broken: 300, gone: 2 },
      [excess('success_rate'), excess('error_rate'), excess('retry_rate'), excess('response_time')],
      [['success_rate', 'error_rate', 'retry_rate', 'response_time']],
      ['broken'],
    ],
    [
      'half of the pages removed',
      { gone: 100 },
      [excess('success_rate'), excess('error_rate'), excess('stored_change')],
      [['success_rate', 'error_rate', 'stored_change']],
      ['gone'],
    ],
    [
      'the robot refused',
      { refused: 100, gone: 3 },
      [excess('success_rate'), excess('error_rate'), excess('retry_rate')],
      [['success_rate', 'error_rate', 'retry_rate']],
      ['refused'],
    ],
    [
      'nobody there',
      { silent: 9 },
      [excess('success_rate'), excess('retry_rate')],
      [['success_rate', 'retry_rate']],
      ['silent'],
    ],
    [
      'the selector gone',
      seen,
      [excess('page_chunks'), excess('average_tokens_least'), excess('selector_hits', 0), excess('empty_content', 20)],
      [['selector_hits', 'page_chunks', 'average_tokens_least', 'empty_content']],
      ['selector'],
    ],
    [
      'half of the pages without text, on which no selector can match',
      seen,
      [excess('empty_content', 50), excess('selector_hits', 50), excess('page_chunks')],
      [['empty_content', 'selector_hits', 'page_chunks']],
      ['empty'],
    ],
    [
      'half of the pages without text, and others that the selector never matched',
      seen,
      [excess('selector_hits', 46), excess('empty_content', 50)],
      [['empty_content', 'selector_hits']],
      ['empty'],
    ],
    [
      'hardly a page with text, and the selector on none of them',
      seen,
      [excess('empty_content', 90), excess('selector_hits', 0)],
      [['selector_hits', 'empty_content']],
      ['selector'],
    ],
    [
      'twice the pages',
      { grew: true },
      [excess('stored_change', 100), excess('duplicate_chunks'), excess('page_chunks')],
      [['stored_change', 'duplicate_chunks', 'page_chunks']],
      ['grown'],
    ],
    ['fewer pages', seen, [excess('stored_change', 60)], [['stored_change']], ['shrunk']],
    [
      'two slow hosts',
      seen,
      [{ ...excess('response_time'), of: 'a' }, { ...excess('response_time'), of: 'b' }, excess('run_hours')],
      [['response_time', 'run_hours'], ['response_time']],
      ['slow', 'slow'],
    ],
    ['a long run', seen, [excess('run_hours')], [['run_hours']], ['long']],
    ['maintenance', { gone: 1 }, [excess('replaced_pages')], [['replaced_pages']], ['replaced']],
    [
      'chunks alone',
      seen,
      [excess('short_chunks'), excess('duplicate_chunks'), excess('average_tokens_most')],
      [['duplicate_chunks'], ['short_chunks', 'average_tokens_most']],
      ['repeated', 'splitting'],
    ],
    [
      'two things at once',
      { broken: 50 },
      [excess('success_rate'), excess('selector_hits', 5)],
      [['success_rate'], ['selector_hits']],
      ['broken', 'selector'],
    ],
  ])('M1, M2: %s', (_, facts, excesses, bounds, names) => {
    const found = causesOf(excesses, facts);
    expect(found.map(({ cause }) => cause)).toEqual(names);
    expect(found.map((one) => one.excesses.map(({ bound }) => bound))).toEqual(bounds);
  });

  it('M1, M2: every excess is in exactly one cause, whatever a run shows', () => {
    const anyExcess = fc.record({
      bound: fc.constantFrom(...(Object.keys(boundTable) as BoundName[])),
      value: fc.double({ min: 0, max: 1_000, noNaN: true }),
      limit: fc.constant(10),
      of: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    });
    const anyFacts = fc.record({
      ...{ gone: fc.nat(9), refused: fc.nat(9), broken: fc.nat(9), silent: fc.nat(9) },
      grew: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyExcess, { selector: ({ bound }) => bound }), anyFacts, (excesses, facts) => {
        const found = causesOf(excesses, facts).flatMap((one) => one.excesses);
        expect(found.toSorted(byBound)).toEqual(excesses.toSorted(byBound));
      }),
    );
  });
});

const byBound = (one: Excess, other: Excess): number => (one.bound < other.bound ? -1 : 1);

describe('the table of causes', () => {
  const commands = (name: string): string =>
    readFileSync(new URL(`../../doors/cli/commands/${name}.ts`, import.meta.url), 'utf8');

  it.each(Object.entries(causeTable))('M1, M2: %s is shown by a command that has all of its options', (_, cause) => {
    const [docent, verb = '', ...words] = cause.command.split(' ');
    expect(docent).toBe('docent');
    // It shows more than the alert does: a report only with the pages of its run.
    expect(verb === 'report').toBe(cause.command.includes('--all'));
    for (const option of words.filter((word) => word.startsWith('--')))
      expect(commands(verb), cause.command).toContain(`${option}`);
    expect(cause.means).not.toBe('');
  });

  it('M1, M2: is in the documentation of alerts', () => {
    const docs = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
    for (const name of Object.keys(causeTable)) expect(docs).toContain(`\`${name}\``);
  });

  it('M2: the selector and missing text explain every bound of content', () => {
    for (const cause of [causeTable.selector, causeTable.empty])
      expect(new Set([...cause.shownBy, ...cause.explains])).toEqual(new Set([...contentBounds, 'empty_content']));
  });
});
