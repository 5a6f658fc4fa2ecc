// What a server does in threads beside reading: what writes, and what takes long.
import { backupWorks } from './backup-works.ts';
import { forgetWorks } from './forget-works.ts';
import { judgedWorks } from './judged-works.ts';
import { requestWorks } from './request-works.ts';

/** Every work. Arguments and results are plain data: both are copied between threads. */
export const works = { ...backupWorks, ...forgetWorks, ...judgedWorks, ...requestWorks };
