// A4, C5: what people want of the operator: the list with deadlines, one request, and what closes it.
import type { Child, FC } from 'hono/jsx';
import type { ListedRequest } from '../../app/requests/requests.ts';
import type { ForgetOutlook } from '../../app/server/reads/forget-reads.ts';
import type { OpenCounts } from '../../app/server/reads/request-reads.ts';
import { printableLines } from '../../core/printable.ts';
import { type RequestKind, type RequestState, requestBounds, requestKinds } from '../../requests/kinds.ts';
import type { Means } from '../http/means.ts';
import { requireOpen } from '../http/operations/requests.ts';
import { HttpProblem } from '../http/problem.ts';
import { ForgetOutcome } from './forget-parts.tsx';
import { framedPage, type View } from './layout.tsx';
import type { FormCall, FormRoute, PageRoute } from './page-route.ts';
import {
  ChoiceField,
  type Column,
  Crawled,
  Empty,
  Figures,
  number,
  Pager,
  RowTable,
  State,
  type Tone,
  When,
} from './parts.tsx';

const LISTED = 50;
/** Of what a deletion removes. */
const FIRST_URLS = 20;
const kinds = Object.keys(requestKinds) as readonly RequestKind[];
const states = ['open', 'closed', 'all'] as const;

const plural: Readonly<Record<RequestKind, string>> = Object.freeze({
  deletion: 'Deletions',
  inquiry: 'Questions',
  proposal: 'Proposals',
});
const tones: Readonly<Record<RequestState, Tone>> = Object.freeze({
  open: 'live',
  done: 'good',
  answered: 'good',
  blocked: 'good',
  accepted: 'good',
  refused: 'plain',
});

const Deadline: FC<{ request: ListedRequest }> = ({ request: { state, deadline, left, overdue } }) =>
  state !== 'open' ? (
    <span class="soft">
      <When at={deadline} />
    </span>
  ) : (
    <State tone={overdue ? 'bad' : deadline - Date.now() < DAY_MS ? 'warn' : 'plain'}>{left}</State>
  );
const DAY_MS = 86_400_000;

function columns(view: View): readonly Column<ListedRequest>[] {
  return [
    { title: 'Number', kind: 'head', cell: ({ id }) => <a href={`${view.base}/requests/${id}`}>{id}</a> },
    { title: 'Kind', kind: 'tight', cell: ({ kind }) => kind },
    {
      title: 'About',
      cell: ({ what }) => (what === '' ? <span class="soft">no site</span> : <Crawled text={what} most={120} />),
    },
    { title: 'State', kind: 'tight', cell: ({ state }) => <State tone={tones[state]}>{state}</State> },
    { title: 'Received', kind: 'tight', cell: ({ askedAt }) => <When at={askedAt} /> },
    { title: 'Deadline', kind: 'tight', cell: (request) => <Deadline request={request} /> },
    { title: 'Closed', kind: 'tight', cell: ({ closedAt }) => (closedAt === undefined ? '' : <When at={closedAt} />) },
  ];
}

const Filters: FC<{ view: View; kind: RequestKind | undefined; state: string }> = ({ view, kind, state }) => (
  <form class="filters" method="get" action={`${view.base}/requests`}>
    <ChoiceField
      name="kind"
      label="Kind"
      none="all"
      values={kinds.map((one) => [one, plural[one].toLowerCase()])}
      chosen={kind}
    />
    <ChoiceField name="state" label="State" values={states.map((one) => [one, one])} chosen={state} />
    <button type="submit">Show</button>
  </form>
);

function openFigures(view: View, counts: OpenCounts) {
  return (
    <Figures
      view={view}
      figures={kinds.map((kind) => ({
        name: `${plural[kind]} open`,
        ...{ value: number(counts[kind].open), count: counts[kind].open },
        path: `/requests?kind=${kind}`,
        note: counts[kind].overdue > 0 ? `${number(counts[kind].overdue)} overdue` : undefined,
      }))}
    />
  );
}

const shown: readonly PageRoute[] = [
  {
    path: '/requests',
    async show({ view, means, query }) {
      const kind = kinds.find((one) => one === query.get('kind'));
      const state = states.find((one) => one === query.get('state')) ?? 'open';
      const cursor = query.get('cursor') ?? '';
      const after = /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : undefined;
      const [found, counts] = await Promise.all([
        means.reads.run('requests', { kind, state, after, limit: LISTED + 1 }),
        means.reads.run('openRequests', undefined),
      ]);
      const listed = found.slice(0, LISTED);
      const flags = `${kind === undefined ? '' : ` --kind ${kind}`}${state === 'open' ? '' : ' --all'}`;
      const chosen = new URLSearchParams({ ...(kind && { kind }), ...(state !== 'open' && { state }) }).toString();
      const api = `GET /requests${chosen === '' ? '' : `?${chosen}`}`;
      return framedPage({
        ...{ view, place: 'requests', title: 'Requests', same: { cli: `docent requests${flags}`, api } },
        children: (
          <>
            {openFigures(view, counts)}
            <section>
              <Filters view={view} kind={kind} state={state} />
              {listed.length === 0 ? (
                <Empty title={state === 'open' ? 'No request is open' : 'There is no such request'}>
                  Owners of crawled sites file deletions, questions and proposals on{' '}
                  <a href={`${view.base}/bot`}>the page about the robot</a>, and you with{' '}
                  <code>docent requests add</code>. Each is listed here with its deadline.
                </Empty>
              ) : (
                <RowTable columns={columns(view)} rows={listed} total="" />
              )}
              <Pager
                view={view}
                isFirst={after === undefined}
                next={found.length > LISTED ? String(listed.at(-1)?.id) : undefined}
              />
            </section>
          </>
        ),
      });
    },
  },
  {
    path: '/requests/{id}',
    async show({ view, means, path }) {
      const id = idIn(path);
      const request = await means.reads.run('request', { id });
      if (request === undefined) throw new HttpProblem('not_found', `there is no request ${id}`);
      const { kind, state, what } = request;
      const isOpen = state === 'open';
      const plan =
        isOpen && kind === 'deletion'
          ? { found: await means.reads.run('forgetPlan', { what, limit: FIRST_URLS }) }
          : undefined;
      return framedPage({
        ...{ view, place: 'requests', title: `Request ${id}`, crumbs: [{ title: 'Requests', path: '/requests' }] },
        beside: <State tone={tones[state]}>{`${kind}, ${state}`}</State>,
        same: { cli: `docent requests show ${id}`, api: `GET /requests/${id}` },
        children: (
          <>
            <RequestFacts request={request} isShown={view.formToken !== undefined} />
            {isOpen ? <Acts view={view} request={request} plan={plan?.found} /> : null}
          </>
        ),
      });
    },
  },
];

/** The words of the person, and how to reach them, are for those who may close the request. */
const RequestFacts: FC<{ request: ListedRequest; isShown: boolean }> = ({ request, isShown }) => {
  const { what, contact, note, askedAt, closedAt, closedNote, receipt, message, state } = request;
  const row = (title: string, value: Child) => (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  );
  return (
    <>
      <dl class="facts">
        {row('About', what === '' ? <span class="soft">no site</span> : <Crawled text={what} most={2_000} />)}
        {row('Received', <When at={askedAt} />)}
        {row('Deadline', <Deadline request={request} />)}
        {state === 'open' && isShown
          ? row('Contact', contact === '' ? <span class="soft">none</span> : <Crawled text={contact} />)
          : null}
        {note === '' ? null : row('Your note', <Crawled text={note} most={1_000} />)}
        {closedAt === undefined ? null : row('Closed', <When at={closedAt} />)}
        {closedNote === undefined || closedNote === ''
          ? null
          : row('Closed with', <Crawled text={closedNote} most={1_000} />)}
        {receipt === undefined ? null : row('Receipt', String(receipt))}
      </dl>
      {message === '' || !isShown ? null : (
        <section>
          <h2>Message</h2>
          <pre>{printableLines(message)}</pre>
        </section>
      )}
      {state !== 'open' ? <p class="soft">Contact and message were removed when it was closed.</p> : null}
      {state === 'open' && !isShown ? (
        <p class="soft">Contact and message are shown to those who have signed in and may change things.</p>
      ) : null}
    </>
  );
};

const Acts: FC<{ view: View; request: ListedRequest; plan: ForgetOutlook | undefined }> = ({ view, request, plan }) => {
  const { id, kind, what } = request;
  return (
    <>
      {kind === 'deletion' ? (
        <section>
          <h2>What is removed</h2>
          <ForgetOutcome view={view} plan={plan} />
          <ActForm view={view} id={id} verb="do" button="Delete it" tone="danger">
            <div class="field">
              <label>
                <input type="checkbox" name="block" value="yes" checked /> Block it too, so that no crawl brings it back
              </label>
            </div>
            <NoteField id="do-note" label="Note, kept with the request" />
          </ActForm>
        </section>
      ) : null}
      {kind === 'inquiry' ? (
        <div class="split">
          <section>
            <h2>Answered</h2>
            <p>Write to the contact first; this closes the question.</p>
            <ActForm view={view} id={id} verb="answer" button="Close as answered" tone="main">
              <NoteField id="answer-note" label="What the answer was" isNeeded />
            </ActForm>
          </section>
          <section>
            <h2>Block the site</h2>
            <p>No crawl fetches from the host any more, and the question is closed. What is stored stays.</p>
            <ActForm view={view} id={id} verb="block" button="Block and close" tone="danger">
              <div class="field">
                <label for="block-site">Site</label>
                <input id="block-site" name="site" required maxlength={requestBounds.what} value={what} />
              </div>
              <NoteField id="block-note" label="Why; kept with the request and in the blocklist" />
            </ActForm>
          </section>
        </div>
      ) : null}
      {kind === 'proposal' ? (
        <section>
          <h2>Accept it</h2>
          <p>Look at the site and its terms in the wizard, save it as a source, then close the proposal.</p>
          <div class="actions">
            <a class="button main" href={`${view.base}/sources/new?url=${encodeURIComponent(what)}`}>
              Add it as a source
            </a>
            <ActForm view={view} id={id} verb="accept" button="Close as accepted" />
          </div>
        </section>
      ) : null}
      <section>
        <h2>Refuse it</h2>
        <ActForm view={view} id={id} verb="refuse" button="Refuse">
          <NoteField id="refuse-note" label="Why" isNeeded />
        </ActForm>
      </section>
    </>
  );
};

const NoteField: FC<{ id: string; label: string; isNeeded?: boolean }> = ({ id, label, isNeeded = false }) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input id={id} name="note" required={isNeeded} maxlength={requestBounds.note} />
  </div>
);

const ActForm: FC<{
  view: View;
  id: number;
  verb: string;
  button: string;
  tone?: 'main' | 'danger';
  children?: Child;
}> = ({ view, id, verb, button, tone, children }) =>
  view.formToken === undefined ? (
    <p class="soft">Sign in to do this.</p>
  ) : (
    <form method="post" action={`${view.base}/requests/${id}/${verb}`}>
      <input type="hidden" name="form_token" value={view.formToken} />
      {children}
      <button type="submit" class={tone}>
        {button}
      </button>
    </form>
  );

type Act = (id: number, call: FormCall) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = Object.freeze({
  do: (id, { form, means }) => deleteIt(id, { block: form.get('block') === 'yes', note: noteIn(form) }, means),
  answer: async (id, { form, means }) => means.works.run('answerInquiry', { id, note: neededNote(form) }),
  block: (id, { form, means }) =>
    means.works.run('blockSite', { id, site: form.get('site')?.trim() || undefined, note: noteIn(form) }),
  refuse: async (id, { form, means }) => means.works.run('refuseRequest', { id, note: neededNote(form) }),
  async accept(id, { means }) {
    if ((await means.works.run('closeProposal', { id, place: means.config() })) === undefined)
      throw new HttpProblem('conflict', 'no source begins at the proposed URL yet: add it as a source first');
  },
});

async function deleteIt(
  id: number,
  call: { readonly block: boolean; readonly note: string | undefined },
  means: Means,
): Promise<void> {
  const done = await means.service.forgetting(() => means.works.run('doDeletion', { id, ...call }));
  if (done.end === 'unwiped')
    throw new HttpProblem('conflict', 'it is removed, but a reader still sees an older state of the data: do it again');
}

const forms: readonly FormRoute[] = Object.entries(acts).map(([verb, act]) => ({
  path: `/requests/{id}/${verb}`,
  async act(call) {
    const id = idIn(call.path);
    await requireOpen(id, call.means);
    await act(id, call);
    return `/requests/${id}`;
  },
}));

function noteIn(form: URLSearchParams): string | undefined {
  return form.get('note')?.trim() || undefined;
}

/** Throws invalid for an empty one. */
function neededNote(form: URLSearchParams): string {
  const note = noteIn(form);
  if (note === undefined) throw new HttpProblem('invalid', 'the note is empty: it is kept with the request');
  return note;
}

/** The number of a request in a path. Throws not_found. */
function idIn({ id = '' }: Readonly<Record<string, string>>): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new HttpProblem('not_found', 'a request has a number');
  return Number(id);
}

export const requestPages = { shown, forms };
