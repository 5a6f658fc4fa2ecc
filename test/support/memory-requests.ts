// A list of requests with the ledger's way of counting them, for rules that need nothing else of a ledger.
import type { CountedRequests } from '../../src/frontier/port-requests.ts';

export function createMemoryRequests() {
  const requests: { readonly host: string; readonly at: number }[] = [];
  return {
    note: (host: string, at: number): void => void requests.push({ host, at }),
    since(time: number, host?: string): CountedRequests {
      const within = requests.filter((request) => request.at > time && (host === undefined || request.host === host));
      return { count: within.length, oldest: within[0]?.at };
    },
  };
}
