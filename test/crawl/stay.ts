// A process that stays, as a server does: goes on with what was killed, and starts and resumes a crawl on demand.
// Arguments: the data folder, the URL, the delay in milliseconds. It gets messages as a child of `fork`.

import { openRuns } from '../../src/app/crawl/runs.ts';
import { crawlRequest } from '../../src/app/crawl/word-request.ts';
import { silentLog } from '../../src/core/log.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';

/** The messages it gets. */
export type Order = 'start' | 'resume';

/** The line it prints before it accepts messages: the providers whose runs it resumes. */
export interface Ready {
  readonly recovered: readonly string[];
}

const [, , folder = '', url = '', delay = ''] = process.argv;
const settings = loadSettings({
  ...{ text: '', config: 'docent.yml', env: { DOCENT_JITTER_MS: '0' } },
  flags: { data: folder, request_delay_ms: delay, max_pages: '10000', max_depth: '10' },
});
const runs = openRuns({ settings, store: openStore({ kind: 'sqlite', folder }), log: silentLog });

process.on('message', (order: Order) => {
  if (order === 'start') runs.start(crawlRequest(settings, [url], 'operator'));
  else void runs.resume(1);
});
process.send?.({ recovered: await runs.recover() } satisfies Ready);
