// A site whose pages only its sitemap names, killed about when that is found: URLs that were not queued yet must be found again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, startHost } from './arrivals.ts';
import { startCrawler } from './crawler.ts';
import { createRandom } from './random.ts';
import { snapshot } from './snapshot.ts';

export interface ListedOptions {
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
}

const LISTED = 3;
/** Crawls at the same time; each has its own host and folder. */
const AT_ONCE = 3;
/** From the seed's answer to the last of what follows it: settled, sitemap queued, read, pages queued. */
const WINDOW_MS = 18;

/** Starts, kills and completes a crawl a number of times; returns the problems. */
export async function killAroundSitemap({ folder, kills, seed }: ListedOptions): Promise<readonly string[]> {
  const random = createRandom(seed);
  const problems: string[] = [];
  let left = kills;
  const lane = async (number: number): Promise<void> => {
    let answered = (): void => {};
    await using host = await startHost('127.0.0.1', (request, response, before) => {
      if (request.url === '/') response.on('finish', () => answered());
      site(request, response, before);
    });
    for (; left > 0; rmSync(join(folder, `${number}`), { recursive: true, force: true })) {
      const kill = kills - --left;
      const data = join(folder, `${number}`);
      const args = [`${host.origin}/`, '--delay', '0'];
      const seedAnswered = new Promise<void>((resolve) => {
        answered = resolve;
      });
      await using first = startCrawler(args, { data });
      await Promise.race([seedAnswered, first.ended]);
      await sleep(random() * WINDOW_MS);
      first.send('SIGKILL');
      await first.ended;
      const killed = [...snapshot(data).urls.values()].map(({ kind, state }) => `${kind} ${state}`).join(', ');
      await using second = startCrawler(args, { data });
      const { code, stderr } = await second.ended;
      const { pages, problems: inside } = snapshot(data);
      problems.push(...inside);
      if (code !== 0 || stderr !== '' || pages.size !== LISTED + 1)
        problems.push(`kill ${kill} at (${killed}): then ${pages.size} of ${LISTED + 1} pages, exit ${code} ${stderr}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => lane(i)));
  return problems;
}

const site: Answer = (request, response) => {
  const { url = '', headers } = request;
  if (url === '/robots.txt') response.end(`Sitemap: http://${headers.host}/sitemap.xml\n`);
  else if (url === '/sitemap.xml') {
    const entries = Array.from(
      { length: LISTED },
      (_, i) => `<url><loc>http://${headers.host}/listed/${i}</loc></url>`,
    );
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urlset>${entries.join('')}</urlset>`);
  } else {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${url}</title><p>This is the page ${url}, without a link.</p>`);
  }
};
