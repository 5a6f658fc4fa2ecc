// What was seen of a site before it is saved: robots.txt, sitemaps, llms.txt, the generator, terms, the estimate, and a page as it would be read.
import type { Child, FC } from 'hono/jsx';
import type { Plan } from '../../app/probe/plan.ts';
import type { Preview } from '../../app/server/preview/preview.ts';
import { counted } from '../../core/counted.ts';
import { printableLines } from '../../core/printable.ts';
import type { View } from './layout.tsx';
import { Crawled, Figures, number, Outside, RowTable, State, size, span } from './parts.tsx';
import type { Look } from './wizard-looks.ts';

const LONGEST_SAMPLE = 6_000;
const CHUNKS_SHOWN = 30;

/** Everything that a look has found. */
export const SeenSite: FC<{ view: View; look: Look }> = ({ view, look }) => {
  const { plan, sample } = look;
  return (
    <>
      <Verdict plan={plan} />
      {canBegin(plan) ? <Estimate view={view} plan={plan} /> : null}
      <section>
        <h2>What the site says</h2>
        <SeedTable plan={plan} />
        <SiteFacts look={look} />
      </section>
      {sample === undefined ? null : (
        <section>
          <h2>A page as it would be read</h2>
          {'problem' in sample ? (
            <p class="note warn">
              <Crawled text={sample.problem} most={1_000} />
            </p>
          ) : (
            <Sample page={sample.page} />
          )}
        </section>
      )}
    </>
  );
};

/** Whether a crawl could begin at one of the seeds; else little more than robots.txt was looked at. */
export function canBegin({ seeds }: Plan): boolean {
  return seeds.some(({ usable }) => usable);
}

const Verdict: FC<{ plan: Plan }> = ({ plan: { seeds, contact } }) => {
  const usable = seeds.filter((seed) => seed.usable).length;
  return (
    <>
      {usable === seeds.length ? (
        <p class="note good">A crawl can begin. Nothing is saved yet.</p>
      ) : (
        <p class={usable === 0 ? 'note bad' : 'note warn'}>
          {usable === 0
            ? 'A crawl would bring nothing: it cannot begin at any of these addresses.'
            : `A crawl cannot begin at ${counted(seeds.length - usable, 'of these addresses', 'of these addresses')}.`}{' '}
          Nothing is saved yet.
        </p>
      )}
      {contact === undefined ? null : (
        <p class="note warn">
          <Crawled text={contact} />
        </p>
      )}
    </>
  );
};

const Estimate: FC<{ view: View; plan: Plan }> = ({ view, plan: { estimate, delaySec } }) => {
  const { pages, range, basis, bytes, diskBytes, memoryBytes, seconds, note } = estimate;
  const likely = range === undefined ? '' : `, between ${number(range[0])} and ${number(range[1])}`;
  return (
    <Figures
      view={view}
      figures={[
        { name: 'Pages', value: `about ${number(pages)}`, note: `${basis}${likely}` },
        { name: 'Time', value: `about ${span(seconds)}`, note },
        { name: 'Between requests', value: delaySec === 0 ? 'no pause' : `${delaySec} s` },
        { name: 'To download', value: `about ${size(bytes)}` },
        { name: 'On disk', value: `about ${size(diskBytes)}`, note: `${size(memoryBytes)} of memory while it runs` },
      ]}
    />
  );
};

const SeedTable: FC<{ plan: Plan }> = ({ plan: { seeds } }) => (
  <RowTable
    rows={seeds}
    columns={[
      { title: 'Address', kind: 'head', cell: ({ url }) => <Outside url={url} /> },
      {
        ...{ title: 'robots.txt', kind: 'tight' },
        cell: ({ robots, refused }) =>
          refused !== undefined ? (
            <State tone="warn">left out</State>
          ) : robots === undefined ? (
            <State tone="plain">not requested</State>
          ) : !robots.allowed && robots.retryAt !== undefined ? (
            <State tone="bad">not reached</State>
          ) : (
            <State tone={robots.allowed ? 'good' : 'bad'}>{robots.allowed ? 'allowed' : 'not allowed'}</State>
          ),
      },
      { title: 'Why', cell: ({ robots, refused }) => <Crawled text={refused?.detail ?? robots?.reason ?? ''} /> },
      { title: 'Response', cell: ({ answer }) => <Crawled text={answer} /> },
    ]}
  />
);

const SiteFacts: FC<{ look: Look }> = ({ look: { plan, llms, sample } }) => {
  const { sitemaps, scope, links, terms, agent, dialect } = plan;
  const generator = sample !== undefined && 'page' in sample ? sample.page.generator : undefined;
  const left = Object.entries(links.refused);
  const row = (title: string, value: Child) => (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  );
  return (
    <dl class="facts after">
      {row(
        'Sitemaps',
        sitemaps.length === 0 ? (
          <span class="soft">
            {canBegin(plan) ? 'robots.txt names none; pages are found by links' : 'not looked for'}
          </span>
        ) : (
          sitemaps.map(({ url, entries, inScope, problem }) => (
            <div>
              <Outside url={url} />: {counted(entries, 'entry', 'entries')}, {number(inScope)} in scope
              {problem === undefined ? '' : '; '}
              {problem === undefined ? null : <Crawled text={problem} />}
            </div>
          ))
        ),
      )}
      {row('llms.txt', <LlmsFile llms={llms} />)}
      {row(
        'Generator',
        generator === undefined ? (
          <span class="soft">{sample === undefined ? 'not looked for' : 'not recognised'}</span>
        ) : (
          <Crawled text={generator} />
        ),
      )}
      {row('Terms', <Crawled text={terms} />)}
      {row('Scope', <Crawled text={scope} />)}
      {row(
        'Links of the first pages',
        <>
          {number(links.inScope)} in scope
          {left.map(([by, n]) => (
            <>
              , {number(n)} left out by <code>{by}</code>
            </>
          ))}
        </>,
      )}
      {row(
        'The site sees',
        <>
          <Crawled text={agent} />
          {dialect === '' ? '' : `; its robots.txt is read by ${dialect}`}
        </>,
      )}
    </dl>
  );
};

const LlmsFile: FC<{ llms: Look['llms'] }> = ({ llms }) => {
  if (llms === undefined) return <span class="soft">not looked for</span>;
  if ('problem' in llms)
    return (
      <span class="soft">
        none: <Crawled text={llms.problem} />
      </span>
    );
  return (
    <>
      {size(llms.bytes)}
      {llms.title === '' ? '' : ', '}
      <Crawled text={llms.title} />
    </>
  );
};

const Sample: FC<{ page: Preview }> = ({ page: { url, after } }) => {
  const { title, rule, words, tokens, chunks, markdown } = after;
  return (
    <div class="split">
      <div class="pane">
        <header>
          <strong>What was found</strong>
          <span class="soft">{counted(chunks.length, 'chunk')}</span>
        </header>
        <div>
          <dl class="facts">
            <dt>Page</dt>
            <dd>
              <Outside url={url} />
            </dd>
            <dt>Title</dt>
            <dd>
              <Crawled text={title} />
            </dd>
            <dt>Content found by</dt>
            <dd>
              <code>{rule}</code>
            </dd>
            <dt>Size</dt>
            <dd>{`${counted(words, 'word')}, ${counted(tokens, 'token')}`}</dd>
          </dl>
          <Chunks chunks={chunks} />
        </div>
      </div>
      <div class="pane">
        <header>
          <strong>Markdown</strong>
          {markdown.length > LONGEST_SAMPLE ? <span class="soft">the beginning</span> : null}
        </header>
        <pre tabindex={0}>{printableLines(markdown.slice(0, LONGEST_SAMPLE))}</pre>
      </div>
    </div>
  );
};

/** The chunks of a page, by their headings. */
export const Chunks: FC<{ chunks: Preview['after']['chunks'] }> = ({ chunks }) => (
  <>
    <ol class="chunks">
      {chunks.slice(0, CHUNKS_SHOWN).map(({ headings, anchor, tokens }) => (
        <li>
          <Crawled text={headings.join(' › ') || 'the beginning'} most={160} />{' '}
          <small>
            {counted(tokens, 'token')}
            {anchor === undefined ? '' : ', #'}
            {anchor === undefined ? null : <Crawled text={anchor} most={60} />}
          </small>
        </li>
      ))}
    </ol>
    {chunks.length > CHUNKS_SHOWN ? <p class="soft">{`and ${number(chunks.length - CHUNKS_SHOWN)} more`}</p> : null}
  </>
);
