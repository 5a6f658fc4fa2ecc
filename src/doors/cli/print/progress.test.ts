// How a crawl is shown: drawn over where the terminal can, in plain lines where it cannot.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CrawlEvent } from '../../../crawl/run/events.ts';
import { displayWidth } from './display-width.ts';
import { createProgress, type ProgressMode } from './progress.ts';
import { softWrapped } from './soft-wrap.ts';
import { canRedraw, columnsOf, sideOutput, styleFor, table } from './terminal.ts';

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

/** What a terminal shows of all that was written to it. */
function screenOf(written: string): readonly string[] {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  for (const [piece] of written.matchAll(/\u001b\[[\d;]*[A-Za-z]|[\s\S]/g)) {
    if (piece === '\r') column = 0;
    else if (piece === '\n') {
      row++;
      column = 0;
      lines[row] ??= '';
    } else if (piece === '\u001b[1A') row = Math.max(0, row - 1);
    else if (piece === '\u001b[2K') lines[row] = '';
    else if (!piece.startsWith('\u001b')) {
      const line = (lines[row] ?? '').padEnd(column);
      lines[row] = line.slice(0, column) + piece + line.slice(column + 1);
      column++;
    }
  }
  return lines.map((line) => line.trimEnd());
}

describe('live progress', () => {
  it('A1: a line of the log finds the display cleared, and it is drawn again below', () => {
    vi.useFakeTimers();
    let written = '';
    const out = {
      isTTY: true,
      columns: 80,
      write: (part: string) => {
        written += part;
      },
    };
    const env = { TERM: 'xterm', NO_COLOR: '1' };
    const progress = createProgress(out, styleFor(out, env), 'live', 'UTC', env);
    const errors = sideOutput(out);
    errors.makeRoom = progress.clear;
    const hosts = [{ host: '127.0.0.1:8101', nextAt: 0, waiting: 464, recentErrors: 0, recentAnswers: 0 }];
    progress.event({ type: 'progress', waiting: 464, inFlight: 1, hosts });
    vi.advanceTimersByTime(200);
    expect(screenOf(written)).toEqual([expect.stringContaining('464 queued'), '127.0.0.1:8101 464 queued, now']);
    errors.write('12:00:00 WARN  short\n');
    expect(screenOf(written)).toEqual(['12:00:00 WARN  short', '']);
    vi.advanceTimersByTime(200);
    errors.write('12:00:01 WARN  other\n');
    vi.advanceTimersByTime(200);
    expect(screenOf(written)).toEqual([
      '12:00:00 WARN  short',
      '12:00:01 WARN  other',
      expect.stringContaining('464 queued'),
      '127.0.0.1:8101 464 queued, now',
    ]);
    progress.end();
    errors.write('the end\n');
    expect(screenOf(written).filter((line) => line !== '')).toEqual([
      '12:00:00 WARN  short',
      '12:00:01 WARN  other',
      'the end',
    ]);
  });

  it('A1: a terminal of no columns counts as one of 80', () => {
    let written = '';
    const out = {
      isTTY: true,
      columns: 0,
      write: (part: string) => {
        written += part;
      },
    };
    expect(columnsOf(out)).toBe(80);
    const wrapped = softWrapped(out);
    expect(wrapped.columns).toBe(80);
    wrapped.write(`${'word '.repeat(20)}\n`);
    expect(written.split('\n').map((line) => line.length)).toEqual([expect.any(Number), expect.any(Number), 0]);
    vi.useFakeTimers();
    const env = { TERM: 'xterm', NO_COLOR: '1' };
    const progress = createProgress(out, styleFor(out, env), 'live', 'UTC', env);
    written = '';
    progress.event({
      ...(events[1] as Extract<CrawlEvent, { type: 'visited' }>),
      state: 'indexed',
      url: '가'.repeat(90),
    });
    vi.advanceTimersByTime(200);
    const [first = ''] = screenOf(written);
    expect(first).toContain('/s  가');
    expect(displayWidth(first)).toBeLessThan(80);
    progress.end();
  });

  it('A1: columns of a table line up by how wide their text is shown', () => {
    const rows = table([
      ['provider', 'pages'],
      ['토스페이먼츠', '12'],
      ['日本語ドキュメント', '7'],
      ['stripe', '300'],
    ]).split('\n');
    const at = rows.slice(0, 4).map((row) => displayWidth(row.slice(0, row.search(/pages$|\d+$/))));
    expect(new Set(at)).toEqual(new Set([22]));
  });

  it.each(['dumb', 'unknown', ''])('A1: with TERM=%j a terminal gets plain lines, nothing drawn over', (TERM) => {
    expect(shown('live', true, { TERM })).toBe(plain);
  });

  it('A1: a pipe gets plain lines, even where live ones were requested', () => {
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
