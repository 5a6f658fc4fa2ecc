// A list of requests with the ledger's way of counting them, for rules that need nothing else of a ledger.
import type { Ledger } from '../src/frontier/port.ts';

export function createMemoryRequests(): Pick<Ledger, 'requestsSince'> & { note(host: string, at: number): void } {
  const requests: { readonly host: string; readonly at: number }[] = [];
  return {
    note: (host, at) => void requests.push({ host, at }),
    async requestsSince(since, host) {
      const within = requests.filter((request) => request.at > since && (host === undefined || request.host === host));
      return { count: within.length, oldest: within[0]?.at };
    },
  };
}
