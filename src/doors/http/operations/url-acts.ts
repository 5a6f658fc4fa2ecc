// What the operator does to one URL: fetches it again, blocks it, unblocks it.
import { recrawl } from '../../../app/crawl/recrawl.ts';
import type { Field } from '../../../core/options/field.ts';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { operation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { flag, list, object, optional, text, url } from '../shape.ts';
import { pageUrl } from './one-url.ts';
import { runShape } from './runs.ts';

const urlField = { name: 'url', kind: 'text', required: true, doc: 'The URL.' } as const satisfies Field;

export const urlActOperations = [
  operation({
    ...{ id: 'recrawlUrl', method: 'post', path: '/url/recrawl', tag: 'URLs', scope: 'write', problems: [404, 409] },
    summary: 'Fetch a URL again at the next opportunity, whether or not it is due',
    description:
      'The run of its source that is under way does it, else a refresh of the source is started for it. Scope, robots.txt and the pace of the host hold as for any other URL; GET /url shows what became of it.',
    body: {
      fields: [
        urlField,
        {
          name: 'provider',
          kind: 'text',
          doc: 'The source; needed for a URL that no crawl has met. Default: the first that has stored the page.',
        },
      ],
    },
    returns: {
      status: 202,
      shape: object({
        url: url(),
        provider: text('The source.'),
        run: optional(runShape),
        isStarted: flag('Whether the run was started for this.'),
      }),
    },
    async run({ body: { url: sent, provider }, means }) {
      const { place, runs, log, addresses, works } = means;
      const { records, blocked } = await means.reads.run('url', { url: pageUrl(sent) });
      const known = records.filter(({ kind }) => kind === 'page');
      const own = known.find(({ page }) => page !== undefined) ?? known[0];
      const source = provider ?? own?.provider;
      if (source === undefined) throw new HttpProblem('not_found', `no crawl has met ${shownUrl(sent.slice(0, 200))}`);
      if (blocked !== undefined) throw new HttpProblem('conflict', `it is on the blocklist, by ${blocked}`);
      const started = await recrawl({ ...place(), runs, log, addresses, works }, source, sent);
      if (started.leftOut !== undefined) throw new HttpProblem('conflict', started.leftOut);
      return { value: { url: shownUrl(sent), provider: source, ...started } };
    },
  }),
  operation({
    ...{ id: 'blockUrl', method: 'post', path: '/url/block', tag: 'URLs', scope: 'write' },
    summary: 'Put a URL, and what lies below it, on the blocklist: nothing of it is fetched any more',
    description: 'What is stored of it stays; forgetting removes that.',
    cli: 'docent blocklist add <url>',
    body: {
      fields: [
        urlField,
        { name: 'reason', kind: 'text', default: 'blocked by the operator', doc: 'Why; the blocklist shows it.' },
      ],
    },
    returns: {
      status: 200,
      shape: object({ pattern: text('The entry.'), isNew: flag('Whether it was not on the list before.') }),
    },
    run: async ({ body: { url: sent, reason }, means }) => ({
      value: await means.works.run('blockUrl', { url: pageUrl(sent), reason }),
    }),
  }),
  operation({
    ...{ id: 'unblockUrl', method: 'post', path: '/url/unblock', tag: 'URLs', scope: 'write', problems: [404, 409] },
    summary: 'Take a URL off the blocklist',
    description: 'One of a folder of the server’s machine is taken off there only.',
    cli: 'docent blocklist remove <url>',
    body: { fields: [urlField] },
    returns: {
      status: 200,
      shape: object({
        removed: list(text(), 'The entries that were removed.'),
        coveredBy: optional(text('A wider entry that still covers the URL, and why it is there.')),
      }),
    },
    async run({ body: { url: sent }, means }) {
      const value = await means.works.run('unblockUrl', { url: pageUrl(sent) });
      if (value.removed.length > 0) return { value };
      throw value.coveredBy === undefined
        ? new HttpProblem('not_found', `${shownUrl(sent.slice(0, 200))} is not on the blocklist`)
        : new HttpProblem('conflict', `it has no entry of its own, and is covered by ${value.coveredBy}`);
    },
  }),
];
