// Crawls a manual, breaks it, refreshes it, and returns what was raised.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPlace } from '../../src/app/place.ts';
import { readSourceQuality } from '../../src/app/watch/quality.ts';
import { silentLog } from '../../src/core/log.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { type Alert, boundsOf, valueText } from '../../src/watch/alerts/alerts.ts';
import { type Breakage, type BrokenSite, SLOW_BOUND_MS } from './broken-site.ts';

const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '0', DOCENT_CONCURRENCY: '4', DOCENT_PER_HOST: '4' };

/** The alerts of a first crawl of an address, and the lines of advice about what is stored. */
export async function firstCrawl(
  start: string,
  data: string,
): Promise<{ raised: readonly Alert[]; advice: readonly string[] }> {
  const settings = loadSettings({ cwd: data, env: { ...env, DOCENT_DATA: data } });
  const [conclusion] = await openDocent({ settings, log: silentLog }).crawl(start).concluded;
  const [quality] = await readSourceQuality(openPlace(settings), { offset: 0, limit: 1 });
  return { raised: conclusion?.alerts.raised ?? [], advice: (quality?.advice ?? []).map(({ text }) => text) };
}

export interface BoundSource {
  readonly site: BrokenSite;
  /** A folder for its data. */
  readonly folder: string;
  readonly selector: string;
  readonly bounds: readonly string[];
  /** Runs a command of docent in a folder, and returns what it prints. */
  readonly command: (words: readonly string[], cwd: string) => Promise<string>;
}

/** What a refresh raised, and what the commands of its alerts print. */
export interface Raised {
  readonly alerts: readonly Alert[];
  readonly shown: string;
}

/** The settings of the source with its data in a folder of their own, in which commands have the same. */
function settingsIn(cwd: string, { site, selector, bounds }: BoundSource, more: readonly string[] = []): Settings {
  const policy = {
    ...{
      provider_id: 'manual',
      seed_url: site.start,
      allowed_path_patterns: ['/**'],
      own_site: true,
      max_pages: 1_000,
    },
    ...{ request_delay_ms: 0, max_depth: 5, custom_selectors: { content: selector } },
    alert_bounds: [...bounds, ...more],
  };
  writeFileSync(join(cwd, 'docent.yml'), JSON.stringify({ providers: [policy] }));
  return loadSettings({ cwd, env: { ...env, DOCENT_DATA: join(cwd, '.docent') } });
}

/** The alerts of the first crawl of a source with bounds, and what was measured of its content; its data is kept to be broken. */
export async function crawlWhole(
  source: BoundSource,
): Promise<{ readonly raised: readonly Alert[]; readonly measured: readonly string[] }> {
  const cwd = join(source.folder, 'whole');
  mkdirSync(cwd);
  const settings = settingsIn(cwd, source);
  const run = openDocent({ settings, log: silentLog }).crawl('manual', { confirmed: true });
  const raised = (await run.concluded).flatMap(({ alerts }) => alerts.raised);
  const [quality] = await readSourceQuality(openPlace(settings), { provider: 'manual', offset: 0, limit: 1 });
  const measured = quality?.judgements.map(({ bound, value, limit }) => `${bound} ${valueText(bound, value, limit)}`);
  return { raised, measured: measured ?? [] };
}

/** What a refresh raises that meets the breakage. */
export async function refreshBroken(source: BoundSource, how: Breakage): Promise<Raised> {
  const cwd = join(source.folder, how);
  cpSync(join(source.folder, 'whole'), cwd, { recursive: true });
  const settings = settingsIn(cwd, source, how === 'slow' ? [`response_time=${SLOW_BOUND_MS}`] : []);
  source.site.break(how);
  try {
    const run = openDocent({ settings, log: silentLog }).refresh('manual', { all: true });
    const alerts = (await run.concluded).flatMap(({ alerts: { raised } }) => raised);
    await expectSameFigures(alerts, settings);
    const shown: string[] = [];
    for (const { command } of alerts) shown.push(await source.command(command.split(' ').slice(1), cwd));
    return { alerts, shown: shown.join('') };
  } finally {
    source.site.break(undefined);
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Throws where a figure of content stands otherwise in an alert than in the quality of the source. */
async function expectSameFigures(raised: readonly Alert[], settings: Settings): Promise<void> {
  const [quality] = await readSourceQuality(openPlace(settings), { provider: 'manual', offset: 0, limit: 1 });
  for (const { bound, value, limit } of raised.flatMap(boundsOf)) {
    const now = quality?.judgements.find((one) => one.bound === bound);
    if (now !== undefined && valueText(bound, value, limit) !== valueText(bound, now.value, now.limit))
      throw new Error(`${bound} is ${value} in the alert and ${now.value} in the quality`);
  }
}
