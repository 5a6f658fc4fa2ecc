// The same crawl with the usual way to Markdown: the content element through turndown, kept in Crawlee's dataset.
import { CheerioCrawler, Configuration, Dataset } from '@crawlee/cheerio';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

const [seed, concurrency] = process.argv.slice(2);
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);
let pages = 0;
const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    maxRequestRetries: 0,
    async requestHandler({ $, request, enqueueLinks }) {
      pages++;
      await enqueueLinks({ globs: [`${seed}**`] });
      $('script, style, noscript, nav, header, footer, aside').remove();
      const content = $('article, main, [role="main"]').first();
      const html = (content.length > 0 ? content : $('body')).html() ?? '';
      await Dataset.pushData({ url: request.url, title: $('title').text(), markdown: turndown.turndown(html) });
    },
    failedRequestHandler() {},
  },
  new Configuration({ persistStorage: true, purgeOnStart: true, logLevel: 'OFF' }),
);
await crawler.run([seed]);
console.log(JSON.stringify({ pages }));
