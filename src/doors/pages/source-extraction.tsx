// Extraction of a source: its selectors, how many pages they match, and what others would make of a page, beside what is made of it now.
import type { Child, FC } from 'hono/jsx';
import type { SourceDetails } from '../../app/providers/sources.ts';
import type { Preview } from '../../app/server/preview/preview.ts';
import { ConfigError, DocentError } from '../../core/errors.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { printableLines } from '../../core/printable.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { pageUrl } from '../http/operations/one-url.ts';
import type { View } from './layout.tsx';
import type { FormCall, FormPage, FormRoute, PageCall, PageDocument, PageRoute } from './page-route.ts';
import { Crawled, Empty } from './parts.tsx';
import { problemsOf } from './policy-form.tsx';
import { sourceDocument } from './source-frame.tsx';
import { PreviewResult } from './source-preview.tsx';
import { saveFields } from './source-save.ts';
import { sourceIn, sourcePath } from './sources.tsx';

const SUGGESTED = 30;

/** What a form holds. */
interface Tried {
  readonly url: string;
  readonly content: string;
  /** One in each line. */
  readonly remove: string;
}

interface Result {
  readonly preview?: Preview | undefined;
  readonly problems: readonly string[];
  readonly isSaved?: boolean;
}

const shown: readonly PageRoute[] = [
  {
    path: '/sources/{id}/extraction',
    async show(call) {
      const details = await sourceIn(call);
      const isSaved = call.query.get('saved') === 'yes';
      return document(call, details, await presentChoice(call, details), { problems: [], isSaved });
    },
  },
];

const forms: readonly FormRoute[] = [
  {
    path: '/sources/{id}/extraction',
    async act(call): Promise<FormPage> {
      const details = await sourceIn(call);
      const tried = triedIn(call.form);
      const result = await previewOf(call, details, tried);
      const page = document(call, details, tried, result);
      return { page, status: result.problems.length === 0 ? 200 : 422 };
    },
  },
  {
    path: '/sources/{id}/extraction/save',
    async act(call) {
      const details = await sourceIn(call);
      const { id } = details.source;
      const tried = triedIn(call.form);
      const selectors = { content: tried.content || null, remove: linesOf(tried.remove) };
      const fields = {
        custom_selectors: { ...selectors, remove: selectors.remove.length === 0 ? null : selectors.remove },
      };
      const problems = await saveFields(call.means, id, fields, call.form.get('tag') ?? '');
      if (problems.length === 0) return `${sourcePath(id, 'extraction')}?saved=yes`;
      return { page: document(call, details, tried, { problems }), status: 422 };
    },
  },
];

export const extractionPages = { shown, forms };

function triedIn(form: URLSearchParams): Tried {
  const filled = (name: string): string => (form.get(name) ?? '').trim();
  return { url: filled('url'), content: filled('content'), remove: filled('remove') };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The selectors of the policy, and the page that they are looked at with. */
async function presentChoice(call: PageCall, { source, policy }: SourceDetails): Promise<Tried> {
  const selectors = isMapping(policy?.custom_selectors) ? policy.custom_selectors : {};
  const { content = '', remove = [] } = selectors as { content?: string; remove?: readonly string[] };
  const [seed = ''] = source.seeds.filter((one) => parseHttpUrl(one) !== undefined);
  return { url: call.query.get('url')?.trim() || seed, content, remove: remove.join('\n') };
}

async function previewOf({ means, signal }: FormCall, details: SourceDetails, tried: Tried): Promise<Result> {
  try {
    const provider = details.policy === undefined ? undefined : details.source.id;
    const content = tried.content === '' ? null : tried.content;
    const request = { url: pageUrl(tried.url), provider, content, remove: linesOf(tried.remove) };
    return { preview: await means.previews.read(request, signal), problems: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: problemsOf(error) };
    if (error instanceof DocentError) return { problems: [printableLines(error.message)] };
    throw error;
  }
}

async function document(
  call: PageCall,
  details: SourceDetails,
  tried: Tried,
  result: Result,
): Promise<Awaited<PageDocument>> {
  const { view, means } = call;
  const { source, policy } = details;
  const { id } = source;
  const [known, [quality]] = await Promise.all([
    means.reads.run('urls', { provider: id, state: 'indexed', kind: 'page', limit: SUGGESTED }),
    means.reads.run('quality', { provider: id, offset: 0, limit: 1 }),
  ]);
  const pages = known.map(({ url }) => url).filter((url) => parseHttpUrl(url) !== undefined);
  const isSite = tried.url !== '' || pages.length > 0 || source.seeds.length > 0;
  return sourceDocument(view, details, {
    tab: 'extraction',
    same: { cli: 'docent read <url> --selector <css> --remove <css>', api: 'POST /preview' },
    children: (
      <>
        {result.isSaved ? (
          <p class="note good">The selectors are saved. The next run reads every page with them.</p>
        ) : null}
        <HitRate view={view} id={id} selector={quality?.quality.selector} />
        {!isSite ? (
          <Empty title="Selectors are for sites">The files of a folder are read as they are.</Empty>
        ) : view.formToken === undefined ? (
          <SelectorFacts tried={tried} />
        ) : (
          <SelectorForm
            view={view}
            id={id}
            tag={details.tag}
            tried={tried}
            pages={pages}
            canSave={policy !== undefined}
          />
        )}
        <PreviewPart result={result} />
      </>
    ),
  });
}

const HitRate: FC<{
  view: View;
  id: string;
  selector: { readonly selector: string; readonly hitRate: number | undefined } | undefined;
}> = ({ view, id, selector }) =>
  selector?.hitRate === undefined ? null : (
    <p>
      <code>
        <Crawled text={selector.selector} />
      </code>{' '}
      matched on{' '}
      <a href={`${view.base}/quality/${encodeURIComponent(id)}`}>{`${Number(selector.hitRate.toFixed(1))} %`}</a> of the
      pages that were read.
    </p>
  );

const SelectorFacts: FC<{ tried: Tried }> = ({ tried: { content, remove } }) => (
  <>
    <dl class="facts">
      <dt>Content</dt>
      <dd>{content === '' ? <span class="soft">found by rules</span> : <code>{content}</code>}</dd>
      <dt>Removed</dt>
      <dd>{remove === '' ? <span class="soft">nothing more</span> : <code>{linesOf(remove).join(', ')}</code>}</dd>
    </dl>
    <p class="soft after">Sign in to try others.</p>
  </>
);

const SelectorForm: FC<{
  view: View;
  id: string;
  tag: string | undefined;
  tried: Tried;
  pages: readonly string[];
  canSave: boolean;
}> = ({ view, id, tag = '', tried, pages, canSave }) => (
  <form method="post" action={`${view.base}${sourcePath(id, 'extraction')}`} data-preview="preview">
    <input type="hidden" name="form_token" value={view.formToken} />
    <input type="hidden" name="tag" value={tag} />
    <div class="split">
      <div>
        <Labelled
          id="selector-url"
          label="Sample page"
          hint="Requested once, as a crawl would, and kept for five minutes."
        >
          <input
            {...{ id: 'selector-url', name: 'url', type: 'url', required: true, maxlength: 2_000, value: tried.url }}
            {...{ list: 'selector-pages', 'aria-describedby': 'selector-url-hint' }}
          />
          <datalist id="selector-pages">
            {pages.map((page) => (
              <option value={page} />
            ))}
          </datalist>
        </Labelled>
        <Labelled
          id="selector-content"
          label="Content"
          hint="CSS selector of the element that holds the content; empty: found by rules."
        >
          <input
            {...{ id: 'selector-content', name: 'content', maxlength: 2_000, value: tried.content }}
            {...{ class: 'mono', spellcheck: false, autocomplete: 'off', 'aria-describedby': 'selector-content-hint' }}
          />
        </Labelled>
      </div>
      <Labelled id="selector-remove" label="Remove" hint="CSS selectors of what is removed from it, one in each line.">
        <textarea
          id="selector-remove"
          name="remove"
          rows={5}
          spellcheck={false}
          aria-describedby="selector-remove-hint"
        >
          {tried.remove}
        </textarea>
      </Labelled>
    </div>
    <div class="actions">
      <button type="submit" class="main">
        Try them
      </button>
      {canSave ? (
        <button type="submit" formaction={`${view.base}${sourcePath(id, 'extraction/save')}`} formnovalidate>
          Save these selectors
        </button>
      ) : null}
    </div>
  </form>
);

const Labelled: FC<{ id: string; label: string; hint: string; children?: Child }> = ({ id, label, hint, children }) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  </div>
);

const PreviewPart: FC<{ result: Result }> = ({ result: { preview, problems } }) => (
  <section id="preview">
    <h2>Preview</h2>
    {problems.length > 0 ? (
      <div class="note bad">
        <ul>
          {problems.map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      </div>
    ) : preview === undefined ? (
      <Empty title="Nothing was tried yet">
        What the selectors make of the sample page is shown here, beside what is made of it now: Markdown, chunks, and
        the difference.
      </Empty>
    ) : (
      <PreviewResult preview={preview} />
    )}
  </section>
);
