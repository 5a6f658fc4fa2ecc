// How often something came from each network within a time, in bounded memory.
import { type Clock, systemClock } from '../../core/clock.ts';
import { parseAddress } from '../../fetch/address-ranges.ts';

/** The count of a network after a note. */
export interface NetworkCount {
  /** Since the first within the time, this one included. */
  readonly n: number;
  /** Seconds until it begins again at zero. */
  readonly seconds: number;
}

/** Counts per client. */
export interface NetworkCounts {
  /** Notes one more of a client's address. */
  note(address: string): NetworkCount;
}

/** Beyond these many networks the oldest is dropped. */
const MOST_NETWORKS = 10_000;

/** Counts within a time that begins with the first of a network. */
export function countByNetwork(withinMs: number, { mono }: Clock = systemClock): NetworkCounts {
  const counts = new Map<string, { since: number; n: number }>();
  return {
    note(address) {
      const network = networkOf(address);
      const now = mono();
      const before = counts.get(network);
      const count = before === undefined || now - before.since >= withinMs ? { since: now, n: 0 } : before;
      count.n++;
      // The oldest first.
      if (count !== before) counts.delete(network);
      counts.set(network, count);
      if (counts.size > MOST_NETWORKS) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
      return { n: count.n, seconds: Math.ceil((count.since + withinMs - now) / 1_000) };
    },
  };
}

/** An IPv4 address, or the /64 network of an IPv6 address, all of which one client may have; empty for a text that is no address. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address.replace(/%.*$/s, ''));
  if (parsed === undefined) return '';
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}
