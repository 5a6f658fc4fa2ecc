// What a server does in threads beside reading: what writes, and what takes long.
import { backupWorks } from './backup-works.ts';
import { blockWorks } from './block-works.ts';
import { forgetWorks } from './forget-works.ts';
import { judgedWorks } from './judged-works.ts';
import { requestWorks } from './request-works.ts';
import { runWorks } from './run-works.ts';

/** Every work. Arguments and results are plain data: both are copied between threads. */
export const works = { ...backupWorks, ...blockWorks, ...forgetWorks, ...judgedWorks, ...requestWorks, ...runWorks };
