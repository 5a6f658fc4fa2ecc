// Sends a test message to every configured webhook, so that an operator sees whether alerts would arrive.
import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { openWebhook, type PostEnd, postWebhook } from '../../fetch/webhook.ts';
import type { Settings } from '../../settings.ts';
import type { SlackMessage } from '../../watch/report/slack-message.ts';
import { deliveryHeaders } from '../../watch/webhooks/signature.ts';
import { type Webhook, webhookName } from '../../watch/webhooks/webhook.ts';
import { apiHttpOptions, httpOptions } from '../guard.ts';
import { deliveryTo } from './announce.ts';

/** What came of one message. */
export interface TestResult {
  /** The setting and the host, never more of the address. */
  readonly to: string;
  readonly ok: boolean;
  /** Why it did not arrive. */
  readonly problem?: string | undefined;
}

const TEXT = 'docent: this is a test; alerts would arrive here';

/** One try for Slack and each webhook, all at once. Throws DOC_USAGE where none is configured, DOC_CONFIG for a proxy that is no http(s) URL. */
export async function sendTests(settings: Settings): Promise<readonly TestResult[]> {
  const { webhooks, options } = settings;
  const { slack_webhook: slack } = options;
  if (slack === undefined && webhooks.length === 0)
    throw new DocentError('DOC_USAGE', 'no webhook is configured: docent.yml has neither slack_webhook nor webhooks');
  return Promise.all([
    ...(slack === undefined ? [] : [testSlack(slack, settings)]),
    ...webhooks.map((webhook, nth) => testWebhook(webhook, webhookName(webhook, nth), settings)),
  ]);
}

async function testSlack(url: string, settings: Settings): Promise<TestResult> {
  const message: SlackMessage = {
    text: TEXT,
    blocks: [{ type: 'header', text: { type: 'plain_text', text: TEXT, emoji: false } }],
  };
  const http = httpOptions(settings, [], silentLog);
  const end = await postWebhook(message, { ...http, url, agent: settings.agent, delays: [] });
  return resultOf(`slack_webhook (${new URL(url).host})`, end);
}

async function testWebhook(webhook: Webhook, to: string, settings: Settings): Promise<TestResult> {
  const { url, secret_env: variable } = webhook;
  const secret = process.env[variable];
  if (!secret)
    return { to, ok: false, problem: `the environment variable ${variable} is not set, so nothing was sent` };
  const delivery = deliveryTo(webhook, { type: 'test', content: { text: TEXT } }, Date.now());
  const client = openWebhook({ ...apiHttpOptions(settings, url), url, agent: settings.agent });
  try {
    const headers = deliveryHeaders(delivery, secret, Date.now());
    return resultOf(to, await client.post(delivery.body, { headers }));
  } finally {
    await client.close();
  }
}

function resultOf(to: string, end: Pick<PostEnd, 'ok'> & { readonly problem?: string }): TestResult {
  return end.ok ? { to, ok: true } : { to, ok: false, problem: end.problem };
}
