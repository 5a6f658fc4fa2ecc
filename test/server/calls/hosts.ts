// Calls of the operations on hosts.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Host {
  readonly host: string;
  readonly providers: readonly string[];
  readonly waiting: number;
  readonly parked: boolean;
  readonly stopped?: string;
  readonly robots?: { readonly state: string; readonly status: number };
}

export const hostCalls: ExampleCalls = ({ site, provider }) => {
  const { host } = new URL(site);
  return [
    {
      ...{ shows: 'the hosts of the folder, with their budgets', operation: 'listHosts', status: 200 },
      check: ({ hosts, lastHour }: { hosts: readonly Host[]; lastHour: { used: number; most: number } }) => {
        const own = hosts.find((one) => one.host === host);
        expect(own).toMatchObject({ waiting: 0, parked: false, robots: { state: 'open', status: 404 } });
        expect(own?.providers).toContain(provider);
        expect(own?.stopped).toBeUndefined();
        expect(lastHour.most).toBeGreaterThan(0);
      },
    },
    { shows: 'that a limit of 0 is refused', operation: 'listHosts', query: { limit: 0 }, status: 400 },
    {
      ...{ shows: 'one host, with what its robots.txt means', operation: 'getHost', path: { host }, status: 200 },
      check: (value: Host & { rules: object }) =>
        expect(value).toMatchObject({ host, rules: { group: null, rules: [], sitemaps: [] } }),
    },
    { shows: 'that nothing was requested there', operation: 'getHost', path: { host: 'x.example' }, status: 404 },
    { shows: 'that a path is no host', operation: 'getHost', path: { host: '../x' }, status: 400 },
    {
      ...{ shows: 'that requests to this machine are not counted', operation: 'listHostRequests', status: 200 },
      ...{ path: { host }, query: { since: '1h' } },
      check: (value: object) => expect(value).toEqual({ times: [] }),
    },
    {
      ...{ shows: 'that this is no time', operation: 'listHostRequests', status: 400 },
      ...{ path: { host }, query: { since: 'lately' } },
    },
    {
      ...{ shows: 'a host that is stopped', operation: 'stopHost', path: { host }, status: 200 },
      body: { reason: 'its owner called' },
      check: (value: object) => expect(value).toEqual({ host, reason: 'its owner called', isNew: true }),
    },
    {
      ...{ shows: 'that it is stopped', operation: 'getHost', path: { host }, status: 200 },
      check: ({ stopped }: Host) => expect(stopped).toBe('its owner called'),
    },
    {
      ...{ shows: 'that nothing is requested of it', operation: 'previewSelectors', status: 422 },
      body: { url: `${site}docs/settings` },
    },
    { shows: 'that a user is no host', operation: 'stopHost', path: { host: 'a@b' }, body: {}, status: 400 },
    {
      ...{ shows: 'a host that is resumed', operation: 'resumeHost', path: { host }, status: 200 },
      check: (value: object) => expect(value).toEqual({ host }),
    },
    { shows: 'that it is not stopped any more', operation: 'resumeHost', path: { host }, status: 409 },
  ];
};
