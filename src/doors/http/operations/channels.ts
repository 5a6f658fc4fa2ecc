// Where each source's documentation comes from, and when each source runs next.
import { hostWords } from '../../../watch/states/host-state.ts';
import { operation } from '../operation.ts';
import { count, flag, list, named, nullable, object, oneOf, optional, text, time, url } from '../shape.ts';
import { sourceStateFields } from './providers.ts';
import { runStateFields } from './runs.ts';

const channelsShape = named(
  'Channels',
  object({
    url: url('Where Context7 is.'),
    hasKey: flag('Whether CONTEXT7_API_KEY is set.'),
    state: oneOf(hostWords, 'Of Context7, in the words of hosts: stopped where it refuses this account.'),
    why: nullable(text('Why it is not ok.')),
    pausedUntil: nullable(time()),
    quota: nullable(
      object({ at: time(), limit: nullable(count()), remaining: nullable(count()), resetAt: nullable(time()) }),
    ),
    providers: list(
      object({
        provider: text('The source.'),
        channel: oneOf(['crawl', 'context7-first', 'crawl-unless-context7', 'api']),
        ask: flag('Whether questions may leave this machine.'),
        source: oneOf(['crawl', 'context7', 'api'], 'What answers questions now.'),
        by: text('The reason.'),
        detail: text(),
        library: nullable(text('The id in Context7.')),
        updatedAt: nullable(time('When Context7 made its copy.')),
        checkedAt: nullable(time()),
      }),
    ),
  }),
);

export const channelOperations = [
  operation({
    ...{ id: 'getChannels', method: 'get', path: '/channels', tag: 'Channels', scope: 'read', cli: 'docent channels' },
    summary: 'Where each source’s documentation comes from, why, and how old Context7’s copy is',
    returns: { status: 200, shape: channelsShape },
    run: async ({ means }) => ({ value: await means.reads.run('channels', {}) }),
  }),
  operation({
    ...{ id: 'checkChannels', method: 'post', path: '/channels/check', tag: 'Channels', scope: 'write' },
    summary: 'Look for each source in Context7 now; only names of libraries are sent',
    cli: 'docent channels check',
    problems: [504],
    body: {
      fields: [
        {
          name: 'providers',
          kind: 'list',
          of: 'text',
          default: [],
          doc: 'Only these sources; default: all that are used.',
        },
      ],
    },
    returns: { status: 200, shape: channelsShape },
    run: async ({ body: { providers }, means, signal }) => ({
      value: await means.probes.run('channels', { providers }, signal),
    }),
  }),
  operation({
    ...{ id: 'getSchedule', method: 'get', path: '/schedule', tag: 'Channels', scope: 'read', cli: 'docent schedule' },
    summary: 'When each source runs next, the next first',
    returns: {
      status: 200,
      shape: object({
        schedule: list(
          object({
            provider: text('The source.'),
            name: text(),
            cron: text('As written, or derived from its id.'),
            isDefault: flag('Whether the time follows from its id.'),
            words: text('The time in words.'),
            timeZone: text(),
            nextAt: optional(time('Absent when it is not run by schedule.')),
            overdue: flag('The time is past, and no process has run it for two hours.'),
            running: flag('A run of it is under way.'),
            lastRun: optional(
              object({
                ...{ id: count(), endedAt: optional(time()) },
                ...{ state: runStateFields.state, because: runStateFields.because },
              }),
            ),
            ...sourceStateFields,
          }),
        ),
      }),
    },
    run: async ({ means }) => ({ value: { schedule: await means.reads.run('schedule', {}) } }),
  }),
];
