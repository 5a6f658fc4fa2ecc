// C5, A4: requests that people file, with their deadlines: deletions, inquiries and proposed sites.
import type { Field } from '../../../core/options/field.ts';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { type RequestKind, requestKinds } from '../../../requests/kinds.ts';
import type { Means } from '../means.ts';
import { numberParam, operation, operationWithBody, type Permission, pageFields } from '../operation.ts';
import { readPolicyData, sentPolicySchema } from '../policy-shape.ts';
import { HttpProblem } from '../problem.ts';
import { count, flag, list, named, type Of, object, oneOf, optional, text, time } from '../shape.ts';
import { blockDoneField, removalReply, removalShape } from './forget.ts';
import { numberIn } from './runs.ts';

const kinds = Object.keys(requestKinds) as readonly RequestKind[];
const ends = [...new Set(Object.values(requestKinds).flatMap((kind) => [...kind.ends]))];

const requestShape = named(
  'Request',
  object({
    id: count(),
    kind: oneOf(
      kinds,
      'deletion: something is to be forgotten; inquiry: a question of a site owner; proposal: a site.',
    ),
    what: text('What is to be deleted, the site of an inquiry (may be empty), or the proposed URL.'),
    message: optional(text('The person’s own words; empty once it is closed. Only for the scope write.')),
    contact: optional(text('How to reach the person; empty once it is closed. Only for the scope write.')),
    note: text('The operator’s.'),
    state: oneOf(['open', ...ends]),
    askedAt: time(),
    deadline: time('Until when it has to be closed.'),
    overdue: flag(),
    left: text('The time to the deadline in words; empty once it is closed.'),
    closedAt: optional(time()),
    closedNote: optional(text()),
    receipt: optional(count('Of a deletion that was done.')),
  }),
);

const PERSONAL = '`message` and `contact` are absent for a caller without the scope write.';
const common = { tag: 'Requests', scope: 'write', method: 'post', params: [numberParam], problems: [409] } as const;
const neededNote = {
  name: 'note',
  kind: 'text',
  required: true,
  doc: 'Kept with the request.',
} as const satisfies Field;
const optionalNote = { name: 'note', kind: 'text', doc: 'Kept with the request.' } as const satisfies Field;

export const requestOperations = [
  operation({
    ...{ id: 'listRequests', method: 'get', path: '/requests', tag: 'Requests', scope: 'read', cli: 'docent requests' },
    summary: 'What people request, the most urgent first',
    description: PERSONAL,
    query: [
      { name: 'kind', kind: 'choice', choices: kinds, doc: 'Only of this kind.' },
      { name: 'state', kind: 'choice', choices: ['open', 'closed', 'all'], default: 'open', doc: 'Which.' },
      ...pageFields,
    ],
    returns: {
      status: 200,
      shape: object({
        requests: list(requestShape),
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { kind, state, limit, cursor }, means, scopes }) {
      const after = cursor === undefined ? undefined : numberIn(cursor);
      const found = await means.reads.run('requests', { kind, state, after, limit: limit + 1 });
      const requests = found.slice(0, limit);
      return {
        value: {
          requests: requests.map((one) => shownRequest(one, scopes)),
          next: found.length > limit ? String(requests.at(-1)?.id) : undefined,
        },
      };
    },
  }),
  operation({
    ...{ id: 'getRequest', method: 'get', path: '/requests/{id}', tag: 'Requests', scope: 'read' },
    summary: 'One request, with its message',
    description: PERSONAL,
    cli: 'docent requests show <id>',
    params: [numberParam],
    returns: { status: 200, shape: requestShape },
    run: async ({ path: { id }, means, scopes }) => ({ value: await requestNumber(id, means, scopes) }),
  }),
  operation({
    ...{ id: 'addRequest', method: 'post', path: '/requests', tag: 'Requests', scope: 'write', problems: [409, 507] },
    summary: 'Enter a request that reached the operator in another way',
    cli: 'docent requests add <what>',
    body: {
      fields: [
        { name: 'kind', kind: 'choice', choices: kinds, required: true, doc: 'What is requested.' },
        {
          name: 'what',
          kind: 'text',
          doc: 'To delete: a URL, a path or `provider:<id>`; the site of an inquiry; the URL of a proposed site. Needed unless it is an inquiry.',
        },
        { name: 'message', kind: 'text', lines: true, doc: 'The person’s own words; needed for an inquiry.' },
        { name: 'contact', kind: 'text', doc: 'How to reach the person; needed unless it is a deletion.' },
        optionalNote,
      ],
    },
    returns: { status: 201, shape: requestShape },
    async run({ body, means }) {
      const { id } = await means.works.run('addRequest', body);
      return { value: await requestNumber(id, means), headers: { location: `requests/${id}` } };
    },
  }),
  operation({
    ...{ ...common, id: 'doDeletion', path: '/requests/{id}/do', cli: 'docent requests do <id>' },
    summary: 'Forget what a deletion names, and close it with the receipt',
    description:
      'As POST /forget: it cannot be undone. Where it ends as `unwiped` the request stays open, to be done again.',
    problems: [409, 507],
    body: { fields: [blockDoneField, { name: 'reason', kind: 'text', doc: 'Why, for the blocklist.' }, optionalNote] },
    returns: { status: 200, shape: object({ request: requestShape, removal: removalShape }) },
    async run({ path: { id }, body, means }) {
      await requireOpen(id, means, 'deletion');
      const done = await means.service.forgetting(() => means.works.run('doDeletion', { id, ...body }));
      return { value: { request: await requestNumber(id, means), removal: removalReply(done, body.block) } };
    },
  }),
  operation({
    ...{ ...common, id: 'answerInquiry', path: '/requests/{id}/answer', cli: 'docent requests answer <id>' },
    summary: 'Close an inquiry that was answered, by mail or however',
    body: { fields: [neededNote] },
    returns: { status: 200, shape: requestShape },
    async run({ path: { id }, body: { note }, means }) {
      await requireOpen(id, means, 'inquiry');
      await means.works.run('answerInquiry', { id, note });
      return { value: await requestNumber(id, means) };
    },
  }),
  operation({
    ...{ ...common, id: 'blockSite', path: '/requests/{id}/block', cli: 'docent requests block <id>' },
    summary: 'Block the host of an inquiry’s site and close the inquiry, in one step',
    description: 'What is stored of the site stays; forgetting removes that.',
    body: {
      fields: [
        { name: 'site', kind: 'text', doc: 'The site, where the inquiry names none or another one.' },
        { name: 'note', kind: 'text', doc: 'Kept with the request, and the reason in the blocklist.' },
      ],
    },
    returns: {
      status: 200,
      shape: object({ request: requestShape, pattern: text('The entry of the blocklist.') }),
    },
    async run({ path: { id }, body, means }) {
      await requireOpen(id, means, 'inquiry');
      const pattern = await means.works.run('blockSite', { id, ...body });
      return { value: { request: await requestNumber(id, means), pattern } };
    },
  }),
  operationWithBody({
    ...{ ...common, id: 'acceptProposal', path: '/requests/{id}/accept', cli: 'docent requests accept <id>' },
    summary: 'Add a proposed site to the configuration file, and close the proposal',
    description:
      'The body has the fields of the policy that are not to have their defaults, as POST /providers takes them; the proposed URL is its first seed.',
    body: { schema: sentPolicySchema(), read: readPolicyData },
    returns: {
      status: 200,
      shape: object({
        request: requestShape,
        provider: text('The id of the source.'),
        isNew: flag('False where a source with this seed was there already.'),
      }),
    },
    async run({ path: { id }, body: policy, means }) {
      await requireOpen(id, means, 'proposal');
      const accepted = await means.policies.accept(id, policy);
      if (accepted === undefined) throw new HttpProblem('conflict', `request ${id} was not accepted`);
      return { value: { request: await requestNumber(id, means), ...accepted } };
    },
  }),
  operation({
    ...{ ...common, id: 'refuseRequest', path: '/requests/{id}/refuse', cli: 'docent requests refuse <id>' },
    summary: 'Close a request of any kind without doing it',
    body: { fields: [neededNote] },
    returns: { status: 200, shape: requestShape },
    async run({ path: { id }, body: { note }, means }) {
      await requireOpen(id, means);
      await means.works.run('refuseRequest', { id, note });
      return { value: await requestNumber(id, means) };
    },
  }),
];

type RequestData = Of<typeof requestShape>;

/** The request of this number. Throws not_found. */
async function requestNumber(
  id: number,
  means: Means,
  scopes: readonly Permission[] = ['write'],
): Promise<RequestData> {
  const found = await means.reads.run('request', { id });
  if (found === undefined) throw new HttpProblem('not_found', `there is no request ${id}`);
  return shownRequest(found, scopes);
}

/** Throws not_found, and conflict for a request that is closed or of another kind. */
export async function requireOpen(id: number, means: Means, kind?: RequestKind): Promise<void> {
  const found = await requestNumber(id, means);
  if (found.state !== 'open') throw new HttpProblem('conflict', `request ${id} is closed: it was ${found.state}`);
  if (kind !== undefined && found.kind !== kind)
    throw new HttpProblem('conflict', `request ${id} is of the kind ${found.kind}, not ${kind}`);
}

/** The contact stays as it was typed: the only place for the address of a person. Whoever may only read sees no words of persons. */
function shownRequest({ message, contact, ...request }: RequestData, scopes: readonly Permission[]): RequestData {
  const shown = { ...request, what: shownUrl(request.what) };
  return scopes.includes('write') ? { ...shown, message, contact } : shown;
}
