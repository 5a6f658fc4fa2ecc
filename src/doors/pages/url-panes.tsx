// The panes of one URL: its page as Markdown and in chunks, its links, how it changed, and what forgetting it would remove.
import type { Child, FC } from 'hono/jsx';
import type { InspectedChunk, InspectedRecord } from '../../app/read/inspect-url.ts';
import { counted } from '../../core/counted.ts';
import { printableLines } from '../../core/printable.ts';
import type { Means } from '../http/means.ts';
import { ChangedWhere, ChangeKind } from './changes.tsx';
import { ForgetOutcome, isForgotten } from './forget-parts.tsx';
import type { View } from './layout.tsx';
import { Crawled, Empty, number, Outside, Pager, percent, RowTable, State, size, UrlLink, When } from './parts.tsx';
import { urlState } from './urls.tsx';

const CHUNKS = 20;
const LINKS = 50;
const MOST_CHANGES = 100;
/** Of a longer page the API has the rest. */
const MOST_MARKDOWN = 60_000;
const FIRST_URLS = 20;
/** With more URLs, looking for what names one takes longer than a page may. */
const QUICK_URLS = 2_000;

/** Which URL, with which provider's record, and where in a list. */
export interface PaneCall {
  readonly view: View;
  readonly means: Means;
  readonly url: string;
  readonly provider: string;
  readonly cursor: number;
}

const withheldTexts = Object.freeze({
  noarchive: 'The page forbids keeping its text (noarchive): only its facts are kept.',
  nosnippet: 'The page forbids quoting it (nosnippet): its text is searched, and not shown.',
  preview: 'Its whole text is not kept, as this source is configured: only the beginnings of its chunks are.',
});

/** The stored page: its facts, its Markdown and its chunks. */
export async function pagePane(call: PaneCall, { page }: InspectedRecord) {
  if (page === undefined)
    return <Empty title="No page is stored">Nothing of this URL is kept but what became of it.</Empty>;
  const { view, means, url, provider, cursor } = call;
  const [markdown, chunked] = await Promise.all([
    means.reads.run('urlMarkdown', { url, provider }),
    means.reads.run('urlChunks', { url, provider, limit: CHUNKS + 1, offset: cursor }),
  ]);
  const text = markdown?.markdown;
  const chunks = chunked?.chunks ?? [];
  const withheld = markdown?.page?.withheld;
  return (
    <>
      <PageFacts page={page} />
      {withheld === undefined ? null : <p class="note">{withheldTexts[withheld]}</p>}
      <section class="split" aria-label="Its text">
        <div class="pane">
          <header>
            <h2>Markdown</h2>
            <span class="soft">{text === undefined ? 'not kept' : `${number(text.length)} characters`}</span>
          </header>
          {text === undefined ? (
            <div>Nothing to show.</div>
          ) : (
            <pre tabindex={0}>{printableLines(text.slice(0, MOST_MARKDOWN))}</pre>
          )}
          {text !== undefined && text.length > MOST_MARKDOWN ? (
            <footer class="soft">The first {number(MOST_MARKDOWN)} characters; the API has all.</footer>
          ) : null}
        </div>
        <div class="pane">
          <header>
            <h2>Chunks</h2>
            <span class="soft">{chunkRange(cursor, chunks.length)}</span>
          </header>
          <div tabindex={0}>
            <ol class="steps">
              {chunks.slice(0, CHUNKS).map((chunk) => (
                <Chunk chunk={chunk} />
              ))}
            </ol>
          </div>
        </div>
      </section>
      <Pager view={view} isFirst={cursor === 0} next={chunks.length > CHUNKS ? String(cursor + CHUNKS) : undefined} />
    </>
  );
}

function chunkRange(from: number, read: number): string {
  const last = from + Math.min(read, CHUNKS);
  return from === 0 && read <= CHUNKS ? counted(read, 'chunk') : `${number(from + 1)} to ${number(last)}`;
}

const Chunk: FC<{ chunk: InspectedChunk }> = ({
  chunk: { headings, anchor, tokens, code, tables, text, whole, flags },
}) => (
  <li>
    <strong>
      <Crawled text={headings.length === 0 ? 'The beginning' : headings.join(' › ')} most={200} />
    </strong>{' '}
    <small>
      {number(tokens)} tokens
      {anchor === undefined ? null : (
        <>
          ,{' '}
          <code>
            #<Crawled text={anchor} most={80} />
          </code>
        </>
      )}
      {code === 0 ? '' : `, code blocks: ${code}`}
      {tables === 0 ? '' : `, tables: ${tables}`}
    </small>
    {flags.length === 0 ? null : (
      <p class="note warn">It looks as if it were written for an assistant: {flags.join(', ')}.</p>
    )}
    {text === undefined ? <p class="soft">Its text is not shown.</p> : <pre>{printableLines(text)}</pre>}
    {text !== undefined && !whole ? <small>Its first words: the whole is not kept.</small> : null}
  </li>
);

function fact(title: string, value: Child) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  );
}

const PageFacts: FC<{ page: NonNullable<InspectedRecord['page']> }> = ({ page }) => {
  const { facts } = page;
  return (
    <dl class="facts">
      {fact('Title', <Crawled text={page.title} />)}
      {fact('Fetched', <When at={page.fetchedAt} />)}
      {fact('From', <Outside url={page.finalUrl} />)}
      {fact('Answer', `${page.status}, ${page.contentType}, ${size(page.bytes)}`)}
      {page.etag === undefined ? null : fact('ETag', <Crawled text={page.etag} most={120} />)}
      {page.lastModified === undefined ? null : fact('Last-Modified', <Crawled text={page.lastModified} most={80} />)}
      {fact('Words', number(page.words))}
      {fact('Content found by', <Crawled text={facts.rule === '' ? facts.form : facts.rule} most={160} />)}
      {fact('Kept of the source', percent(facts.fidelity))}
      {page.language === undefined ? null : fact('Language', <Crawled text={page.language} most={40} />)}
      {facts.canonical === undefined ? null : fact('Canonical', <Crawled text={facts.canonical} />)}
      {facts.leftOut === undefined || facts.leftOut.length === 0
        ? null
        : fact(
            'Left out, as on most pages',
            facts.leftOut.map(({ edge, text }) => (
              <div>
                {edge}: <Crawled text={text} most={120} />
              </div>
            )),
          )}
      {facts.hidden === undefined
        ? null
        : fact('Invisible characters', <Crawled text={facts.hidden === '' ? 'there were some' : facts.hidden} />)}
    </dl>
  );
};

/** The links of its page, and what became of the URLs they lead to. */
export async function linksPane({ view, means, url, provider, cursor }: PaneCall) {
  const links = (await means.reads.run('urlLinksOut', { url, provider, limit: LINKS + 1, offset: cursor })) ?? [];
  if (links.length === 0 && cursor === 0)
    return <Empty title="No link">No page is stored of it, or its page links to nothing.</Empty>;
  return (
    <>
      <RowTable
        rows={links.slice(0, LINKS)}
        columns={[
          { title: 'Link', kind: 'head', cell: (link) => <UrlLink view={view} url={link.url} /> },
          { title: 'Text', cell: ({ text }) => <Crawled text={text} most={120} /> },
          {
            title: 'Where',
            cell: ({ inContent, nofollow }) => `${inContent ? 'content' : 'menu'}${nofollow ? ', nofollow' : ''}`,
          },
          {
            ...{ title: 'What became of it', kind: 'tight' },
            cell: ({ target }) =>
              target === undefined ? <span class="soft">no crawl has met it</span> : urlState(target.state, target.by),
          },
          { title: 'Why', cell: ({ target }) => (target === undefined ? '' : <code>{target.by}</code>) },
        ]}
      />
      <Pager view={view} isFirst={cursor === 0} next={links.length > LINKS ? String(cursor + LINKS) : undefined} />
    </>
  );
}

/** The stored pages that link to it. */
export async function backlinksPane({ view, means, url, provider, cursor }: PaneCall) {
  const pages = (await means.reads.run('urlLinksIn', { url, provider, limit: LINKS + 1, after: cursor })) ?? [];
  const listed = pages.slice(0, LINKS);
  if (pages.length === 0 && cursor === 0)
    return <Empty title="No page links to it">The content of no stored page does; menus are not looked at.</Empty>;
  return (
    <>
      <RowTable
        rows={listed}
        columns={[
          { title: 'Page', kind: 'head', cell: (page) => <UrlLink view={view} url={page.url} /> },
          { title: 'Title', cell: ({ title }) => <Crawled text={title} most={160} /> },
          {
            title: 'Source',
            cell: (page) => <a href={`${view.base}/sources/${encodeURIComponent(page.provider)}`}>{page.provider}</a>,
          },
        ]}
      />
      <Pager view={view} isFirst={cursor === 0} next={pages.length > LINKS ? String(listed.at(-1)?.page) : undefined} />
    </>
  );
}

/** How its page changed, and the versions that were stored before. */
export async function historyPane({ view, means, url, provider }: PaneCall, { versions }: InspectedRecord) {
  const changes = (await means.reads.run('urlChanges', { url, provider, limit: MOST_CHANGES })) ?? [];
  return (
    <>
      <section>
        <h2>Changes</h2>
        {changes.length === 0 ? (
          <Empty title="No change">No run has noticed a change of it.</Empty>
        ) : (
          <RowTable
            rows={changes}
            columns={[
              { title: 'When', kind: 'head', cell: ({ at }) => <When at={at} /> },
              { title: 'Change', kind: 'tight', cell: ({ kind }) => <ChangeKind kind={kind} /> },
              { title: 'Sections, or why', cell: (change) => <ChangedWhere change={change} /> },
              { title: 'Run', kind: 'number', cell: ({ run }) => <a href={`${view.base}/runs/${run}`}>{run}</a> },
            ]}
          />
        )}
      </section>
      <section>
        <h2>Earlier versions</h2>
        {versions.length === 0 ? (
          <Empty title="No earlier version">The stored page is the first, or the source keeps no versions.</Empty>
        ) : (
          <RowTable
            rows={versions}
            columns={[
              { title: 'Fetched', kind: 'head', cell: ({ fetchedAt }) => <When at={fetchedAt} /> },
              { title: 'Words', kind: 'number', cell: ({ words }) => number(words) },
              { title: 'Chunks', kind: 'number', cell: ({ chunks }) => number(chunks) },
              { title: 'Hash of its text', cell: ({ hash }) => <code title={hash}>{hash.slice(0, 16)}</code> },
            ]}
          />
        )}
      </section>
    </>
  );
}

/**
 * C5: what forgetting would remove, and the form that does it. All data is looked through for it, which `isWanted` requests where
 * there is much.
 */
export async function forgetPane(
  { view, means, url }: Pick<PaneCall, 'view' | 'means' | 'url'>,
  { isWanted }: { readonly isWanted: boolean },
) {
  const sums = await means.reads.run('urlSums', undefined);
  const known = sums.reduce((all, { counts }) => all + counts.discovered, 0);
  return (
    <section id="forget">
      {known <= QUICK_URLS || isWanted ? (
        await removal({ view, means, url })
      ) : (
        <form method="get" action={`${view.base}/url`}>
          <h2>What would be removed</h2>
          <p>
            Its page, chunks and earlier versions, the links of other pages that lead there, and kept answers that name
            it. All data is looked through for them, which takes a while.
          </p>
          <input type="hidden" name="url" value={url} />
          <input type="hidden" name="show" value="forget" />
          <button type="submit" name="look" value="1">
            Look
          </button>
        </form>
      )}
    </section>
  );
}

async function removal({ view, means, url }: Pick<PaneCall, 'view' | 'means' | 'url'>) {
  const plan = await means.reads.run('forgetPlan', { what: url, limit: FIRST_URLS });
  if (isForgotten(plan)) return <ForgetOutcome view={view} plan={plan} />;
  return (
    <>
      <h2>What would be removed</h2>
      <ForgetOutcome view={view} plan={plan} />
      {view.formToken === undefined ? (
        <p class="soft">Sign in to forget it.</p>
      ) : plan === undefined ? null : (
        <form method="post" action={`${view.base}/url/forget`}>
          <p>
            <State tone="warn">cannot be undone</State> It is removed from pages, index and queue, down to its bytes;
            runs that are under way wait meanwhile. A receipt is kept.
          </p>
          <input type="hidden" name="form_token" value={view.formToken} />
          <input type="hidden" name="url" value={url} />
          <div class="field">
            <label>
              <input type="checkbox" name="block" value="yes" checked /> Block it too, so that no crawl brings it back
            </label>
          </div>
          <div class="field">
            <label>
              <input type="checkbox" name="sure" value="yes" required /> I have looked at what would be removed
            </label>
          </div>
          <button type="submit" class="danger">
            Forget it
          </button>
        </form>
      )}
    </>
  );
}
