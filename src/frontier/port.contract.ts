// The contract of the ledger: every engine keeps these promises, and proves it by running this suite.
import { describe } from 'vitest';
import { describeLearning } from './port-chrome.contract.ts';
import { describeIndexing } from './port-index.contract.ts';
import { describeLeasing } from './port-lease.contract.ts';
import { describeModes } from './port-mode.contract.ts';
import { describeModel } from './port-model.contract.ts';
import { describeOffers } from './port-offer.contract.ts';
import { describeRefreshing } from './port-refresh.contract.ts';
import { describeRequests } from './port-requests.contract.ts';
import { describeResuming } from './port-resume.contract.ts';
import { describeRuns } from './port-runs.contract.ts';
import { describeSettling } from './port-settle.contract.ts';
import { describeSpellings } from './port-spelling.contract.ts';
import { describeSupplied } from './port-supplied.contract.ts';
import { describeTurns } from './port-turns.contract.ts';
import { describeUnanswered } from './port-unanswered.contract.ts';
import { describeWanted } from './port-wanted.contract.ts';
import type { OpenLedger } from './port-words.contract.ts';

export type { LedgerUnderTest } from './port-words.contract.ts';

/** Runs the whole contract against an engine; `open` returns an empty ledger each time. */
export function describeLedger(name: string, open: OpenLedger): void {
  describe(`the ledger ${name}`, () => {
    describeOffers(open);
    describeLeasing(open);
    describeRuns(open);
    describeRequests(open);
    describeTurns(open);
    describeSettling(open);
    describeSpellings(open);
    describeModes(open);
    describeIndexing(open);
    describeLearning(open);
    describeResuming(open);
    describeRefreshing(open);
    describeSupplied(open);
    describeUnanswered(open);
    describeWanted(open);
    describeModel(open);
  });
}
