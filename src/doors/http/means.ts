// What the operations of the API work with: one server's settings, runs, reads and searches.
import type { Runs } from '../../app/crawl/runs.ts';
import type { Place } from '../../app/place.ts';
import type { ConfigPlace } from '../../app/providers/config-file.ts';
import type { Search } from '../../app/search/search.ts';
import type { SettingsState } from '../../app/server/live-settings.ts';
import type { Service } from '../../app/server/open-service.ts';
import type { Previews } from '../../app/server/preview/preview.ts';
import type { Probes } from '../../app/server/probes/probe-pool.ts';
import type { Reads } from '../../app/server/reads/read-pool.ts';
import type { ServedAddresses } from '../../app/server/served-addresses.ts';
import type { ServedPolicies } from '../../app/server/served-policies.ts';
import type { Tokens } from '../../app/server/tokens.ts';
import type { Works } from '../../app/server/works/work-pool.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../settings.ts';

export interface Means {
  /** The settings in force now: docent.yml may change while the server runs. */
  settings(): Settings;
  /** The same settings, with the store. */
  place(): Place;
  /** The file they came from, and what is wrong with it now. */
  settingsState(): SettingsState;
  /** Where policies are written. */
  config(): ConfigPlace;
  /** Changes of policies; in force when they resolve. */
  readonly policies: ServedPolicies;
  readonly log: Log;
  /** Starts runs of words, and leaves the folder for tasks that need it to themselves. */
  readonly service: Pick<Service, 'crawl' | 'forgetting' | 'schedule'>;
  readonly runs: Runs;
  readonly tokens: Pick<Tokens, 'list' | 'revoke'>;
  readonly reads: Reads;
  readonly works: Works;
  readonly probes: Probes;
  /** Judges URLs that callers name; probes, policies and runs of words are judged by it already. */
  readonly addresses: ServedAddresses;
  readonly previews: Previews;
  /** Of a server that serves the demo: the id of its source. */
  readonly demo?: { readonly source: string } | undefined;
  /** Throws DOC_STORE while nothing was crawled yet. */
  search(): Search;
}
