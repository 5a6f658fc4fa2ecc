// The line that adds up: what became of every URL that was discovered.
import type { RunResult } from '../../app.ts';
import type { Style } from './terminal.ts';

const WORDS = ['indexed', 'unchanged', 'duplicate', 'skipped', 'blocked', 'failed', 'deleted', 'waiting'] as const;

/** A line per provider: how it ended, and the sum. */
export function accountingLines(result: RunResult, style: Style): string {
  return result.providers
    .map(({ provider, complete, why, counts, mergedByQuery }) => {
      const parts = WORDS.filter((word) => counts[word] > 0).map((word) => {
        const text = `${counts[word]} ${word}`;
        return word === 'failed'
          ? style.bad(text)
          : word === 'indexed' || word === 'unchanged'
            ? style.good(text)
            : text;
      });
      const state = complete ? style.good('complete') : style.note(`not complete: ${why}`);
      const merged =
        mergedByQuery === 0
          ? ''
          : `  ${mergedByQuery} URLs were taken for another page because only their query differs; "query: keep" (--query keep) tells them apart\n`;
      return `${style.bold(provider)}  ${state}\n  ${counts.discovered} discovered = ${parts.join(' + ') || '0'}\n${merged}`;
    })
    .join('');
}
