// npm run test:politeness: 200 hosts of ten pages each, a second apart; measured at the servers and in the sender's log.
// Then a crawl, reads and plans at one host. Environment: POLITE_HOSTS (200), POLITE_PAGES (10), POLITE_SECONDS (60).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Notes, siteOf, startHost } from '../kill/arrivals.ts';
import { startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { PAUSE_SEC, pausing, playOnePace } from './one-pace.ts';

const DELAY_MS = 1_000;
const AT_SERVER_MS = 950;
const AT_SENDER_MS = 990;
const OVER_IDEAL = 1.15;
const PACED_DELAY_MS = 300;
const STOPPED_MS = 10_000;

const hostCount = Number(process.env.POLITE_HOSTS ?? 200);
const pages = Number(process.env.POLITE_PAGES ?? 10);

/** POLITE_SECONDS, for each of the two scenes at one host. */
const PACED_SEC = Number(process.env.POLITE_SECONDS ?? 60);

interface Stamp {
  readonly path: string;
  readonly at: number;
  /** When it was answered; Infinity until then. */
  endedAt: number;
}

/** When requests came and were answered, on a clock that never jumps. */
class Stamps implements Notes {
  readonly all: Stamp[] = [];

  begin(path: string): () => void {
    const stamp: Stamp = { path, at: performance.now(), endedAt: Number.POSITIVE_INFINITY };
    this.all.push(stamp);
    return () => {
      stamp.endedAt = Math.min(stamp.endedAt, performance.now());
    };
  }

  /** F4: the shortest time from the end of an answer to the next arrival; negative when they overlapped. */
  shortestGap(): number {
    return Math.min(...this.all.slice(1).map(({ at }, i) => at - (this.all[i] as Stamp).endedAt));
  }

  /** From the first answer to this path to the next request. */
  after(path: string): number {
    const nth = this.all.findIndex((stamp) => stamp.path === path);
    const [first, next] = [this.all[nth], this.all[nth + 1]];
    return first === undefined || next === undefined ? Number.NaN : next.at - first.endedAt;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'docent-polite-'));
const data = join(folder, 'data');
const stamps = Array.from({ length: hostCount }, () => new Stamps());
// At 127.0.0.2 and the following addresses.
const hosts = await Promise.all(stamps.map((own, i) => startHost(`127.0.0.${i + 2}`, siteOf(pages), own)));
const seeds = hosts.map(({ origin }) => `${origin}/`);
const args = [...seeds, '--delay', `${DELAY_MS}`, '--concurrency', '400'];
const env = { DOCENT_JITTER_MS: '0' };
const startedAt = performance.now();
await using crawler = startCrawler(args, { data, env });
const ready = crawler.event('started').then(() => performance.now() - startedAt);
const { code, stderr } = await crawler.ended;
const ms = performance.now() - startedAt;
const readyMs = await ready;

// robots.txt is one request more, and there is one gap fewer than there are requests.
const idealMs = pages * DELAY_MS;
const arrivedAt = stamps.flatMap(({ all }) => all.map(({ at }) => at));
const span = Math.max(...arrivedAt) - Math.min(...arrivedAt);
const atServer = Math.min(...stamps.map((own) => own.shortestGap()));
const atSender = shortestGapInLog(data);
const { pages: stored, problems } = snapshot(data);
const requests = hosts.reduce((sum, { arrivals }) => sum + arrivals.length, 0);

const faults: string[] = [...problems];
if (code !== 0 || stderr !== '') faults.push(`it ended with ${code}: ${stderr.slice(0, 2_000)}`);
if (stored.size !== hostCount * pages) faults.push(`${stored.size} pages are stored, not ${hostCount * pages}`);
if (requests !== hostCount * (pages + 1)) faults.push(`${requests} requests, not ${hostCount * (pages + 1)}`);
if (span > OVER_IDEAL * idealMs)
  faults.push(`${span.toFixed(0)} ms is more than ${OVER_IDEAL} × the ideal ${idealMs} ms`);
if (atServer < AT_SERVER_MS) faults.push(`a gap at a server is under ${AT_SERVER_MS} ms`);
if (atSender < AT_SENDER_MS) faults.push(`a gap in the sender's log is under ${AT_SENDER_MS} ms`);

console.log(
  [
    `${hostCount} hosts × ${pages} pages: ${faults.length === 0 ? 'ok' : 'FAILED'}`,
    `${requests} requests in ${(span / 1000).toFixed(2)} s (ideal ${idealMs / 1000} s, × ${(span / idealMs).toFixed(3)})`,
    `shortest gap ${atServer.toFixed(0)} ms at the server, ${atSender.toFixed(0)} ms at the sender`,
    `ready after ${readyMs.toFixed(0)} ms, process ${(ms / 1000).toFixed(2)} s`,
  ].join('; '),
);

// F4: a crawl, reads and plans as processes of their own at one host, as they are and with the crawl's process stopped in its turn.
for (const stoppedMs of [undefined, STOPPED_MS]) {
  const notes = new Stamps();
  let over: number | undefined;
  const goesOn = (): boolean => {
    over ??= performance.now() + PACED_SEC * 1_000;
    return performance.now() < over;
  };
  const paced = { delayMs: PACED_DELAY_MS, data: join(folder, `pace-${stoppedMs ?? 0}`), stoppedMs };
  const seen = await playOnePace({ ...paced, notes, goesOn });
  const shortest = notes.shortestGap();
  const pause = Math.min(...[...pausing].map((path) => notes.after(path)));
  const what = stoppedMs === undefined ? 'one pace' : `one pace, the crawl stopped for ${stoppedMs / 1000} s`;
  if (shortest < PACED_DELAY_MS) faults.push(`${what}: a gap of ${shortest.toFixed(0)} ms`);
  if (!(pause >= PAUSE_SEC * 1_000)) faults.push(`${what}: a pause of ${pause.toFixed(0)} ms`);
  if (seen.whileStopped > 0) faults.push(`${what}: ${seen.whileStopped} requests beside the request under way`);
  const { crawl, read, plan } = seen.requests;
  console.log(
    `${what}: ${crawl} of the crawl, ${read} of reads, ${plan} of plans; shortest gap ${shortest.toFixed(0)} ms, shortest pause ${pause.toFixed(0)} ms`,
  );
}
for (const fault of faults.slice(0, 30)) console.error(`  ${fault}`);
await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()));
if (faults.length > 0) process.exitCode = 1;
rmSync(folder, { recursive: true, force: true });

/** From the last step of a visit to the request of the next to the same host, on the sender's clock, which never jumps. */
function shortestGapInLog(dataFolder: string): number {
  const db = new DatabaseSync(join(dataFolder, 'docent.sqlite'), { readOnly: true });
  try {
    const rows = db
      .prepare(
        'SELECT urls.lane AS lane, visits.steps AS steps FROM visits JOIN urls ON urls.id = visits.url ORDER BY visits.seq',
      )
      .all();
    let shortest = Number.POSITIVE_INFINITY;
    for (const visits of Map.groupBy(rows, ({ lane }) => lane).values()) {
      let end: number | undefined;
      for (const { steps } of visits) {
        const trail = JSON.parse(String(steps)) as readonly { readonly at: number; readonly step: string }[];
        const sent = trail.find(({ step }) => step === 'fetching')?.at;
        if (sent !== undefined && end !== undefined) shortest = Math.min(shortest, sent - end);
        end = trail.at(-1)?.at;
      }
    }
    return shortest;
  } finally {
    db.close();
  }
}
