// What reading threads can read: every read of the server by name, each a function of settings and arguments.

import { assistantReads } from './assistant-reads.ts';
import { backupReads } from './backup-reads.ts';
import { changeReads } from './change-reads.ts';
import { channelReads } from './channel-reads.ts';
import { fetchReads } from './fetch-reads.ts';
import { forgetReads } from './forget-reads.ts';
import { hostReads } from './host-reads.ts';
import { judgedReads } from './judged-reads.ts';
import { oneUrlReads } from './one-url-reads.ts';
import { providerReads } from './provider-reads.ts';
import { reportReads } from './report-reads.ts';
import { requestReads } from './request-reads.ts';
import { runReads } from './run-reads.ts';
import { systemReads } from './system-reads.ts';
import { urlReads } from './url-reads.ts';

/** Every read. Arguments and results are plain data: both are copied between threads. */
export const reads = {
  ...backupReads,
  ...channelReads,
  ...fetchReads,
  ...forgetReads,
  ...hostReads,
  ...judgedReads,
  ...providerReads,
  ...reportReads,
  ...requestReads,
  ...runReads,
  ...systemReads,
  ...urlReads,
  ...oneUrlReads,
  ...assistantReads,
  ...changeReads,
};
