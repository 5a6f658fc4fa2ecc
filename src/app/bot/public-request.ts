// A4: a request that a stranger files on the page about the robot: checked without a look at what is stored.
import type { Clock } from '../../core/clock.ts';
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { parseForgettable } from '../../forget/forgettable.ts';
import { templateOf } from '../../frontier/template.ts';
import type { Place } from '../place.ts';
import { type AddedRequest, addRequest, type RequestEntry } from '../requests/add-request.ts';
import { keptLine } from '../requests/request-texts.ts';
import { countByNetwork, type NetworkCounts } from '../server/network-counts.ts';

/** What a stranger may set. */
export type PublicEntry = Omit<RequestEntry, 'note'>;

/**
 * Enters a stranger's request. Throws as `addRequest`, and DOC_URL for a deletion that names neither URL nor path: a provider's id
 * means nothing here, so that nobody finds out which there are.
 */
export function addPublicRequest(place: Place, entry: PublicEntry): Promise<AddedRequest> {
  const { kind, what = '', message, contact } = entry;
  const named = kind === 'deletion' && what.trim() !== '' ? placeOf(what) : what;
  return addRequest(place, { kind, what: named, message, contact });
}

function placeOf(text: string): string {
  const line = keptLine('what', text);
  // With a slash it is a place, whatever providers there are.
  const word = line.includes('/') ? line : `${line}/`;
  const target = /^(?:provider|folder):/i.test(word)
    ? undefined
    : parseForgettable(word, { stripWww: false, templateOf });
  if (target !== undefined && target.kind !== 'provider') return word;
  throw new DocentError(
    'DOC_URL',
    `"${printable(shownUrl(line.slice(0, 200)))}" is neither a URL nor a path such as example.com/docs`,
  );
}

/** How much strangers may do, per network that they come from. */
export interface BotLimits {
  readonly requests: NetworkLimit;
  readonly trials: NetworkLimit;
}

export interface NetworkLimit {
  /** Notes one; returns the seconds to wait where it is one too many. */
  note(address: string): number | undefined;
}

const MOST_REQUESTS = 10;
const REQUESTS_WITHIN_MS = 3_600_000;
const MOST_TRIALS = 60;
const TRIALS_WITHIN_MS = 600_000;

/** The limits of one server, for all its listeners. */
export function openBotLimits(clock?: Clock): BotLimits {
  return {
    requests: limitOf(MOST_REQUESTS, countByNetwork(REQUESTS_WITHIN_MS, clock)),
    trials: limitOf(MOST_TRIALS, countByNetwork(TRIALS_WITHIN_MS, clock)),
  };
}

function limitOf(most: number, counts: NetworkCounts): NetworkLimit {
  return {
    note(address) {
      const { n, seconds } = counts.note(address);
      return n <= most ? undefined : seconds;
    },
  };
}
