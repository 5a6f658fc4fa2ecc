// M1, M2: what is out of bounds, and whether messages about it arrive.
import { sendTests } from '../../../app/watch/test-messages.ts';
import { shownData } from '../../../core/url/shown-url.ts';
import { operation } from '../operation.ts';
import { figure, flag, list, named, object, oneOf, optional, text, time } from '../shape.ts';

const passed = {
  bound: text('The name of the bound.'),
  of: optional(text('The host or the selector it was measured on.')),
  value: figure(),
  limit: figure('The bound as it was set.'),
} as const;

/** An alert, open or over: bounds that are passed for one cause. */
export const alertShape = named(
  'Alert',
  object({
    provider: text('The source.'),
    about: optional(text('The name of its cause: `selector`, `broken`, `slow`; absent in alerts of earlier versions.')),
    ...passed,
    bounds: optional(list(object(passed), 'Every bound that is passed for this cause; the first is the one above.')),
    since: time(),
    endedAt: optional(time('Of one that is over.')),
    cause: text('The likely cause, and what to do.'),
    command: text('The command that shows the URLs it is about.'),
    text: text('All of it in one line.'),
  }),
);

export const alertOperations = [
  operation({
    ...{ id: 'listAlerts', method: 'get', path: '/alerts', tag: 'Reports', scope: 'read', cli: 'docent alerts' },
    summary: 'What is out of bounds, the oldest first, and what was',
    query: [
      { name: 'provider', kind: 'text', doc: 'Only of this source.' },
      { name: 'state', kind: 'choice', choices: ['open', 'over', 'all'], default: 'open', doc: 'Which.' },
      {
        name: 'limit',
        kind: 'integer',
        min: 1,
        max: 1_000,
        default: 100,
        doc: 'At most this many of those that are over, the latest first.',
      },
    ],
    returns: {
      status: 200,
      shape: object({
        alerts: list(alertShape),
        judged: list(text(), 'Sources whose last run was compared with all bounds that raise alerts for it.'),
        notJudged: list(
          object({
            why: oneOf(['never run', 'under way', 'cut off', 'too small']),
            providers: list(text()),
          }),
          'Sources whose last run was not.',
        ),
      }),
    },
    async run({ query: { provider, state, limit }, means }) {
      const found = await means.reads.run('alerts', { provider, closed: state === 'open' ? 0 : limit });
      const alerts = found.alerts.filter(({ endedAt }) => state !== 'over' || endedAt !== undefined);
      return { value: shownData({ ...found, alerts }) };
    },
  }),
  operation({
    ...{ id: 'testAlerts', method: 'post', path: '/alerts/test', tag: 'Reports', scope: 'write' },
    summary: 'Send a test message to Slack and every webhook that is configured',
    cli: 'docent alerts test',
    returns: {
      status: 200,
      shape: object({
        results: list(
          object({
            to: text('The setting and the host.'),
            ok: flag('Whether it arrived.'),
            problem: optional(text('Why it did not.')),
          }),
        ),
      }),
    },
    run: async ({ means }) => ({ value: { results: await sendTests(means.settings()) } }),
  }),
];
