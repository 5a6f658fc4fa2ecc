// How a crawl is shown: drawn over where the terminal can, in plain lines where it cannot.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CrawlEvent } from '../../app.ts';
import { createProgress, type ProgressMode } from './progress.ts';
import { canRedraw, styleFor } from './terminal.ts';

const events: readonly CrawlEvent[] = [
  { type: 'started', provider: 'docs', how: 'first', scope: 'In scope: /**', waiting: 0 },
  {
    type: 'visited',
    provider: 'docs',
    url: 'https://a.test/x',
    state: 'failed',
    by: 'http:404',
    detail: '',
    depth: 0,
    status: 404,
    ms: 1,
    bytes: 0,
    found: 0,
  },
];

afterEach(() => {
  vi.useRealTimers();
});

/** What is written for the events under this environment. */
function shown(mode: ProgressMode, isTTY: boolean, env: Readonly<Record<string, string>>): string {
  vi.useFakeTimers();
  let text = '';
  const out = {
    isTTY,
    columns: 80,
    write(part: string): void {
      text += part;
    },
  };
  const progress = createProgress(out, styleFor(out, env), mode, 'UTC', env);
  for (const event of events) progress.event(event);
  vi.advanceTimersByTime(1_000);
  progress.end();
  return text;
}

const plain = 'docs  first crawl  In scope: /**\nfailed    https://a.test/x  http:404\n';

describe('live progress', () => {
  it.each(['dumb', 'unknown', ''])('A1: with TERM=%j a terminal gets plain lines, nothing drawn over', (TERM) => {
    expect(shown('live', true, { TERM })).toBe(plain);
  });

  it('A1: a pipe gets plain lines, whoever asked for live ones', () => {
    expect(shown('live', false, { TERM: 'xterm' })).toBe(plain);
  });

  it('A1: a terminal that can is drawn over, also without colours', () => {
    for (const env of [{ TERM: 'xterm-256color' }, { TERM: 'screen', NO_COLOR: '1' }])
      expect(shown('live', true, env)).toContain('\u001b[2K');
    expect(shown('live', true, { TERM: 'screen', NO_COLOR: '1' })).not.toMatch(/\u001b\[\d+m/);
  });

  it('A1: a terminal without a name is dumb, save on Windows, where none has one', () => {
    const out = { isTTY: true, write: () => {} };
    expect(canRedraw(out, {}, 'linux')).toBe(false);
    expect(canRedraw(out, {}, 'win32')).toBe(true);
  });
});
