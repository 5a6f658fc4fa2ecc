// Proves F5: what a terminal says of a seed where nobody is.
import { describe, expect, it } from 'vitest';
import type { CrawlEvent } from '../../../crawl/run/events.ts';
import { seedFailure } from './seed-failure.ts';

type Visited = Extract<CrawlEvent, { type: 'visited' }>;

const URL = 'http://docs.test/';
const failed: Visited = {
  ...{ type: 'visited', provider: 'docs', url: URL, state: 'failed', by: 'DOC_CONNECT', detail: '', depth: 0 },
  ...{ ms: 1, bytes: 0, found: 0 },
};

describe('F5: a seed where nobody is', () => {
  it.each([
    ['DOC_CONNECT', 'connect ECONNREFUSED 127.0.0.1:9', 'nothing listens there; is it running?'],
    ['DOC_CONNECT', 'other side closed', 'there was no connection; is it running, and reachable from here?'],
    ['DOC_DNS', 'getaddrinfo ENOTFOUND docs.test', 'there is no such host; check the spelling'],
    [
      'DOC_DNS',
      'getaddrinfo EAI_AGAIN docs.test',
      'its name could not be looked up; check the spelling, and the network of this machine',
    ],
    [
      'DOC_TLS',
      'https://docs.test/: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'its certificate is not accepted (self-signed certificate); it must be valid for this host',
    ],
    [
      'DOC_TLS',
      'https://docs.test/: certificate has expired (CERT_HAS_EXPIRED)',
      'its certificate is not accepted (certificate has expired); it must be valid for this host',
    ],
    ['DOC_TLS', 'wrong version number (EPROTO)', 'TLS is not spoken there; is it http:// instead of https://?'],
  ])('%s: %s', (by, detail, text) => {
    expect(seedFailure({ ...failed, by, detail })).toEqual({ url: URL, text });
  });

  it('a redirect that leads there is named by the seed', () => {
    const led = { ...failed, url: 'http://gone.test/', firstUrl: URL, detail: 'ECONNREFUSED' };
    const text = 'it redirects to http://gone.test/: nothing listens there; is it running?';
    expect(seedFailure(led)).toEqual({ url: URL, text });
  });

  it.each<[string, Partial<Visited>]>([
    ['a page that is no seed', { depth: 1 }],
    ['one that is tried again', { state: 'waiting' }],
    ['one that does not answer in time', { by: 'DOC_TIMEOUT' }],
    ['one that answers', { by: 'http:500' }],
  ])('is not %s', (_, facts) => {
    expect(seedFailure({ ...failed, ...facts })).toBeUndefined();
  });
});
