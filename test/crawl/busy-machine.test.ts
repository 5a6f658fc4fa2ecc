// FAULTS 68: a machine with more to compute than it has cores: no healthy page is called unreadable, and none is blocked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

const times = (count: number, write: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => write(nth)).join('');
const html = (inside: string): string => `<title>T</title><main><h1>T</h1>${inside}</main>`;
const api = (parts: number): object => ({
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: parts }, (_, nth) => [
      `/part/${nth}`,
      { get: { summary: `Part ${nth}`, responses: { 200: { description: 'It turns.' } } } },
    ]),
  ),
});

/** Healthy pages that take long to read, by path. */
const pages: ReadonlyMap<string, readonly [type: string, body: string]> = new Map([
  [
    '/paragraphs',
    ['text/html', html(times(2_000, (n) => `<p>Part ${n} <b>turns</b> as <code>turn${n}()</code> says.</p>`))],
  ],
  [
    '/tables',
    [
      'text/html',
      html(times(60, (n) => `<table><tr><th>A<th>B</tr>${times(30, (m) => `<tr><td>${n}<td>${m}</tr>`)}</table>`)),
    ],
  ],
  [
    '/code',
    [
      'text/html',
      html(
        times(300, (n) => `<pre><code class="language-js">const part${n} = turn(${n});\nuse(part${n});</code></pre>`),
      ),
    ],
  ],
  [
    '/lists',
    ['text/html', html(`${'<ul><li>in'.repeat(60)}${'</ul>'.repeat(60)}${times(800, (n) => `<ol><li>${n}</ol>`)}`)],
  ],
  ['/entries', ['text/html', html(`<dl>${times(700, (n) => `<dt id="p${n}">part${n}()<dd>Turns ${n} times.`)}</dl>`)]],
  [
    '/links',
    ['text/html', html(times(1_500, (n) => `<p>See <a href="https://other.example/${n}">part ${n}</a>.</p>`))],
  ],
  ['/korean', ['text/html; charset=utf-8', html(times(900, (n) => `<p>부품 ${n}은 다른 방식으로 돌아갑니다.</p>`))]],
  ['/japanese', ['text/html; charset=utf-8', html(times(900, (n) => `<p>部品${n}は別の方法で回ります。</p>`))]],
  ['/math', ['text/html', html(times(300, (n) => `<p>It is <math><msup><mi>x</mi><mn>${n}</mn></msup></math>.</p>`))]],
  ['/openapi.json', ['application/json', JSON.stringify(api(300))]],
  [
    '/openapi.yaml',
    [
      'application/yaml',
      `openapi: 3.1.0\ninfo: { title: Parts, version: "1" }\npaths:\n${times(200, (n) => `  /part/${n}:\n    get:\n      summary: Part ${n}\n      responses:\n        200: { description: It turns. }\n`)}`,
    ],
  ],
  [
    '/manual.md',
    ['text/markdown', `# Manual\n\n${times(900, (n) => `## Part ${n}\n\nIt *turns* as [said](#p${n}).\n\n`)}`],
  ],
  ['/plain.txt', ['text/plain', times(2_000, (n) => `Part ${n} turns.\n`)]],
]);

let folder: string;
let server: LocalServer;
let busy: readonly Worker[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-busy-'));
  server = await startServer((request, response) => {
    const links = [...pages.keys()].map((path) => `<a href="${path}">${path}</a>`).join(' ');
    const [type, body] =
      request.url === '/' ? ['text/html', html(`<p>${links}</p>`)] : (pages.get(request.url ?? '') ?? []);
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(body);
  });
  busy = Array.from({ length: 8 }, () => new Worker('for (;;);', { eval: true }));
});
afterEach(async () => {
  await Promise.all([server[Symbol.asyncDispose](), ...busy.map((worker) => worker.terminate())]);
  rmSync(folder, { recursive: true, force: true });
});

describe('FAULTS 68: on a busy machine', () => {
  it('FAULTS 68: healthy pages of thirteen kinds are read and stored, and none is blocked', more, async () => {
    const flags = { request_delay_ms: '0', per_host: '8', data: join(folder, 'data') };
    const settings = loadSettings({ cwd: folder, env: {}, flags });
    await openDocent({ settings }).crawl(`${server.origin}/`).result;
    const reading = await openReading(openPlace(settings));
    const records = await reading.urls({ limit: 100 });
    expect(await reading.blocklist()).toEqual([]);
    await reading.close();
    const stored = records.filter(({ page }) => page !== undefined).map(({ url }) => new URL(url).pathname);
    expect(stored.toSorted()).toEqual(['/', ...pages.keys()].toSorted());
  });
});
