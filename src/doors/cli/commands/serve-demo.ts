// `docent serve --demo`: the bundled site, crawled into a temporary folder, which stays up to be crawled again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoSite } from '../../../app/demo/site.ts';
import { loadSettings, type SettingsInput } from '../../../settings.ts';

/** What a server of the demo is opened with. */
export interface Demo {
  readonly input: SettingsInput;
  /** The id of its source. */
  readonly source: string;
  readonly site: Pick<DemoSite, 'slow'>;
  /** Ends the site and removes the folder; both end with the process too. */
  close(): Promise<void>;
}

const SOURCE = 'lantern';
/** With two requests at a time a quarter of a minute for all of it: slow enough to be watched. */
const RESPONSE_MS = 400;

/** The configuration with the bundled site as its only source. */
function configOf(seed: string): string {
  return `# The demo of docent: a made-up documentation site on this machine.
providers:
  - provider_id: ${SOURCE}
    name: Lantern
    note: the made-up site of the demo
    seed_urls: ["${seed}"]
    allowed_path_patterns: ["/docs/**"]
    own_site: true
    max_depth: 3
    request_delay_ms: 0
    retain: full
`;
}

/** Starts the bundled site and crawls it once. */
export async function openDemo({ flags }: Pick<SettingsInput, 'flags'>): Promise<Demo> {
  const [{ startDemoSite }, { openDocent }] = await Promise.all([
    import('../../../app/demo/site.ts'),
    import('../../library/docent.ts'),
  ]);
  const cwd = mkdtempSync(join(tmpdir(), 'docent-demo-'));
  const remove = (): void => rmSync(cwd, { recursive: true, force: true });
  process.once('exit', remove);
  const site = await startDemoSite();
  const input = { cwd, flags: { ...flags, concurrency: '2', per_host: '2', data: join(cwd, '.docent') } };
  writeFileSync(join(cwd, 'docent.yml'), configOf(site.seed));
  process.stderr.write(`docent: crawling the bundled site at ${site.seed}\n`);
  const run = openDocent({ settings: loadSettings(input) }).crawl(SOURCE, { confirmed: true });
  await run.result;
  site.slow(RESPONSE_MS);
  process.stderr.write(`docent: what was stored is in ${cwd}, which is removed at the end\n`);
  return {
    input,
    source: SOURCE,
    site,
    async close() {
      await site.close();
      process.off('exit', remove);
      remove();
    },
  };
}
