// Channels: where each source's documentation comes from, why, how old Context7's copy is, and what is left of its quota.
import type { ChannelRow, Channels } from '../../app/channel/channels.ts';
import { reasonOf } from '../../core/reasons.ts';
import { HostBadge } from './hosts.tsx';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
import {
  ActButton,
  type Column,
  Crawled,
  Empty,
  Figures,
  number,
  Outside,
  RowTable,
  State,
  type Tone,
  When,
} from './parts.tsx';

const answers: Readonly<Record<ChannelRow['source'], { readonly tone: Tone; readonly text: string }>> = Object.freeze({
  crawl: { tone: 'plain', text: 'its crawl' },
  context7: { tone: 'live', text: 'Context7' },
  api: { tone: 'good', text: 'an API' },
});

const channelWords: Readonly<Record<ChannelRow['channel'], string>> = Object.freeze({
  crawl: 'crawled; Context7 is never used',
  'context7-first': 'Context7 first, the crawl where it has nothing',
  'crawl-unless-context7': 'crawled unless Context7 has it',
  api: 'read through an API',
});

const shown: readonly PageRoute[] = [
  {
    path: '/channels',
    async show({ view, means }) {
      const channels = await means.reads.run('channels', {});
      const own = new Set(means.settings().providers.map(({ provider_id: id }) => id));
      const { providers } = channels;
      return framedPage({
        ...{ view, place: 'channels', title: 'Channels' },
        beside: (
          <div class="actions">
            <ActButton view={view} path="/channels/check" title="Check all now" tone="main" />
          </div>
        ),
        same: { cli: 'docent channels', api: 'GET /channels' },
        children: (
          <>
            {service(view, channels)}
            <section>
              <h2>Sources</h2>
              {own.size === 0 ? (
                <p class="note">
                  No source is configured yet: these are presets that docent knows.{' '}
                  <a href={`${view.base}/sources/new`}>Add a source</a>.
                </p>
              ) : null}
              {providers.length === 0 ? (
                <Empty title="No source has a channel">Each source that is added is listed here.</Empty>
              ) : (
                <RowTable columns={columns(view)} rows={providers} />
              )}
            </section>
            <details>
              <summary>What the channels mean</summary>
              <dl class="facts">
                {Object.entries(channelWords).map(([name, words]) => (
                  <>
                    <dt>
                      <code>{name}</code>
                    </dt>
                    <dd>{words}</dd>
                  </>
                ))}
              </dl>
            </details>
            <p class="soft">
              A check sends the names of libraries and nothing else. Questions leave this machine only for sources with{' '}
              <code>context7.ask: true</code>.
            </p>
          </>
        ),
      });
    },
  },
];

function service(view: View, { url, hasKey, state, why, pausedUntil, quota }: Channels) {
  const { remaining = null, limit = null, resetAt = null, at } = quota ?? {};
  return (
    <>
      {why === null ? null : (
        <div class="note warn" role="status">
          <p>
            <strong>Context7 is {state}</strong>: <Crawled text={why} />
          </p>
          <p>
            {pausedUntil === null ? (
              'A check tries it again.'
            ) : (
              <>
                It is tried again <When at={pausedUntil} />, or by a check.
              </>
            )}
          </p>
        </div>
      )}
      <Figures
        view={view}
        figures={[
          { name: 'Context7', value: <HostBadge host={{ state }} />, note: <Outside url={url} /> },
          {
            ...{ name: 'Requests left', value: remaining === null ? '–' : number(remaining) },
            note:
              at === undefined ? (
                'known after the first request'
              ) : (
                <>
                  {limit === null ? '' : `of ${number(limit)}, `}as of <When at={at} />
                </>
              ),
          },
          ...(resetAt === null ? [] : [{ name: 'Quota is renewed', value: <When at={resetAt} /> }]),
          {
            ...{ name: 'API key', value: hasKey ? 'set' : 'none' },
            note: hasKey ? 'CONTEXT7_API_KEY' : 'CONTEXT7_API_KEY raises the quota',
          },
        ]}
      />
    </>
  );
}

/** Whether a check looks for a source of this channel in Context7. */
function isChecked(channel: ChannelRow['channel']): boolean {
  return channel === 'context7-first' || channel === 'crawl-unless-context7';
}

function columns(view: View): readonly Column<ChannelRow>[] {
  return [
    {
      ...{ title: 'Source', kind: 'head' },
      cell: ({ provider }) => <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>{provider}</a>,
    },
    {
      title: 'Channel',
      kind: 'tight',
      cell: ({ channel }) => <code title={channelWords[channel]}>{channel}</code>,
    },
    {
      ...{ title: 'Answered by', kind: 'tight' },
      cell: ({ source }) => <State tone={answers[source].tone}>{answers[source].text}</State>,
    },
    {
      title: 'Why',
      cell: ({ by, detail, channel, checkedAt }) => (
        <span title={reasonOf(by)?.means}>
          {isChecked(channel) && checkedAt === null ? 'not checked yet' : <Crawled text={detail} />}
        </span>
      ),
    },
    {
      title: 'In Context7',
      cell: ({ library }) => (library === null ? <span class="soft">–</span> : <Crawled text={library} most={80} />),
    },
    {
      ...{ title: 'Copied', kind: 'tight' },
      cell: ({ updatedAt }) => (updatedAt === null ? <span class="soft">–</span> : <When at={updatedAt} />),
    },
    {
      ...{ title: 'Checked', kind: 'tight' },
      cell: ({ checkedAt, channel }) =>
        checkedAt === null && !isChecked(channel) ? <span class="soft">–</span> : <When at={checkedAt} />,
    },
    { title: 'Sends questions', kind: 'tight', cell: ({ ask }) => (ask ? 'yes' : 'no') },
    {
      ...{ title: '', kind: 'tight' },
      cell: ({ provider, channel }) =>
        !isChecked(channel) ? null : (
          <ActButton view={view} path="/channels/check" title="Check now" fields={{ provider }} />
        ),
    },
  ];
}

const forms: readonly FormRoute[] = [
  {
    path: '/channels/check',
    async act({ means, form, signal }) {
      const providers = form.getAll('provider').filter((one) => one !== '');
      await means.probes.run('channels', { providers }, signal);
      return '/channels';
    },
  },
];

export const channelPages = { shown, forms };
