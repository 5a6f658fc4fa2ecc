// One host: its budgets, its pauses and why, its robots.txt with rules and a tester, the responses that requested a pause.
import type { Child, FC } from 'hono/jsx';
import type { HostDetails, UsedBudget } from '../../app/read/hosts.ts';
import type { RobotsVerdict } from '../../app/read/test-robots.ts';
import { DocentError } from '../../core/errors.ts';
import type { Means } from '../http/means.ts';
import { HttpProblem } from '../http/problem.ts';
import {
  gap,
  HostBadge,
  hostNameIn,
  hostPath,
  hostRequestsPath,
  robotsWord,
  UncountedNote,
  waitingPath,
} from './hosts.tsx';
import { framedPage, type View } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import {
  ActButton,
  Crawled,
  Empty,
  type Figure,
  Figures,
  number,
  Outside,
  Pager,
  RowTable,
  State,
  size,
  UrlLink,
  When,
} from './parts.tsx';
import { reasonText, urlsPath } from './urls.tsx';

const LISTED = 50;
/** Of a file with more rules, the tester still knows all. */
const MOST_RULES = 300;
/** A longer list of rules scrolls in a place of its own. */
const SHORT = 12;

const shown: readonly PageRoute[] = [
  {
    path: '/hosts/{host}',
    async show({ view, means, path, query }) {
      const name = hostNameIn(path);
      const host = await means.reads.run('host', { name });
      if (host === undefined) throw new HttpProblem('not_found', `nothing was requested from "${name}" yet`);
      const typed = query.get('path')?.trim() ?? '';
      return framedPage({
        ...{ view, place: 'hosts', title: name, crumbs: [{ title: 'Hosts', path: '/hosts' }] },
        beside: (
          <>
            <HostBadge host={host} />
            {host.stopped === undefined ? null : (
              <div class="actions">
                <ActButton view={view} path={`${hostPath(name)}/resume`} title="Resume" tone="main" />
              </div>
            )}
          </>
        ),
        same: {
          cli: `docent robots ${(host.robotsUrl ?? `https://${name}/robots.txt`).replace(/robots\.txt$/, '')}`,
          api: `GET /hosts/${name}`,
        },
        children: (
          <>
            <Held host={host} />
            <HostFigures view={view} host={host} />
            <HostFacts view={view} host={host} />
            <Robots host={host} />
            <Tester view={view} host={name} typed={typed} verdict={await verdictOn(means, name, typed)} />
            {await answers(means, view, host, query)}
            {host.stopped === undefined ? <Stop view={view} host={name} /> : null}
          </>
        ),
      });
    },
  },
];

export const hostPage = { shown, forms: [] };

/** Why nothing is requested just now. */
const Held: FC<{ host: HostDetails }> = ({ host: { stopped, backOff } }) => (
  <>
    {stopped === undefined ? null : (
      <div class="note bad">
        <p>
          <strong>Stopped: nothing is requested of it.</strong> <Crawled text={stopped} />
        </p>
      </div>
    )}
    {backOff === undefined ? null : (
      <div class="note warn">
        <p>
          <strong>
            The next request is made <When at={backOff.until} /> at the earliest.
          </strong>{' '}
          {reasonText(backOff.by, backOff.detail)}
        </p>
      </div>
    )}
  </>
);

const HostFigures: FC<{ view: View; host: HostDetails }> = ({ view, host: one }) => {
  const counted = (name: string, n: number, path: string): Figure => ({
    ...{ name, value: number(n), count: n, path: n === 0 ? undefined : path },
  });
  const budget = (name: string, since: '1h' | '24h', { used, most }: UsedBudget): Figure => ({
    ...(one.isCounted ? { name, value: number(used), count: used } : { name, value: 'not counted' }),
    path: used === 0 ? undefined : hostRequestsPath(one.host, since),
    note: !one.isCounted ? undefined : most === undefined ? (
      'no bound is set'
    ) : (
      <>
        <meter
          min={0}
          max={most}
          value={Math.min(used, most)}
          high={most * 0.9}
          aria-label={`${name}, of the budget`}
        />{' '}
        of {number(most)}
      </>
    ),
  });
  return (
    <Figures
      view={view}
      figures={[
        budget('Requests in the last hour', '1h', one.lastHour),
        budget('Requests in the last day', '24h', one.lastDay),
        counted('URLs that wait for it', one.waiting, waitingPath(one.host)),
        counted('Answers with 429', one.tooMany, `${hostPath(one.host, { answer: '429' })}#answers`),
        counted('Answers with 503', one.unavailable, `${hostPath(one.host, { answer: '503' })}#answers`),
        {
          name: 'Errors among its last answers',
          value: one.recentAnswers === 0 ? 'none yet' : `${one.recentErrors} of ${one.recentAnswers}`,
        },
      ]}
    />
  );
};

function fact(title: string, value: Child) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  );
}

function nextRequest({ stopped, nextAt }: HostDetails): Child {
  if (stopped !== undefined) return 'none while it is stopped';
  return nextAt === undefined ? 'allowed now' : <When at={nextAt} />;
}

const HostFacts: FC<{ view: View; host: HostDetails }> = ({ view, host: one }) => (
  <section>
    <h2>Pace</h2>
    {one.isCounted ? null : <UncountedNote />}
    <dl class="facts">
      {fact('Between two requests', gap(one.gapMs, one.robots?.crawlDelay) || 'no gap is set')}
      {fact('Next request', nextRequest(one))}
      {fact('Under way', one.underWay === 0 ? 'nothing' : number(one.underWay))}
      {fact(
        'Sources',
        one.providers.length === 0
          ? 'none has URLs here'
          : one.providers.map((provider, nth) => (
              <>
                {nth === 0 ? '' : ', '}
                <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>{provider}</a>
              </>
            )),
      )}
      {fact('URLs', <a href={`${view.base}${urlsPath({ host: one.host })}`}>all that were found here</a>)}
    </dl>
  </section>
);

const meanings = Object.freeze({
  rules: ['good', 'its rules hold'],
  open: ['good', 'everything is allowed'],
  closed: ['bad', 'nothing is allowed'],
  deferred: ['warn', 'it is requested again later, and nothing else before'],
} as const);

/** A time that is past is the next request to its host, whenever that is. */
function again(at: number): Child {
  return at <= Date.now() ? 'with the next request to it' : <When at={at} />;
}

const Robots: FC<{ host: HostDetails }> = ({ host: { robots, rules, robotsUrl = '' } }) => {
  if (robots === undefined)
    return (
      <section id="robots">
        <h2>robots.txt</h2>
        <Empty title="It was not requested yet">It is, before anything else, when a crawl comes here.</Empty>
      </section>
    );
  const [tone, meaning] = meanings[robots.state];
  const listed = rules?.rules.slice(0, MOST_RULES) ?? [];
  return (
    <section id="robots">
      <header>
        <h2>robots.txt</h2>
        <State tone={tone}>{robotsWord(robots)}</State>
        <span class="more">
          <Outside url={robotsUrl}>Open it on its site</Outside>
        </span>
      </header>
      <div class="split">
        <div>
          <dl class="facts">
            {fact('Meaning', `${meaning[0]?.toUpperCase()}${meaning.slice(1)}: ${robots.why}.`)}
            {fact(
              'Copy in force',
              robots.fetchedAt === undefined ? (
                'none'
              ) : (
                <>
                  fetched <When at={robots.fetchedAt} />
                </>
              ),
            )}
            {fact('Requested', <When at={robots.requestedAt} />)}
            {fact('Is requested again', again(robots.requestAgainAt))}
            {fact('Crawl delay', robots.crawlDelay === null ? 'none is set' : gap(undefined, robots.crawlDelay))}
            {fact('Size', size(robots.bytes))}
            {fact('Read as', <code>{robots.dialect}</code>)}
            {robots.failures === 0 ? null : fact('Failures in a row', number(robots.failures))}
            {robots.holdUntil === undefined ? null : fact('It requests a pause until', <When at={robots.holdUntil} />)}
            {robots.state !== 'rules'
              ? null
              : fact(
                  'Rules for docent',
                  rules === undefined || rules.group === null ? (
                    'no group is for docent: everything is allowed'
                  ) : (
                    <>
                      those under{' '}
                      <code>
                        User-agent: <Crawled text={rules.group} most={80} />
                      </code>
                    </>
                  ),
                )}
            {rules === undefined || rules.sitemaps.length === 0
              ? null
              : fact(
                  'Sitemaps it names',
                  rules.sitemaps.slice(0, LISTED).map((url) => (
                    <div>
                      <Outside url={url} />
                    </div>
                  )),
                )}
          </dl>
        </div>
        <div>
          {listed.length === 0 ? null : (
            <div class={listed.length > SHORT ? 'pane' : undefined}>
              <div tabindex={listed.length > SHORT ? 0 : undefined}>
                <RowTable
                  rows={listed}
                  columns={[
                    { title: 'Line', kind: 'number', cell: ({ line }) => <span id={`line-${line}`}>{line}</span> },
                    {
                      ...{ title: 'Rule', kind: 'tight' },
                      cell: ({ type }) => <State tone={type === 'allow' ? 'good' : 'warn'}>{type}</State>,
                    },
                    {
                      title: 'Path',
                      cell: ({ pattern }) =>
                        pattern === '' ? (
                          <span class="soft">empty: it says nothing</span>
                        ) : (
                          <code>
                            <Crawled text={pattern} />
                          </code>
                        ),
                    },
                  ]}
                />
              </div>
            </div>
          )}
          {listed.length < (rules?.rules.length ?? 0) ? (
            <p class="soft">
              The first {number(MOST_RULES)} of {number(rules?.rules.length ?? 0)} rules are listed.
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
};

/** What the tester has to say about a text. */
type Tested = { readonly found?: RobotsVerdict | undefined } | { readonly problem: string } | undefined;

async function verdictOn({ reads }: Means, host: string, path: string): Promise<Tested> {
  if (path === '') return undefined;
  try {
    return { found: await reads.run('hostRobotsTest', { host, path }) };
  } catch (error) {
    if (error instanceof DocentError && error.code === 'DOC_URL') return { problem: error.message };
    throw error;
  }
}

const Tester: FC<{ view: View; host: string; typed: string; verdict: Tested }> = ({ view, host, typed, verdict }) => (
  <section id="test">
    <h2>May docent fetch it?</h2>
    <form class="filters" method="get" action={`${view.base}${hostPath(host)}#test`} aria-label="Test robots.txt">
      <div class="field wide">
        <label for="path">
          Path or URL <small>Decided by the copy that is kept; nothing is requested</small>
        </label>
        <input id="path" name="path" required maxlength={2_000} value={typed} placeholder="/docs/guide" />
      </div>
      <button type="submit">Test</button>
    </form>
    {verdict === undefined ? null : <Verdict verdict={verdict} />}
  </section>
);

const Verdict: FC<{ verdict: NonNullable<Tested> }> = ({ verdict }) => {
  if ('problem' in verdict)
    return (
      <div class="note warn" role="alert">
        <p>
          <Crawled text={verdict.problem} />
        </p>
      </div>
    );
  const { found } = verdict;
  if (found === undefined)
    return (
      <div class="note">
        <p>No robots.txt of it is kept yet, so nothing can be decided.</p>
      </div>
    );
  const { allowed, reason, by, path, winner, file } = found;
  return (
    <div class={allowed ? 'note good' : 'note bad'} role="status">
      <p>
        <strong>{allowed ? 'Yes' : 'No'}</strong>: <Crawled text={reason} />. {reasonText(by, '')}
      </p>
      <p>
        Compared:{' '}
        <code>
          <Crawled text={path} />
        </code>
        , with the file of {file}.{' '}
        {winner === null ? null : <a href={`#line-${winner.line}`}>Line {winner.line} decides.</a>}
      </p>
    </div>
  );
};

async function answers({ reads }: Means, view: View, host: HostDetails, query: URLSearchParams) {
  const status = ([429, 503] as const).find((one) => String(one) === query.get('answer'));
  const total = status === 429 ? host.tooMany : status === 503 ? host.unavailable : host.tooMany + host.unavailable;
  if (total === 0 && status === undefined) return null;
  const cursor = query.get('cursor') ?? '';
  const offset = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  const listed = await reads.run('hostHeld', { host: host.host, status, limit: LISTED, offset });
  return (
    <section id="answers" data-total={total}>
      <header>
        <h2>Answers with {status ?? '429 and 503'}</h2>
        {status === undefined ? null : (
          <span class="more">
            <a href={`${view.base}${hostPath(host.host)}#answers`}>429 and 503</a>
          </span>
        )}
      </header>
      {listed.length === 0 ? (
        <Empty title="There is none">It has not answered {status ?? '429 or 503'} in the history that is kept.</Empty>
      ) : (
        <RowTable
          rows={listed}
          columns={[
            { title: 'URL', kind: 'head', cell: ({ url }) => <UrlLink view={view} url={url} /> },
            { title: 'Status', kind: 'number', cell: (one) => String(one.status) },
            { title: 'Then', cell: ({ by, detail }) => reasonText(by, detail) },
            { title: 'When', kind: 'tight', cell: ({ at }) => <When at={at} /> },
          ]}
        />
      )}
      <Pager view={view} isFirst={offset === 0} next={offset + LISTED < total ? String(offset + LISTED) : undefined} />
    </section>
  );
}

const Stop: FC<{ view: View; host: string }> = ({ view, host }) =>
  view.formToken === undefined ? null : (
    <section id="stop">
      <h2>Stop this host</h2>
      <p>Nothing more is requested of it, also by runs that are under way; what waits for it ends as blocked.</p>
      <form method="post" action={`${view.base}${hostPath(host)}/stop`}>
        <input type="hidden" name="form_token" value={view.formToken} />
        <div class="field">
          <label for="reason">Why; the blocklist shows it</label>
          <input id="reason" name="reason" maxlength={500} placeholder="stopped by the operator" />
        </div>
        <button type="submit" class="danger">
          Stop it now
        </button>
      </form>
    </section>
  );
