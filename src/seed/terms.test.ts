// Proves which providers may run, by whom, and how their terms are worded.
import { describe, expect, it } from 'vitest';
import { type Provider, readProvider } from './provider.ts';
import { forbiddenHosts, mayRun, type RunStarter, termsInWords, termsSentence } from './terms.ts';

function provider(more: object, seed = 'https://docs.example/guide'): Provider {
  const raw = { provider_id: 'example', name: 'Example', seed_urls: [seed], allowed_path_patterns: ['/**'], ...more };
  return readProvider(raw, () => 'a test', []) as Provider;
}

const noVerdict = provider({});
const local = provider({}, 'http://127.0.0.1:8080/');

describe('mayRun', () => {
  it.each<[what: string, Provider, RunStarter, ok: boolean, by: string, reminds: boolean]>([
    ['allowed', provider({ tos: { verdict: 'allowed' } }), 'schedule', true, 'terms:allowed', false],
    ['allowed', provider({ tos: { verdict: 'allowed' } }), 'command', true, 'terms:allowed', false],
    ['unclear', provider({ tos: { verdict: 'unclear' } }), 'schedule', true, 'terms:unclear', true],
    ['forbidden', provider({ tos: { verdict: 'forbidden' } }), 'command', false, 'terms:forbidden', true],
    ['forbidden', provider({ tos: { verdict: 'forbidden' } }), 'schedule', false, 'terms:forbidden', true],
    [
      'forbidden, although own',
      provider({ own_site: true, tos: { verdict: 'forbidden' } }),
      'command',
      false,
      'terms:forbidden',
      true,
    ],
    ['no verdict', noVerdict, 'command', true, 'terms:unknown', true],
    ['no verdict', noVerdict, 'schedule', false, 'terms:unknown', true],
    ['no verdict', noVerdict, 'plain', true, 'terms:unknown', true],
    ['no verdict, own site', provider({ own_site: true }), 'schedule', true, 'terms:unknown', true],
    ['no verdict, loopback', local, 'schedule', true, 'terms:unknown', true],
    ['no verdict, loopback', local, 'command', true, 'terms:unknown', true],
    ['no verdict, loopback', local, 'plain', true, 'terms:unknown', false],
    [
      'disabled',
      provider({ enabled: false, tos: { verdict: 'allowed' } }),
      'command',
      false,
      'provider:disabled',
      true,
    ],
    [
      'disabled',
      provider({ enabled: false, tos: { verdict: 'allowed' } }),
      'schedule',
      false,
      'provider:disabled',
      true,
    ],
  ])('C8: %s, by %s', (_, policy, how, ok, by, reminds) => {
    const verdict = mayRun(policy, how);
    expect({ ok: verdict.ok, by: verdict.by, reminds: verdict.detail !== undefined }).toEqual({ ok, by, reminds });
  });
});

describe('words about terms', () => {
  it('C8: name who has read them, and when', () => {
    expect(termsInWords(noVerdict)).toBe('no verdict');
    expect(termsInWords(provider({ tos: { verdict: 'allowed' } }))).toBe('allowed');
    const signed = provider({ tos: { verdict: 'unclear', checked_by: 'Kim', checked_at: '2026-02-23' } });
    expect(termsInWords(signed)).toBe('unclear, read by Kim on 2026-02-23');
    expect(termsSentence(signed, 'look again')).toBe('unclear, read by Kim on 2026-02-23; look again');
    expect(termsSentence(noVerdict, 'read them')).toBe('read them');
  });

  it('C8: a host is forbidden with its provider, unless another on it has a verdict of its own', () => {
    const forbidden = provider({ tos: { verdict: 'forbidden' } });
    expect(forbiddenHosts([noVerdict])).toEqual(new Map());
    expect(forbiddenHosts([noVerdict, forbidden])).toEqual(new Map([['docs.example', forbidden]]));
    expect(forbiddenHosts([forbidden], [noVerdict, forbidden]).size).toBe(1);
    expect(forbiddenHosts([forbidden], [provider({ tos: { verdict: 'allowed' } })]).size).toBe(0);
    expect(forbiddenHosts([forbidden], [provider({ own_site: true })]).size).toBe(0);
  });
});
