// The webhooks of the configuration: where events are posted, which ones, and which variable holds the secret that signs them.
import { counted } from '../../core/counted.ts';
import { type Field, type Origin, readField } from '../../core/options/field.ts';
import { isMapping, unknownField } from '../../core/options/resolve.ts';
import { suggest } from '../../core/suggest.ts';
import { isPrivateWire } from '../../core/url/host.ts';

/** What a webhook can subscribe to. */
export const webhookEvents = ['run.ended', 'pages.changed', 'alert'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** One entry of `webhooks`; the names are those of the configuration. */
export interface Webhook {
  /** Secret: https, or an address of this machine. Nothing but its host is shown. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** The name of the environment variable with the secret. */
  readonly secret_env: string;
}

/** The fields of an entry. */
export const webhookFields = [
  {
    name: 'url',
    kind: 'url',
    required: true,
    secret: true,
    doc: 'Where events are posted: https, or this machine. Secret: only its host is ever shown.',
  },
  {
    name: 'events',
    kind: 'list',
    of: 'event',
    min: 1,
    required: true,
    doc: `Which events: ${webhookEvents.join(', ')}.`,
  },
  {
    name: 'secret_env',
    kind: 'text',
    // Capitals only: a secret that was written in place of its variable is mostly something else, and is refused without being shown.
    pattern: /^[A-Z_][A-Z0-9_]{0,63}$/,
    shape: 'the name of an environment variable in capitals, such as DOCENT_HOOK_SECRET, and not the secret itself',
    required: true,
    secret: true,
    doc: 'The environment variable with the secret that signs each delivery. While it is not set, nothing is sent.',
  },
] as const satisfies readonly Field[];

const fields: readonly Field[] = webhookFields;
const MOST_WEBHOOKS = 20;

/** The entries that can be used; a line in `problems` for each thing that is wrong, none of which contains a URL. */
export function readWebhooks(
  raw: unknown,
  where: (at: readonly (string | number)[]) => Origin,
  problems: string[],
): readonly Webhook[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    problems.push(`webhooks in ${where([])} must be a list, each entry with url, events and secret_env`);
    return [];
  }
  if (raw.length > MOST_WEBHOOKS)
    problems.push(
      `webhooks in ${where([])} has ${counted(raw.length, 'entry', 'entries')}: it must be at most ${MOST_WEBHOOKS}`,
    );
  const webhooks = raw.slice(0, MOST_WEBHOOKS).flatMap((entry: unknown, nth) => {
    const webhook = readWebhook(entry, `webhooks[${nth}]`, (at) => where([nth, ...at]), problems);
    return webhook === undefined ? [] : [webhook];
  });
  const urls = new Set<string>();
  for (const { url } of webhooks) {
    if (urls.has(url))
      problems.push(`webhooks in ${where([])} has the same url twice; list all its events in one entry`);
    urls.add(url);
  }
  return webhooks;
}

function readWebhook(
  raw: unknown,
  label: string,
  where: (at: readonly string[]) => Origin,
  problems: string[],
): Webhook | undefined {
  if (!isMapping(raw)) {
    problems.push(`${label} in ${where([])} must be a mapping with url, events and secret_env`);
    return undefined;
  }
  const before = problems.length;
  for (const field of fields) {
    const value = raw[field.name];
    if (value === undefined || value === null) problems.push(`${label}.${field.name} is missing in ${where([])}`);
    else {
      const read = readField(field, value, where([field.name]), `${label}.${field.name}`);
      if (!read.ok) problems.push(read.problem);
    }
  }
  for (const name of Object.keys(raw).filter((key) => fields.every((field) => field.name !== key)))
    problems.push(
      unknownField(
        `${label}.${name}`,
        where([name]),
        fields.map((field) => `${label}.${field.name}`),
      ),
    );
  if (problems.length > before) return undefined;
  const webhook = raw as unknown as Webhook;
  for (const problem of [...urlProblems(webhook.url), ...eventProblems(webhook.events)])
    problems.push(`${label}.${problem.field} in ${where([problem.field])} ${problem.text}`);
  return problems.length > before ? undefined : webhook;
}

interface Problem {
  readonly field: keyof Webhook;
  readonly text: string;
}

function urlProblems(text: string): readonly Problem[] {
  const { username, password } = new URL(text);
  if (username !== '' || password !== '')
    return [{ field: 'url', text: 'has a user name or password, which is not sent: the signature shows who posts' }];
  return isPrivateWire(text) ? [] : [{ field: 'url', text: 'must be https, or an address of this machine' }];
}

function eventProblems(events: readonly string[]): readonly Problem[] {
  const unknown = events.filter((event) => !(webhookEvents as readonly string[]).includes(event));
  return unknown.map((event) => {
    const near = suggest(event, webhookEvents);
    const advice = near === undefined ? `there are ${webhookEvents.join(', ')}` : `did you mean "${near}"?`;
    return { field: 'events', text: `has "${event.slice(0, 80)}", which is not an event; ${advice}` };
  });
}

/** How a webhook is named to people: its place in the configuration, and its host; of its path and query nothing. */
export function webhookName({ url }: Webhook, nth: number): string {
  return `webhooks[${nth}] (${new URL(url).host})`;
}
