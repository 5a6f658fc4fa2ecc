// What selectors make of a page beside what is made of it now: what they match, Markdown, chunks, and the difference.
import type { FC } from 'hono/jsx';
import type { Preview } from '../../app/server/preview/preview.ts';
import { counted } from '../../core/counted.ts';
import { printable, printableLines } from '../../core/printable.ts';
import { Crawled, number, Outside, State, When } from './parts.tsx';
import { Chunks } from './wizard-plan.tsx';

const LONGEST = 20_000;
/** A matched text has at most 80 characters: one of that length was cut. */
const LONGEST_MATCHED = 79;

type Side = Preview['before'];
type Hits = Preview['hits']['remove'][number];

/** A preview, complete. */
export const PreviewResult: FC<{ preview: Preview }> = ({ preview }) => {
  const { url, status, form, fetchedAt, isKept, before, after, hits, difference } = preview;
  const isSame = difference.added + difference.removed === 0;
  return (
    <>
      <p>
        <Outside url={url} /> <span class="soft">{`status ${status}, `}</span>
        <span class="soft">
          {isKept ? 'kept, requested ' : 'requested '}
          <When at={fetchedAt} />
        </span>{' '}
        <span role="status">
          {isSame ? (
            <State tone="plain">no difference</State>
          ) : (
            <State tone="live">
              {`${counted(difference.added, 'line')} added, ${number(difference.removed)} removed`}
            </State>
          )}
        </span>
      </p>
      {form === 'html' ? null : <p class="note warn">{`The page is ${form}: selectors are for HTML.`}</p>}
      {hits.content === undefined && hits.remove.length === 0 ? null : (
        <div class="split">
          {[...(hits.content === undefined ? [] : [hits.content]), ...hits.remove].map((one, nth) => (
            <Matched hits={one} kind={nth === 0 && hits.content !== undefined ? 'Content' : 'Removed'} />
          ))}
        </div>
      )}
      <h3 class="after">Markdown</h3>
      <div class="split">
        <Text title="Now" side={before} />
        <Text title="With these selectors" side={after} />
      </div>
      <h3 class="after">Chunks</h3>
      <div class="split">
        <ChunkPane title="Now" side={before} />
        <ChunkPane title="With these selectors" side={after} />
      </div>
      {isSame ? null : (
        <details class="after" open>
          <summary>Difference</summary>
          <Difference difference={difference} />
        </details>
      )}
    </>
  );
};

const Matched: FC<{ hits: Hits; kind: string }> = ({ hits: { selector, count, elements, isCut }, kind }) => (
  <div class="pane">
    <header>
      <span>
        {kind}{' '}
        <code>
          <Crawled text={selector} most={120} />
        </code>
      </span>
      <State tone={count === 0 ? 'warn' : 'good'}>{`${counted(count, 'element')}${isCut ? ' or more' : ''}`}</State>
    </header>
    {count === 0 ? (
      <div>
        {kind === 'Content'
          ? 'It matches nothing on this page; the usual rules are used.'
          : 'It matches nothing on this page; nothing is removed by it.'}
      </div>
    ) : elements.length === 0 ? null : (
      <ul class="outline">
        {elements.map(({ tag, id, classes, text }) => (
          <li>
            <code>
              {printable(`${tag}${id === undefined ? '' : `#${id}`}${classes.map((one) => `.${one}`).join('')}`)}
            </code>{' '}
            <small>
              <Crawled text={text} most={LONGEST_MATCHED} />
            </small>
          </li>
        ))}
      </ul>
    )}
  </div>
);

const Text: FC<{ title: string; side: Side }> = ({ title, side: { markdown, rule, words } }) => (
  <div class="pane">
    <header>
      <strong>{title}</strong>
      <span class="soft">
        {counted(words, 'word')}, by <code>{rule}</code>
      </span>
    </header>
    <pre tabindex={0}>{printableLines(markdown.slice(0, LONGEST))}</pre>
  </div>
);

const ChunkPane: FC<{ title: string; side: Side }> = ({ title, side: { chunks, tokens } }) => (
  <div class="pane">
    <header>
      <strong>{title}</strong>
      <span class="soft">{`${counted(chunks.length, 'chunk')}, ${counted(tokens, 'token')}`}</span>
    </header>
    <div>
      <Chunks chunks={chunks} />
    </div>
  </div>
);

const Difference: FC<{ difference: Preview['difference'] }> = ({ difference: { parts, isCut } }) => (
  <>
    <pre class="difference">
      {parts.map(({ kind, lines, count }) => {
        const text = (sign: string): string => lines.map((line) => `${sign} ${printableLines(line)}\n`).join('');
        if (kind === 'added') return <ins>{text('+')}</ins>;
        if (kind === 'removed') return <del>{text('−')}</del>;
        return kind === 'skipped' ? <span class="soft">{`… ${counted(count, 'line')} the same …\n`}</span> : text(' ');
      })}
    </pre>
    {isCut ? <p class="soft">There is more than is shown.</p> : null}
  </>
);
