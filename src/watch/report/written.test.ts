// Proves that written reports are well formed and that nothing crawled is markup in them: Markdown, Atom, Slack.
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { type Alert, judgeAlerts } from '../alerts/alerts.ts';
import { defaultBounds } from '../alerts/bounds.ts';
import { atomFeed } from './atom-feed.ts';
import { type ChangeReport, changeReport, type PageChange } from './change-report.ts';
import { compareEstimate } from './estimate.ts';
import { markdownReport } from './markdown-report.ts';
import { slackAlerts, slackLimits, slackReport } from './slack-message.ts';

const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '](javascript:alert(1)) <!channel> <@U123> <https://evil.example|click>',
  '</title></entry><entry>',
  '&lt;b&gt; ]]> <![CDATA[ x',
  '- # 1. > | `code` *bold* _it_ ~x~ $y$ \\',
  '\u0000\u001b[2J\u202e\ud800\ufffe\u{e0041}',
  'x\n# heading\n\n```\n- item',
  'y'.repeat(10_000),
  '__proto__',
];

const report = (pages: readonly PageChange[], more: Partial<ChangeReport> = {}): ChangeReport => ({
  ...changeReport({
    provider: 'p',
    name: 'P',
    run: '1',
    startedAt: 0,
    endedAt: 1_771_815_600_000,
    total: 10,
    unchanged: 1,
    pages,
    metrics: { successRate: 99, averageMs: 12, durationMs: 1_000, bytes: 2_000 },
    complete: true,
  }),
  ...more,
});

const pageOf = (text: string): PageChange => ({
  kind: 'updated',
  url: `https://example.com/${text}`,
  title: text,
  by: text,
  sections: [{ kind: 'renamed', headings: [text], before: [text, text] }],
});

const hostileReport = report(hostile.map(pageOf), {
  name: hostile.join(' '),
  advice: [{ code: 'x', setting: 'query', text: hostile.join(' ') }],
});

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

function nodesOf(markdown: string): readonly Node[] {
  const all: Node[] = [fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node];
  for (let at = 0; at < all.length; at++) for (const child of all[at]?.children ?? []) all.push(child);
  return all;
}

describe('markdownReport', () => {
  it('M3: has the figures, the pages with their sections, and what to adjust', () => {
    const text = markdownReport(
      [
        report(
          [
            { kind: 'new', url: 'https://example.com/new', title: 'New page' },
            { kind: 'deleted', url: 'https://example.com/old', by: 'http:404' },
            {
              kind: 'updated',
              url: 'https://example.com/a_b',
              title: 'A',
              sections: [{ kind: 'changed', headings: ['Install', 'Linux'] }],
            },
          ],
          { advice: [{ code: 'x', setting: 'max_depth', text: 'try 4' }] },
        ),
      ],
      { timeZone: 'UTC' },
    );
    expect(text).toContain('## P, 2026-02-23 03:00:00\n');
    expect(text).toContain('| 10 | 1 | 1 | 1 | 1 | 0 | 0 | 30.0% | 99.0% | 12ms | 1s | 2.0 kB |');
    expect(text).toContain('### New\n\n- [New page](<https://example.com/new>)\n');
    expect(text).toContain('- [A](<https://example.com/a_b>)\n  - changed: Install › Linux\n');
    expect(text).toContain('- [https://example.com/old](<https://example.com/old>): http:404\n');
    expect(text).toContain('### Settings worth adjusting\n\n- `max_depth`: try 4\n');
    expect(markdownReport([], { timeZone: 'UTC' })).toContain('No runs yet.');
  });

  it('F12: has a row for each estimate with what it came to, and marks those far off', () => {
    const actual = { pages: 250, bytes: 1_000_000, seconds: 100 };
    const estimate = compareEstimate({ pages: 100, bytes: 900_000, seconds: 90 }, actual, { complete: true });
    const text = markdownReport([{ ...report([]), estimate }], { timeZone: 'UTC' });
    expect(text).toContain(
      '| | estimated | actual |\n|---|---:|---:|\n| pages | 100 pages | 250 pages (off by more than 2×) |\n| ',
    );
    const rows = estimate.rows.map(({ what, shown }) => `| ${what} | ${shown.estimate} | ${shown.actual}`);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(text).toContain(`\n${row}`);
    expect(text.split('(off by more than 2×)')).toHaveLength(2);
  });

  it('FAULTS 70: nothing crawled is markup in it', () => {
    const nodes = nodesOf(markdownReport([hostileReport], { timeZone: 'UTC' }));
    const count = (type: string): number => nodes.filter((node) => node.type === type).length;
    expect([count('html'), count('emphasis'), count('strong'), count('code'), count('delete'), count('image')]).toEqual(
      [0, 0, 0, 0, 0, 0],
    );
    expect([count('heading'), count('inlineCode')]).toEqual([4, 1]);
    for (const { url } of nodes) expect(url ?? 'https://').toMatch(/^https:\/\//);
  });

  it('M3: long lists are cut, with a note', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ kind: 'new' as const, url: `https://example.com/${at}` }));
    expect(markdownReport([report(many)], { timeZone: 'UTC', mostPages: 10 })).toContain('- and 20 more\n');
  });
});

describe('atomFeed', () => {
  const options = { title: 'Changes', id: 'folder-1', now: 5_000 };

  it('M3: is an Atom 1.0 feed with stable ids, newest first, only of runs that changed something', () => {
    const one = report([{ kind: 'new', url: 'https://example.com/a?b=1&c=2', title: 'A & B' }]);
    const reports = [one, { ...one, run: '2', endedAt: one.endedAt + 1_000 }, report([], { run: '3' })];
    const feed = atomFeed(reports, { ...options, selfUrl: 'https://example.com/feed.xml' });
    expect(feed).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">\n/);
    expect(feed).toContain('<link rel="self" type="application/atom+xml" href="https://example.com/feed.xml"/>');
    expect(feed).toContain('<title>P: 1 new, 0 updated, 0 deleted of 10 pages</title>');
    expect(feed).toContain('&lt;a href=&quot;https://example.com/a?b=1&amp;amp;c=2&quot;&gt;A &amp;amp; B&lt;/a&gt;');
    const ids = [...feed.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids)
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const times = [...feed.matchAll(/<updated>(.*)<\/updated>/g)].map(([, at]) => at);
    expect(times).toEqual(['2026-02-23T03:00:01.000Z', '2026-02-23T03:00:01.000Z', '2026-02-23T03:00:00.000Z']);
    expect(atomFeed(reports.toReversed(), { ...options, selfUrl: 'https://example.com/feed.xml' })).toBe(feed);
    expect(atomFeed([], options)).toContain('<updated>1970-01-01T00:00:05.000Z</updated>');
  });

  it('FAULTS 70: it stays well formed, and the HTML in it has only our own elements', () => {
    const names: string[] = [];
    let html = '';
    let inContent = false;
    const parser = new Parser(
      {
        onopentagname: (name) => {
          names.push(name);
          inContent = name === 'content';
        },
        ontext: (text) => {
          if (inContent) html += text;
        },
        onclosetag: () => {
          inContent = false;
        },
      },
      { xmlMode: true },
    );
    const feed = atomFeed([hostileReport], { ...options, title: hostile.join(' ') });
    parser.end(feed);
    expect(names).toEqual([
      'feed',
      'title',
      'id',
      'updated',
      'author',
      'name',
      'entry',
      'title',
      'id',
      'updated',
      'category',
      'content',
    ]);
    expect(feed).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    const inside = new Set<string>();
    new Parser({ onopentagname: (name) => inside.add(name) }).end(html);
    expect([...inside].sort()).toEqual(['a', 'li', 'p', 'ul']);
  });
});

describe('Slack messages', () => {
  const alerts = (count: number, of = 'x'): readonly Alert[] =>
    Array.from({ length: count }, (_, at) => {
      const measures = [{ bound: 'response_time' as const, value: 6_000 + at, of: `${of}${at}` }];
      return judgeAlerts({ run: 1, provider: 'p', measures, bounds: defaultBounds, open: [], now: 1 })
        .raised[0] as Alert;
    });

  const textsOf = (blocks: unknown): readonly string[] =>
    [...JSON.stringify(blocks).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text ?? '""') as string,
    );

  it('M1: raised and ended alerts are reported with value, bound, cause and command; without any there is no message', () => {
    expect(slackAlerts({ raised: [], ended: [] })).toBeUndefined();
    const [alert] = alerts(1) as [Alert];
    const message = slackAlerts({ raised: [alert], ended: [{ alert, text: 'p: fine again' }] });
    expect(message?.text).toBe('docent: 1 alert, 1 over for p');
    expect(message?.blocks.map(({ type }) => type)).toEqual(['header', 'section', 'section']);
    expect(textsOf(message?.blocks)[1]).toBe(
      ':warning: *p: the host x0 is slow: it is overloaded, or slows the robot down; a longer request_delay_ms spares it*\nMeasured: average response time of x0 6000 ms, bound at most 5000 ms\nLook closer: `docent fetches p --run 1 --host x0`',
    );
    expect(textsOf(message?.blocks)[2]).toBe(':white_check_mark: p: fine again');
  });

  it('M1: Slack’s limits hold whatever is reported', () => {
    const many = slackAlerts({ raised: alerts(200, '&'.repeat(5_000)), ended: [] });
    expect(many?.blocks).toHaveLength(slackLimits.blocks);
    expect(textsOf(many?.blocks).at(-1)).toBe('and 152 more');
    const long = slackReport(
      report(
        Array.from({ length: 500 }, () => pageOf('&<>'.repeat(400))),
        {
          name: 'n'.repeat(500),
          advice: Array.from({ length: 90 }, () => ({ code: 'x', setting: 'query', text: '<&'.repeat(900) })),
        },
      ),
    );
    for (const message of [many, long]) {
      expect(message?.blocks.length).toBeLessThanOrEqual(slackLimits.blocks);
      expect(textsOf(message?.blocks)[0]?.length).toBeLessThanOrEqual(slackLimits.header);
      for (const text of textsOf(message?.blocks)) expect(text.length).toBeLessThanOrEqual(slackLimits.text);
    }
  });

  it('FAULTS 70: titles make no mention, no link of their own, and show no secret', () => {
    const secret = { kind: 'new' as const, url: 'https://me:word@example.com/?token=abc123', title: '' };
    const message = slackReport(report([...hostileReport.pages, secret], { name: hostile.join(' ') }));
    const texts = textsOf(message.blocks);
    for (const text of texts.slice(1)) {
      for (const [, inside] of text.matchAll(/<([^>]*)>/g)) expect(inside).toMatch(/^https:\/\/[^|]*\|[^<>]*$/);
      expect(text.replace(/&(?:amp|lt|gt);/g, '').includes('&')).toBe(false);
    }
    expect(JSON.stringify(message)).not.toMatch(/word@|abc123|\u001b|\u202e/);
    expect(message.blocks.every((block) => block.type !== 'section' || block.text.verbatim)).toBe(true);
  });

  it('FAULTS 70: an escape is never cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('&', '<', 'a', '😀', '`'), maxLength: 600 }), (title) => {
        const { blocks } = slackReport(report([{ kind: 'new', url: 'https://example.com/', title }]));
        const line = textsOf(blocks)[2] ?? '';
        expect(line.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });
});
