// Proves how webhooks are read: every field is checked, and no message contains an address or a secret.
import { describe, expect, it } from 'vitest';
import { readWebhooks, type Webhook, webhookName } from './webhook.ts';

const good: Webhook = {
  url: 'https://hooks.example/s3cr3t?token=s3cr3t',
  events: ['run.ended', 'pages.changed', 'alert'],
  secret_env: 'HOOK_SECRET',
};

function read(raw: unknown): { readonly webhooks: readonly Webhook[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const webhooks = readWebhooks(raw, (at) => `docent.yml at ${['webhooks', ...at].join('.')}`, problems);
  expect(problems.join('\n')).not.toContain('s3cr3t');
  return { webhooks, problems };
}

describe('webhooks of the configuration', () => {
  it('A6: are read as they are written, and none is a list without entries', () => {
    const local = { ...good, url: 'http://127.0.0.1:8080/x', events: ['alert'] };
    expect(read([good, local])).toEqual({ webhooks: [good, local], problems: [] });
    for (const none of [undefined, null, []]) expect(read(none)).toEqual({ webhooks: [], problems: [] });
  });

  it.each<[string, unknown, RegExp]>([
    ['a mapping', { url: good.url }, /^webhooks in docent\.yml at webhooks must be a list/],
    ['an address alone', [good.url], /^webhooks\[0\] in docent\.yml at webhooks\.0 must be a mapping with url/],
    ['no url', [{ ...good, url: undefined }], /^webhooks\[0\]\.url is missing in docent\.yml at webhooks\.0$/],
    ['no events', [{ ...good, events: null }], /^webhooks\[0\]\.events is missing/],
    ['no secret', [good, { ...good, secret_env: undefined }], /^webhooks\[1\]\.secret_env is missing/],
    [
      'no URL',
      [{ ...good, url: 'hooks.example/s3cr3t' }],
      /webhooks\[0\]\.url is \*\*\* in .*webhooks\.0\.url: .*http/,
    ],
    ['http', [{ ...good, url: 'http://hooks.example/s3cr3t' }], /^webhooks\[0\]\.url in .* must be https, or an addr/],
    ['a private http', [{ ...good, url: 'http://10.0.0.7/s3cr3t' }], /must be https, or an address of this machine/],
    ['a name of .localhost', [{ ...good, url: 'http://a.localhost/' }], /must be https, or an address of this machine/],
    ['a password', [{ ...good, url: 'https://me:s3cr3t@hooks.example/' }], /has a user name or password/],
    ['an empty list', [{ ...good, events: [] }], /^webhooks\[0\]\.events is \[\] in .* at least 1 event/],
    ['one word', [{ ...good, events: 'alert' }], /it must be a list of events/],
    ['a misspelt event', [{ ...good, events: ['run.end'] }], /has "run\.end", which .*; did you mean "run\.ended"\?/],
    ['an unknown event', [{ ...good, events: ['x'] }], /has "x", .*; there are run\.ended, pages\.changed, alert$/],
    ['the secret itself', [{ ...good, secret_env: 'whsec_s3cr3t' }], /secret_env is \*\*\* in .*not the secret itself/],
    ['an unknown field', [{ ...good, secret: 'X' }], /unknown field "webhooks\[0\]\.secret"/],
    ['a misspelt field', [{ ...good, event: [] }], /did you mean "webhooks\[0\]\.events"\?/],
    ['one address twice', [good, { ...good, events: ['alert'] }], /the same url twice; list all its events in one/],
    ['too many', Array.from({ length: 21 }, (_, n) => ({ ...good, url: `https://h${n}.example/` })), /at most 20/],
  ])('A6: %s is refused with a line that names the field and its place', (_, raw, line) => {
    const { problems } = read(raw);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(line);
  });

  it('A6: all that is wrong is reported at once', () => {
    expect(read([{ url: 'x', events: [1], secret_env: '' }, 7]).problems).toHaveLength(4);
  });

  it('H1: are named by their place and host, of which neither path nor query is shown', () => {
    expect(webhookName({ ...good, url: 'https://hooks.example:8443/s3cr3t?a=s3cr3t' }, 2)).toBe(
      'webhooks[2] (hooks.example:8443)',
    );
  });
});
