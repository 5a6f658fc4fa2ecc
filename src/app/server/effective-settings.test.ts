// Proves the rows of the configuration in effect: values, where they come from, and that no secret is among them.
import { expect, it } from 'vitest';
import { optionTable } from '../../core/options/table.ts';
import { loadSettings, type SettingsInput } from '../../settings.ts';
import { effectiveSettings, type SettingRow } from './effective-settings.ts';

function rows(text: string, input: SettingsInput = {}): ReadonlyMap<string, SettingRow> {
  const settings = loadSettings({ config: 'docent.yml', text, env: {}, ...input });
  return new Map(effectiveSettings(settings).map((row) => [row.name, row]));
}

it('A6: every option has a row, in the order of the table', () => {
  expect([...rows('').keys()]).toEqual(optionTable.map(({ name }) => name));
});

it('A6: a row names where its value was written, and what it would be otherwise', () => {
  const found = rows('max_pages: 50\nexclude_paths: [/admin]\n', {
    env: { DOCENT_CONCURRENCY: '5' },
    flags: { listen: '7500' },
  });
  expect(found.get('max_pages')).toMatchObject({
    ...{ value: 50, origin: 'docent.yml, line 1', default: null, isSet: true },
  });
  expect(found.get('exclude_paths')).toMatchObject({ value: ['/admin'], origin: 'docent.yml, line 2', default: [] });
  expect(found.get('concurrency')).toMatchObject({
    ...{ value: 5, origin: 'the environment variable DOCENT_CONCURRENCY', default: 3, takes: '1–1000 requests' },
  });
  expect(found.get('listen')).toMatchObject({
    ...{ value: '7500', origin: 'the flag --listen', default: '127.0.0.1:7411', atNextStart: true },
  });
  expect(found.get('per_host')).toMatchObject({ value: 1, origin: 'default', default: 1, isSet: false });
  expect(found.get('max_depth')).toMatchObject({ value: null, origin: 'default', default: null });
});

it('A6: what follows from the dialect or the machine is shown as it is in effect', () => {
  const found = rows('robots_dialect: intel\nrobots_max_redirects: 1\n', { env: { TZ: 'UTC' } });
  expect(found.get('robots_dialect')).toMatchObject({ value: 'intel', origin: 'docent.yml, line 1' });
  expect(found.get('robots_max_redirects')).toMatchObject({ value: 1, origin: 'docent.yml, line 2' });
  expect(found.get('robots_ttl_seconds')).toMatchObject({ value: expect.any(Number), origin: 'the dialect intel' });
  expect(found.get('user_agent')).toMatchObject({ value: expect.stringMatching(/./), origin: 'the dialect intel' });
  expect(found.get('time_zone')).toMatchObject({
    value: expect.stringMatching(/./),
    origin: 'this machine',
    isSet: false,
  });
  expect(rows('').get('robots_dialect')).toMatchObject({ value: 'rfc9309', origin: 'default' });
});

it('H1: no secret is in it: neither one that is set nor a part of a URL', () => {
  const text =
    'slack_webhook: https://hooks.slack.com/services/s3cr3t\ncontext7_url: https://me:s3cr3t@c7.example/?token=s3cr3t\ninfo_url: https://x.example/?api_key=s3cr3t\n';
  const found = rows(text);
  expect(found.get('slack_webhook')).toMatchObject({ value: '***', secret: true, origin: 'docent.yml, line 1' });
  expect(JSON.stringify([...found.values()])).not.toContain('s3cr3t');
  expect(rows('').get('slack_webhook')).toMatchObject({ value: null, default: null });
});

it('A6: every row is plain data, as JSON holds it', () => {
  const all = [...rows('').values()];
  expect(JSON.parse(JSON.stringify(all))).toEqual(all);
});
