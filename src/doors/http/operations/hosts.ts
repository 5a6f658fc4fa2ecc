// Hosts: when each may be requested and why not before, what its robots.txt means, what is used of its budget; stopped and resumed.
import { hostNamed } from '../../../app/read/hosts.ts';
import type { Field } from '../../../core/options/field.ts';
import { hostWords } from '../../../watch/states/host-state.ts';
import { sinceTime } from '../../since-time.ts';
import { operation, pageFields } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, figure, flag, list, named, nullable, object, oneOf, optional, text, time, url } from '../shape.ts';
import { numberIn } from './runs.ts';

const budgetShape = object({ used: count('Requests.'), most: optional(count('Absent: no bound.')) });

const robotsShape = object({
  state: oneOf(
    ['rules', 'open', 'closed', 'deferred'],
    'rules: its rules hold. open: everything is allowed. closed: nothing is. deferred: it is requested again later.',
  ),
  why: text(),
  status: count('0 where there was no response.'),
  bytes: count(),
  dialect: text('The tradition it was read in.'),
  failures: count('In a row.'),
  requestedAt: time(),
  requestAgainAt: time(),
  fetchedAt: optional(time('Of the copy in force.')),
  holdUntil: optional(time('The host requests a pause until then.')),
  crawlDelay: nullable(figure('Seconds between two requests.')),
});

const hostFields = {
  host: text(),
  state: oneOf(
    hostWords,
    'not requested yet: URLs wait for it. slow: it requested a pause, or answered with errors. parked: left alone for a while. closed by robots: its robots.txt allows nothing now. unreachable: nobody answered. stopped: by the operator. out of budget: the requests allowed to it are used up.',
  ),
  isCounted: flag('Whether requests to it are counted: those to sites of your own and to this machine are not.'),
  providers: list(text(), 'Sources with URLs at it.'),
  waiting: count('URLs that wait for it.'),
  underWay: count('Requests that are under way.'),
  gapMs: optional(count('Between two requests.')),
  nextAt: optional(time('When the next request is allowed; absent: now.')),
  backOff: optional(
    object({ until: time(), by: text('Who decided.'), detail: text() }, 'A pause that is longer than the gap.'),
  ),
  parked: flag('It gets no request for a while, after too many errors.'),
  recentErrors: count('Among its last answers.'),
  recentAnswers: count('At most twenty.'),
  tooMany: count('Answers with status 429, in the history that is kept of its URLs.'),
  unavailable: count('Answers with status 503, in the same.'),
  lastHour: budgetShape,
  lastDay: budgetShape,
  stopped: optional(text('The reason, where the operator has stopped it.')),
  robots: optional(robotsShape),
} as const;

const hostShape = named('Host', object(hostFields));

const rulesShape = object({
  group: nullable(text('The User-agent they are under; null: none is for docent.')),
  rules: list(object({ type: oneOf(['allow', 'disallow']), pattern: text(), line: count() }), 'Those for docent.'),
  sitemaps: list(url()),
});

const hostParam = {
  name: 'host',
  kind: 'text',
  required: true,
  // With a dot, brackets or a port: a lone word is more often a mistake than a host.
  pattern:
    /^(?:localhost|\[[0-9a-f:.]{2,45}\]|(?=[^:]{1,253}(?:$|:))(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?|[a-z0-9-]{1,63}(?=:))(?::[0-9]{1,5})?$/i,
  shape: 'a host, such as example.com or 127.0.0.1:8080',
  doc: 'A host as it is listed: `example.com`, `127.0.0.1:8080`.',
} as const satisfies Field;

export const hostOperations = [
  operation({
    ...{ id: 'listHosts', method: 'get', path: '/hosts', tag: 'Hosts', scope: 'read' },
    summary: 'Hosts: pace, pauses, robots.txt, and requests against their budgets',
    query: pageFields,
    returns: {
      status: 200,
      shape: object({
        hosts: list(hostShape),
        lastHour: budgetShape,
        lastDay: budgetShape,
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { limit, cursor }, means }) {
      const { hosts, ...budgets } = await means.reads.run('hosts', { after: cursor, limit: limit + 1 });
      const shown = hosts.slice(0, limit);
      return { value: { ...budgets, hosts: shown, next: hosts.length > limit ? shown.at(-1)?.host : undefined } };
    },
  }),
  operation({
    ...{ id: 'getHost', method: 'get', path: '/hosts/{host}', tag: 'Hosts', scope: 'read' },
    summary: 'One host, with the rules of its robots.txt that are for docent',
    params: [hostParam],
    returns: { status: 200, shape: object({ ...hostFields, rules: optional(rulesShape) }) },
    async run({ path: { host }, means }) {
      const found = await means.reads.run('host', { name: checkedHost(host) });
      if (found === undefined) throw new HttpProblem('not_found', `nothing was requested from "${host}" yet`);
      return { value: found };
    },
  }),
  operation({
    ...{ id: 'listHostRequests', method: 'get', path: '/hosts/{host}/requests', tag: 'Hosts', scope: 'read' },
    summary: 'When requests to a host were made that a budget counts, the latest first',
    description:
      'Pages, robots.txt and sitemaps, by crawls and by commands, of the last day; those to this machine and to sites of your own are not counted.',
    params: [hostParam],
    query: [
      {
        name: 'since',
        kind: 'text',
        doc: 'Only since then: a date, with or without a time, or a span before now. Default: `24h`.',
      },
      ...pageFields,
    ],
    returns: {
      status: 200,
      shape: object({ times: list(time()), next: optional(text('`cursor` of the next page; absent on the last.')) }),
    },
    async run({ path: { host }, query: { since = '24h', limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const filter = { host: checkedHost(host), since: sinceTime(since), limit: limit + 1, offset };
      const times = await means.reads.run('hostRequests', filter);
      return {
        value: { times: times.slice(0, limit), next: times.length > limit ? String(offset + limit) : undefined },
      };
    },
  }),
  operation({
    ...{ id: 'stopHost', method: 'post', path: '/hosts/{host}/stop', tag: 'Hosts', scope: 'write' },
    summary: 'Stop a host: nothing more is requested of it; what is queued ends as blocked',
    description: 'It is put on the blocklist, which runs under way see within seconds.',
    cli: 'docent blocklist add <host>',
    params: [hostParam],
    body: { fields: [{ name: 'reason', kind: 'text', default: 'stopped by the operator', doc: 'Why.' }] },
    returns: {
      status: 200,
      shape: object({ host: text(), reason: text(), isNew: flag('It was not stopped before.') }),
    },
    async run({ path: { host }, body: { reason }, means }) {
      const name = checkedHost(host);
      const isNew = await means.works.run('stopHost', { host: name, reason });
      return { value: { host: name, reason, isNew } };
    },
  }),
  operation({
    ...{ id: 'resumeHost', method: 'post', path: '/hosts/{host}/resume', tag: 'Hosts', scope: 'write' },
    summary: 'Let a host that was stopped be requested again, from the next run on',
    cli: 'docent blocklist remove <host>',
    problems: [409],
    params: [hostParam],
    returns: { status: 200, shape: object({ host: text() }) },
    async run({ path: { host }, means }) {
      const name = checkedHost(host);
      if (!(await means.works.run('resumeHost', { host: name })))
        throw new HttpProblem('conflict', `"${name}" is not stopped as a whole`);
      return { value: { host: name } };
    },
  }),
];

/** Throws invalid for a text that is no host. */
function checkedHost(host: string): string {
  const name = hostNamed(host);
  if (name === undefined)
    throw new HttpProblem('invalid', [`host is "${host.slice(0, 80)}" in the path: it must be a host`]);
  return name;
}
