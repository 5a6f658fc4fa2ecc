// Crawls a site with CheerioCrawler: follows links below the seed's folder, extracts nothing else.
import { CheerioCrawler, Configuration } from '@crawlee/cheerio';

const [seed, concurrency] = process.argv.slice(2);
let pages = 0;
const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    maxRequestRetries: 0,
    async requestHandler({ enqueueLinks }) {
      pages++;
      await enqueueLinks({ globs: [`${seed}**`] });
    },
    failedRequestHandler() {},
  },
  new Configuration({ persistStorage: true, purgeOnStart: true, logLevel: 'OFF' }),
);
await crawler.run([seed]);
console.log(JSON.stringify({ pages }));
