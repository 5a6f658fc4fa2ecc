// A run's policy as text: a process that reads it works by the same rules.
import { describe, expect, it } from 'vitest';
import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { createAddressGuard } from '../../fetch/address.ts';
import { createHttp } from '../../fetch/http.ts';
import { presets } from '../../seed/presets.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { policyFor } from './policies.ts';
import { policyText, type RunPolicy, readPolicy } from './run-policy.ts';
import { resolveTargets, type Target } from './targets.ts';

const bare = loadSettings({ text: '', config: 'docent.yml', env: {} });

function settingsOf(text: string, flags: NonNullable<Parameters<typeof loadSettings>[0]>['flags'] = {}): Settings {
  return loadSettings({ text, config: 'docent.yml', env: {}, flags });
}

/** What a crawl makes of it, in a form that can be compared. */
function compiled({ target, settings }: RunPolicy): unknown {
  const policy = policyFor(target, settings, {
    log: silentLog,
    now: () => 0,
    http: createHttp({ guard: createAddressGuard({}) }),
    robotsGet: () => () => Promise.reject(new Error('unexpected request')),
  });
  const { scope, excluded, robots: _, fetch: __, ...plain } = policy;
  return { ...plain, scope: scope.description, excluded: excluded.length, dialect: settings.dialect };
}

describe('the policy of a run as text', () => {
  it('is read back as it was, for every preset', () => {
    for (const provider of presets) {
      const policy = { target: { provider, plain: false }, settings: settingsOf('') };
      expect(readPolicy(policyText(policy, 'keep'), bare).target).toEqual(policy.target);
    }
  });

  it('F5: that a person started it is passed on, and not kept', () => {
    const settings = settingsOf('');
    const [target] = resolveTargets(['https://docs.example.com/'], settings);
    const policy = { target: target as Target, settings, byHand: true };
    expect(readPolicy(policyText(policy, 'hand-over'), bare).byHand).toBe(true);
    expect(readPolicy(policyText(policy, 'keep'), bare).byHand).toBeUndefined();
  });

  it('carries what was set for a plain URL: options, patterns, library', () => {
    const settings = settingsOf('exclude_paths: ["/old/**"]', { max_pages: '7', request_delay_ms: '1200' });
    const urls = ['https://docs.example.com/guide/', 'https://docs.example.com/guide/b'];
    const [target] = resolveTargets(urls, settings, { allow: ['/guide/**'], block: ['/guide/x/**'], library: 'x@2' });
    const policy = { target: target as RunPolicy['target'], settings };
    const read = readPolicy(policyText(policy, 'keep'), bare);
    expect(read.target).toEqual(policy.target);
    expect(compiled(read)).toEqual(compiled(policy));
    expect(read.settings.origins.max_pages).toBe(settings.origins.max_pages);
  });

  it('carries the options of an earlier crawl', () => {
    const settings = settingsOf('');
    const [target] = resolveTargets(['https://docs.example.com/'], settings);
    const text = policyText(
      { target: { ...(target as RunPolicy['target']), remembered: { max_pages: 33 } }, settings },
      'keep',
    );
    expect(readPolicy(text, bare).settings.options.max_pages).toBe(33);
  });

  it('carries a dialect of the configuration, its infinite bounds included', () => {
    const settings = settingsOf(
      'robots_dialect: mine\ndialects: { mine: { base: google, crawlDelay: true }, other: { base: classic } }',
    );
    const provider = { ...(presets[0] as RunPolicy['target']['provider']), robots_dialect: 'other' };
    const policy = { target: { provider, plain: false }, settings };
    const read = readPolicy(policyText(policy, 'keep'), bare);
    expect(read.settings.dialect).toEqual(settings.dialect);
    expect(read.settings.dialects.get('other')).toEqual(settings.dialects.get('other'));
  });

  it('C8: carries which hosts the configuration forbids', () => {
    const settings = settingsOf(
      'providers: [{ provider_id: no, name: No, seed_urls: ["https://no.example/"], allowed_path_patterns: ["/**"], tos: { verdict: forbidden } }]',
    );
    const [target] = resolveTargets(['https://docs.example.com/'], settings);
    const read = readPolicy(policyText({ target: target as RunPolicy['target'], settings }, 'keep'), bare);
    expect(read.settings.providers.map(({ provider_id: id }) => id)).toEqual(['no']);
  });

  it('leaves to the process what is its own, and holds no secret of another one', () => {
    const hook = (path: string): string =>
      `webhooks: [{ url: 'https://x.test/${path}', events: [alert], secret_env: S }]`;
    const slack = 'slack_webhook: https://hooks.slack.com/services/T/B/SECRET';
    const settings = settingsOf(`${slack}\n${hook('SECRET')}`, { data: '/elsewhere' });
    const own = settingsOf(hook('own'), { data: '/here', log_level: 'debug' });
    const [target] = resolveTargets(['https://docs.example.com/'], settings);
    const text = policyText({ target: target as RunPolicy['target'], settings }, 'keep');
    expect(text).not.toContain('SECRET');
    expect(readPolicy(text, own).settings.options).toMatchObject({ data: '/here', log_level: 'debug' });
    expect(readPolicy(text, own).settings.webhooks).toEqual(own.webhooks);
  });

  it('H1: holds no password, and a secret parameter only where the run is passed on', () => {
    const settings = settingsOf('');
    const [target] = resolveTargets(['https://docs.example.com/a?token=SECRET&page=2'], settings);
    const { provider } = target as RunPolicy['target'];
    const secret = { ...provider, sitemap_url: 'https://me:PASSWORD@docs.example.com/sitemap.xml' };
    const policy = { target: { provider: { ...secret, allowed_path_patterns: ['/**'] }, plain: false }, settings };
    expect(policyText(policy, 'keep')).not.toMatch(/SECRET|PASSWORD/);
    expect(policyText(policy, 'hand-over')).not.toContain('PASSWORD');
    const passed = readPolicy(policyText(policy, 'hand-over'), bare).target.provider;
    expect(passed.seed_urls).toEqual(provider.seed_urls);
    expect(readPolicy(policyText(policy, 'keep'), bare).target.provider).toMatchObject({
      seed_urls: ['https://docs.example.com/a'],
      sitemap_url: 'https://docs.example.com/sitemap.xml',
    });
  });

  it('that cannot be read is refused, with the reason', () => {
    for (const text of ['', '{}', '{"options":{},"origins":{},"dialects":[],"dialect":"x","forbidden":[]}'])
      expect(() => readPolicy(text, bare)).toThrow(DocentError);
  });

  it('H1: headers from the environment are named in it, and count only where the configuration names the same', () => {
    const ours = (variable: string, seed = 'https://docs.example/'): Settings =>
      settingsOf(
        `providers: [{ provider_id: ours, seed_url: '${seed}', allowed_path_patterns: [/**], own_site: true, headers_from_env: { Authorization: ${variable} } }]`,
      );
    const settings = ours('DOCS_TOKEN');
    const [target] = resolveTargets(['ours'], settings);
    const text = policyText({ target: target as RunPolicy['target'], settings }, 'hand-over');
    expect(readPolicy(text, settings).target).toEqual(target);
    for (const own of [bare, ours('OTHER'), ours('DOCS_TOKEN', 'https://evil.example/')])
      expect(() => readPolicy(text, own)).toThrow(
        /headers_from_env of ours is not in the configuration of this process/,
      );
  });
});
