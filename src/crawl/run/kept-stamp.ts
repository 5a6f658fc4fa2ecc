// The stamp of a supplied page as it is kept: the supplier's stamp, and the rules by which the page was read.
import { hash } from 'node:crypto';
import { extractorVersion } from '../../extract/version.ts';
import { analyserVersion } from '../../search/analyse/analyser.ts';
import type { CrawlPolicy } from './policy.ts';

/** A stamp as it is kept: under other rules, or another version of the extraction, the page is read again. */
export function keptStamp(stamp: string | undefined, policy: CrawlPolicy): string | undefined {
  return stamp === undefined ? undefined : `${stamp} ${rulesOf(policy)}`;
}

const known = new WeakMap<CrawlPolicy, string>();

function rulesOf(policy: CrawlPolicy): string {
  let rules = known.get(policy);
  if (rules === undefined) {
    const { reading, key, scope, excluded, respectRobots, maxDepth } = policy;
    const patterns = [scope.allowedPatterns, scope.description, excluded.map(({ source }) => source)];
    const text = JSON.stringify([extractorVersion, analyserVersion, reading, key, patterns, respectRobots, maxDepth]);
    rules = hash('sha256', text, 'hex').slice(0, 12);
    known.set(policy, rules);
  }
  return rules;
}
