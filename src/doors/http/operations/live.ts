// The live events of every run of the server.
import type { CrawlEvent } from '../../../crawl/run/events.ts';
import { eventStream } from '../events.ts';
import { rawOperation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';

/** Every type of event, once. */
const known: Readonly<Record<CrawlEvent['type'], true>> = Object.freeze({
  ...{ started: true, visited: true, warning: true, note: true, progress: true, paused: true, resumed: true },
  ...{ handed: true, waiting: true, ended: true, gap: true },
});
const names = Object.keys(known).join(', ');

export const liveOperations = [
  rawOperation({
    ...{ id: 'streamEvents', method: 'get', path: '/events', tag: 'Runs', scope: 'read' },
    summary: 'Live events of all runs, as Server-Sent Events',
    description:
      'Begins with what comes next, or, with the header Last-Event-ID, after that event; a `gap` stands for events that are no longer kept. It ends when the token or the session of the caller does.',
    query: [
      { name: 'provider', kind: 'text', doc: 'Only of this source.' },
      { name: 'type', kind: 'list', of: 'text', default: [], doc: `Only events of these types: ${names}.` },
      { name: 'after', kind: 'text', doc: 'As Last-Event-ID, for clients that cannot send headers.' },
    ],
    returns: {
      status: 200,
      contentType: 'text/event-stream',
      description: 'Events: `id`, `event` (its type) and `data` (JSON).',
    },
    async respond({ query: { provider, type, after }, means, request, signal, isStill }) {
      const unknown = type.filter((one) => !Object.hasOwn(known, one));
      if (unknown.length > 0)
        throw new HttpProblem(
          'invalid',
          unknown.map((one) => `type is "${one.slice(0, 80)}" in the query: it must be one of ${names}`),
        );
      const last = request.headers.get('last-event-id') ?? after;
      const choice = { after: last || undefined, provider, types: type };
      return eventStream(means.runs.hub, choice, signal, isStill);
    },
  }),
];
