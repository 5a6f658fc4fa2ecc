// Property tests draw the same inputs in every run, so that a red suite means a change; `npm run test:fuzz` draws new ones.
import fc from 'fast-check';

const { DOCENT_SEED } = process.env;
fc.configureGlobal({ seed: DOCENT_SEED === undefined ? 20_261_115 : Number(DOCENT_SEED) });
