// Settings: the configuration in effect with where each value was written, the file as it is now, tokens, blocklist, backup, forgetting.
import type { FC } from 'hono/jsx';
import { effectiveSettings, type SettingRow } from '../../app/server/effective-settings.ts';
import type { SettingsState } from '../../app/server/live-settings.ts';
import type { backupReads } from '../../app/server/reads/backup-reads.ts';
import type { TokenView } from '../../app/server/tokens.ts';
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { madeBackup } from '../http/made-backup.ts';
import { HttpProblem } from '../http/problem.ts';
import { ForgetOutcome } from './forget-parts.tsx';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageCall, PageDocument, PageRoute } from './page-route.ts';
import {
  ActButton,
  type Column,
  CountLink,
  Crawled,
  Empty,
  number,
  Pager,
  RowTable,
  State,
  size,
  When,
} from './parts.tsx';
import { shellCommand } from './same.ts';
import { NEW_TOKEN } from './sign-in.tsx';

type Entry = { readonly pattern: string; readonly reason: string; readonly by: string; readonly at: number };

const LISTED_BLOCKS = 50;
const FIRST_URLS = 20;
const LISTED_BACKUPS = 20;

/** A value that is shown in one line. */
const SHORT_VALUE = 30;

const settingColumns: readonly Column<SettingRow>[] = [
  { title: 'Option', kind: 'head', cell: ({ name }) => <code class="whole">{name}</code> },
  { title: 'Value', cell: (row) => <Value row={row} /> },
  {
    title: 'Where from',
    cell: ({ origin, isSet }) => (
      <span class={[origin.length <= SHORT_VALUE ? 'whole' : '', isSet ? '' : 'soft'].join(' ').trim() || undefined}>
        <Crawled text={origin} />
      </span>
    ),
  },
  {
    title: 'What it is',
    cell: ({ doc, atNextStart }) => (
      <small>
        {doc}
        {atNextStart ? ' A change takes effect at the next start.' : ''}
      </small>
    ),
  },
];

const Value: FC<{ row: SettingRow }> = ({ row: { value } }) => {
  if (value === null) return <span class="soft">not set</span>;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  if (text === '') return <span class="soft">empty</span>;
  return (
    <code class={text.length <= SHORT_VALUE ? 'whole' : undefined}>
      <Crawled text={text} />
    </code>
  );
};

function tokenColumns(view: View): readonly Column<TokenView>[] {
  return [
    { title: 'Id', kind: 'head', cell: ({ id }) => <code>{id}</code> },
    { title: 'Name', cell: ({ name }) => <Crawled text={name} /> },
    { title: 'May', cell: ({ scopes }) => scopes.join(', ') },
    { title: 'Made', kind: 'tight', cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: 'Last used', kind: 'tight', cell: ({ lastUsed }) => lastUsed ?? <span class="soft">never</span> },
    {
      title: 'Expires',
      kind: 'tight',
      cell: ({ expiresAt }) => (expiresAt === undefined ? <span class="soft">never</span> : <When at={expiresAt} />),
    },
    {
      title: '',
      cell: ({ id }) => <ActButton view={view} path={`/settings/tokens/${id}/revoke`} title="Revoke" tone="danger" />,
    },
  ];
}

function blockColumns(view: View): readonly Column<Entry>[] {
  return [
    { title: 'Never fetched', kind: 'head', cell: ({ pattern }) => <Crawled text={pattern} most={120} /> },
    { title: 'Reason', cell: ({ reason }) => <Crawled text={reason} /> },
    { title: 'By', kind: 'tight', cell: ({ by }) => by },
    { title: 'Since', kind: 'tight', cell: ({ at }) => <When at={at} /> },
    {
      title: '',
      cell: ({ pattern }) => (
        <ActButton view={view} path="/settings/blocklist/remove" title="Remove" fields={{ what: pattern }} />
      ),
    },
  ];
}

const FileState: FC<{ state: SettingsState }> = ({ state: { path, loadedAt, problems, refusedAt, atNextStart } }) => (
  <>
    {problems === undefined ? null : (
      <div class="note bad" role="alert">
        <p>
          <strong>The file as it is now is not in force</strong>; the settings before it are. Refused{' '}
          <When at={refusedAt} />:
        </p>
        <ul>
          {problems.map((problem) => (
            <li>
              <Crawled text={problem} most={1_000} />
            </li>
          ))}
        </ul>
      </div>
    )}
    {atNextStart.length === 0 ? null : (
      <p class="note warn">
        Changed in the file, in force at the next start: <code>{atNextStart.join(', ')}</code>
      </p>
    )}
    <p>
      {path === undefined ? (
        <>There is no configuration file; defaults, environment and flags are in force.</>
      ) : (
        <>
          From{' '}
          <code>
            <Crawled text={path} />
          </code>
          , read <When at={loadedAt} />. An edit of the file is taken over at once.
        </>
      )}
    </p>
  </>
);

/** What was sent to be blocked and is no such thing. */
interface Unblocked {
  readonly what: string;
  readonly reason: string;
  readonly problem: string;
}

const BlockForm: FC<{ view: View; unblocked?: Unblocked | undefined }> = ({ view, unblocked }) =>
  view.formToken === undefined ? null : (
    <form class="filters" method="post" action={`${view.base}/settings/blocklist/add`}>
      <input type="hidden" name="form_token" value={view.formToken} />
      <div class="field wide">
        <label for="block-what">Block a URL or a site</label>
        <input
          {...{ id: 'block-what', name: 'what', required: true, maxlength: 2_000, value: unblocked?.what }}
          aria-describedby={unblocked === undefined ? undefined : 'block-what-wrong'}
          aria-invalid={unblocked === undefined ? undefined : 'true'}
        />
        {unblocked === undefined ? null : (
          <p class="wrong" id="block-what-wrong" role="alert">
            {unblocked.problem}
          </p>
        )}
      </div>
      <div class="field wide">
        <label for="block-reason">Why</label>
        <input id="block-reason" name="reason" maxlength={1_000} value={unblocked?.reason} />
      </div>
      <button type="submit">Block</button>
    </form>
  );

const ForgetForm: FC<{ view: View; what?: string }> = ({ view, what = '' }) => (
  <form class="filters" method="get" action={`${view.base}/settings/forget`}>
    <div class="field wide">
      <label for="forget-what">A URL, a path such as example.com/docs, or provider:id</label>
      <input id="forget-what" name="what" required maxlength={2_000} value={what} />
    </div>
    <button type="submit">Show what would be removed</button>
  </form>
);

type BackupList = Awaited<ReturnType<typeof backupReads.backups>>;

const backupColumns: readonly Column<BackupList['backups'][number]>[] = [
  {
    ...{ title: 'File', kind: 'head' },
    cell: ({ file }) => (
      <code>
        <Crawled text={file} />
      </code>
    ),
  },
  { title: 'Made', kind: 'tight', cell: ({ at }) => <When at={at} /> },
  {
    ...{ title: 'Size', kind: 'number' },
    cell: ({ bytes }) => (bytes === undefined ? <span class="soft">not reached now</span> : size(bytes)),
  },
];

/** C4: backups that were made, and a button for another. */
const Backups: FC<{ view: View; backups: BackupList }> = ({ view, backups: { folder, backups } }) => (
  <>
    <p>
      A backup copies the data into one file of{' '}
      <code>
        <Crawled text={folder} />
      </code>
      , also while a crawl runs; <code>docent restore FILE</code> puts one back while no server runs.
    </p>
    <p class="actions">
      <ActButton view={view} path="/settings/backup" title="Make a backup now" />
    </p>
    {backups.length === 0 ? (
      <p class="soft">None was made yet.</p>
    ) : (
      <RowTable columns={backupColumns} rows={backups.slice(0, LISTED_BACKUPS)} />
    )}
    {backups.length > LISTED_BACKUPS ? (
      <p class="soft">{`The latest ${number(LISTED_BACKUPS)} of ${number(backups.length)}.`}</p>
    ) : null}
  </>
);

const shown: readonly PageRoute[] = [
  {
    path: '/settings',
    async show({ view, means }) {
      const rows = effectiveSettings(means.settings());
      const set = rows.filter(({ isSet }) => isSet);
      const [{ total }, backups] = await Promise.all([
        means.reads.run('blocklist', { limit: 1, offset: 0 }),
        means.reads.run('backups', undefined),
      ]);
      const isKnown = view.formToken !== undefined;
      return framedPage({
        ...{
          view,
          place: 'settings',
          title: 'Settings',
          same: { cli: 'docent doctor --settings', api: 'GET /settings' },
        },
        children: (
          <>
            <FileState state={means.settingsState()} />
            <section>
              <h2>Set by you</h2>
              {set.length === 0 ? (
                <Empty title="Everything is as by default">
                  Options are written into <code>docent.yml</code>, the environment or flags of{' '}
                  <code>docent serve</code>.
                </Empty>
              ) : (
                <RowTable columns={settingColumns} rows={set} />
              )}
            </section>
            <section>
              <h2>By default</h2>
              <details>
                <summary>{`${number(rows.length - set.length)} options`}</summary>
                <RowTable columns={settingColumns} rows={rows.filter(({ isSet }) => !isSet)} />
              </details>
            </section>
            <section>
              <h2>Tokens</h2>
              {isKnown ? (
                <RowTable columns={tokenColumns(view)} rows={means.tokens.list()} />
              ) : (
                <p class="soft">Sign in to see them.</p>
              )}
              <p>
                A new one is made on the machine that docent runs on: <code>{NEW_TOKEN}</code>
              </p>
            </section>
            <section>
              <h2>Blocklist</h2>
              <p>
                <CountLink view={view} path="/settings/blocklist" n={total} /> {total === 1 ? 'entry' : 'entries'} that
                no crawl fetches.
              </p>
              <BlockForm view={view} />
            </section>
            <section>
              <h2>Forget</h2>
              <p>Removes a page, a path or a source from pages, index and queue, with a receipt.</p>
              <ForgetForm view={view} />
            </section>
            <section id="backup">
              <h2>Backup</h2>
              <Backups view={view} backups={backups} />
            </section>
          </>
        ),
      });
    },
  },
  {
    path: '/settings/blocklist',
    show: (call) => blocklist(call),
  },
  {
    path: '/settings/forget',
    async show({ view, means, query }) {
      const what = (query.get('what') ?? '').trim();
      const plan = what === '' ? undefined : await means.reads.run('forgetPlan', { what, limit: FIRST_URLS });
      return framedPage({
        ...{ view, place: 'settings', title: 'Forget', crumbs: [{ title: 'Settings', path: '/settings' }] },
        same: { cli: `${shellCommand('docent forget', [what || 'WHAT'])} --dry-run`, api: 'POST /forget/preview' },
        children: (
          <>
            <ForgetForm view={view} what={what} />
            {what === '' ? null : (
              <section>
                <h2>
                  <Crawled text={plan?.what ?? what} />
                </h2>
                <ForgetOutcome view={view} plan={plan} />
                {plan?.isStored ? (
                  <div class="actions">
                    <ActButton view={view} path="/settings/forget" title="Forget it" fields={{ what }} tone="danger" />
                    <ActButton
                      view={view}
                      path="/settings/forget"
                      title="Forget and block it"
                      fields={{ what, block: 'yes' }}
                      tone="danger"
                    />
                  </div>
                ) : null}
              </section>
            )}
          </>
        ),
      });
    },
  },
];

/** The list with its form. */
async function blocklist({ view, means, query }: PageCall, unblocked?: Unblocked): Promise<PageDocument> {
  const cursor = query.get('cursor') ?? '';
  const offset = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  const { entries, total } = await means.reads.run('blocklist', { limit: LISTED_BLOCKS, offset });
  const next = offset + LISTED_BLOCKS < total ? String(offset + LISTED_BLOCKS) : undefined;
  return framedPage({
    ...{ view, place: 'settings', title: 'Blocklist', crumbs: [{ title: 'Settings', path: '/settings' }] },
    beside: <State tone="plain">{`${number(total)} in all`}</State>,
    same: { cli: 'docent blocklist', api: 'GET /blocklist' },
    children: (
      <>
        <BlockForm view={view} unblocked={unblocked} />
        {entries.length === 0 ? (
          <Empty title="Nothing is blocked">
            Sites that refuse a URL enter it here, and you with the form above or <code>docent blocklist add</code>.
          </Empty>
        ) : (
          <RowTable columns={blockColumns(view)} rows={entries} total={total} />
        )}
        <Pager view={view} isFirst={offset === 0} next={next} />
      </>
    ),
  });
}

const forms: readonly FormRoute[] = [
  {
    path: '/settings/tokens/{id}/revoke',
    async act({ means, path: { id = '' } }) {
      await means.tokens.revoke(id);
      return '/settings';
    },
  },
  {
    path: '/settings/backup',
    async act({ means }) {
      await madeBackup(means);
      return '/settings#backup';
    },
  },
  {
    path: '/settings/blocklist/add',
    async act(call) {
      const { means, form } = call;
      const [what, reason] = [(form.get('what') ?? '').trim(), (form.get('reason') ?? '').trim()];
      try {
        await means.works.run('block', { what, reason: reason || 'blocked by the operator' });
        return '/settings/blocklist';
      } catch (error) {
        if (!(error instanceof DocentError) || error.code !== 'DOC_URL') throw error;
        const problem = `${printable(error.message)}; write an address such as https://example.com/docs, or a host`;
        return { page: await blocklist(call, { what, reason, problem }), status: 422 };
      }
    },
  },
  {
    path: '/settings/blocklist/remove',
    async act({ means, form }) {
      if (!(await means.works.run('unblock', { what: form.get('what') ?? '' })))
        throw new HttpProblem('not_found', 'it is not on the blocklist');
      return '/settings/blocklist';
    },
  },
  {
    path: '/settings/forget',
    async act({ means, form }) {
      const what = (form.get('what') ?? '').trim();
      const call = { what, block: form.get('block') === 'yes', reason: 'forgotten' };
      const done = await means.service.forgetting(() => means.works.run('forget', call));
      if (done?.end === 'unwiped')
        throw new HttpProblem('conflict', 'it is removed, but a reader still sees an older state of it: do it again');
      return `/settings/forget?what=${encodeURIComponent(what)}`;
    },
  },
];

export const settingsPages = { shown, forms };
