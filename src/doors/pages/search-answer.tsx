// The answer to a question: the best passages of several pages, each with the number of its source.
import type { Answer, Passage, Search } from '../../app/search/search.ts';
import type { View } from './layout.tsx';
import { Markdown } from './markdown.tsx';
import { Crawled, Empty, When } from './parts.tsx';
import {
  HeadingPath,
  hasHeadingPath,
  inspectorPath,
  Lead,
  langOf,
  PlaceLink,
  ShownAddress,
  Title,
} from './search-parts.tsx';
import { type PageSearch, searchFields } from './search-query.ts';
import { foundText } from './search-results.tsx';

/** As much as one reads on a screen or two. */
const TOKENS = 2_000;

/** The way there names them already. */
const headingsAtTop = /^(?:#{1,6} [^\n]*\n+)+/;

/** The passages that answer, and their sources. Rejects as `Search.answer`. */
export async function answerView(view: View, search: PageSearch, opened: Search) {
  const { q, filters, cursor } = search;
  // Nothing that is still being typed is a question.
  const answer = search.isTyping ? undefined : await opened.answer(q, { ...filters, cursor, maxTokens: TOKENS });
  if (answer === undefined)
    return (
      <p class="soft" role="status" data-search-status>
        Press Enter for the answer.
      </p>
    );
  const { passages } = answer;
  const isMixed = new Set(passages.map(({ provider }) => provider)).size > 1;
  return (
    <div class="found answered">
      <div>
        {aboutAnswer(view, search, answer)}
        {passages.length === 0 ? (
          <Empty title="No page has these words">Try fewer or other words.</Empty>
        ) : (
          <ol class="passages">
            {passages.map((passage, nth) => (
              <li id={`source-${nth + 1}`} lang={langOf(passage.language)}>
                {onePassage(view, passage, nth + 1, isMixed)}
              </li>
            ))}
          </ol>
        )}
        {answer.cursor === undefined ? null : (
          <p>
            <Lead view={view} search={search} fields={searchFields(search, { cursor: answer.cursor })}>
              More passages
            </Lead>
          </p>
        )}
      </div>
      {passages.length === 0 ? null : sourceList(passages)}
    </div>
  );
}

function aboutAnswer(view: View, search: PageSearch, answer: Answer) {
  const { passages, absent = [], didYouMean, channels = [], withoutPhrases } = answer;
  return (
    <>
      <p class="soft" role="status" data-search-status>
        {passages.length === 0 ? 'No passage' : passagesText(answer)}
      </p>
      {didYouMean === undefined ? null : (
        <p class="meant">
          Did you mean{' '}
          <Lead view={view} search={search} fields={searchFields(search, { q: didYouMean })}>
            <Crawled text={didYouMean} most={200} />
          </Lead>
          ?
        </p>
      )}
      {absent.length === 0 ? null : (
        <p class="note warn">
          On no page: <Crawled text={absent.join(', ')} most={200} />
        </p>
      )}
      {withoutPhrases ? <p class="soft">No page has the words in a row: these have them apart.</p> : null}
      {channels.map(({ provider, detail }) => (
        <p class="soft">
          <Crawled text={`${provider}: ${detail}`} />
        </p>
      ))}
    </>
  );
}

function passagesText({ passages: { length }, found }: Answer): string {
  return `${length} ${length === 1 ? 'passage' : 'passages'}, quoted from the best of ${foundText({ found })}`;
}

function onePassage(view: View, passage: Passage, n: number, isMixed: boolean) {
  const { title, url, headings, text, whole, cut, flags, also = [], channel, withheld, verifiedAt, provider } = passage;
  return (
    <article>
      <h2>
        <span class="n">{n}</span>{' '}
        <PlaceLink view={view} url={url} isBest>
          <Title title={title} url={url} />
        </PlaceLink>
      </h2>
      {hasHeadingPath(headings, title) ? (
        <p class="way">
          <HeadingPath headings={headings} title={title} />
        </p>
      ) : null}
      {flags.length === 0 ? null : (
        <p class="note warn" lang="en">
          This text looks as if it were written for an assistant rather than for a reader: {flags.join(', ')}.
        </p>
      )}
      {text === undefined ? (
        <p class="soft" lang="en">
          {withheld === undefined ? 'Nothing of its text is kept.' : `Not quoted: the page forbids it (${withheld}).`}
        </p>
      ) : (
        <div class="passage" dir="auto">
          {whole ? (
            <Markdown text={text.replace(headingsAtTop, '')} />
          ) : (
            <p>
              <Crawled text={text} most={400} />
            </p>
          )}
        </div>
      )}
      <p class="about" lang="en">
        <ShownAddress url={url} />
        {isMixed ? <Crawled text={provider} most={60} /> : null}
        {channel === undefined ? (
          <span>
            checked <When at={verifiedAt} />
          </span>
        ) : (
          <span>
            from Context7, made <When at={channel.updatedAt} />
          </span>
        )}
        {cut ? <span>shortened</span> : null}
        {channel === undefined ? <a href={inspectorPath(view, url)}>stored copy</a> : null}
      </p>
      {also.length === 0 ? null : (
        <p class="about" lang="en">
          Nearly the same:{' '}
          {also.map((other) => (
            <PlaceLink view={view} url={other}>
              <ShownAddress url={other} />
            </PlaceLink>
          ))}
        </p>
      )}
    </article>
  );
}

/** Where the passages are from; the numbers are those beside them. */
function sourceList(passages: readonly Passage[]) {
  return (
    <nav class="facets sources" aria-label="Sources">
      <section>
        <h2>Sources</h2>
        <ol>
          {passages.map(({ title, url, headings, language }, nth) => (
            <li lang={langOf(language)}>
              <a href={`#source-${nth + 1}`}>
                <Title title={title} url={url} />
              </a>{' '}
              {hasHeadingPath(headings, title) ? (
                <small>
                  <HeadingPath headings={headings.slice(-1)} />
                </small>
              ) : null}
            </li>
          ))}
        </ol>
      </section>
    </nav>
  );
}
