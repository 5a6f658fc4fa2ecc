// Every operation of the admin API, in the order of the document.
import type { ApiOperation } from '../operation.ts';
import { alertOperations } from './alerts.ts';
import { backupOperations } from './backups.ts';
import { blocklistOperations } from './blocklist.ts';
import { changeOperations } from './changes.ts';
import { channelOperations } from './channels.ts';
import { fetchOperations } from './fetches.ts';
import { forgetOperations } from './forget.ts';
import { hostOperations } from './hosts.ts';
import { judgedOperations } from './judged.ts';
import { liveOperations } from './live.ts';
import { oneUrlOperations } from './one-url.ts';
import { previewOperations } from './preview.ts';
import { probeOperations } from './probes.ts';
import { providerChangeOperations } from './provider-changes.ts';
import { providerOperations } from './providers.ts';
import { questionOperations } from './questions.ts';
import { reportOperations } from './reports.ts';
import { requestOperations } from './requests.ts';
import { runOperations } from './runs.ts';
import { searchOperations } from './search.ts';
import { settingsOperations } from './settings.ts';
import { startRunOperations } from './start-run.ts';
import { urlActOperations } from './url-acts.ts';
import { urlOperations } from './urls.ts';

export const operations: readonly ApiOperation[] = [
  ...providerOperations,
  ...providerChangeOperations,
  ...probeOperations,
  ...previewOperations,
  ...hostOperations,
  ...runOperations,
  ...startRunOperations,
  ...liveOperations,
  ...fetchOperations,
  ...urlOperations,
  ...oneUrlOperations,
  ...urlActOperations,
  ...searchOperations,
  ...judgedOperations,
  ...reportOperations,
  ...alertOperations,
  ...blocklistOperations,
  ...forgetOperations,
  ...channelOperations,
  ...settingsOperations,
  ...questionOperations,
  ...requestOperations,
  ...backupOperations,
  ...changeOperations,
];
