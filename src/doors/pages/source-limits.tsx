// Schedule and limits of a source: when it runs, how much and how fast it is crawled, what belongs to it.
import type { SourceDetails } from '../../app/providers/sources.ts';
import type { FormRoute, PageCall, PageDocument, PageRoute } from './page-route.ts';
import { Crawled, When } from './parts.tsx';
import {
  type FormTexts,
  formTexts,
  OtherProblems,
  type PolicyFieldName,
  PolicyFields,
  policyOf,
  policyTexts,
} from './policy-form.tsx';
import { sourceDocument } from './source-frame.tsx';
import { saveFields } from './source-save.ts';
import { sourceIn, sourcePath } from './sources.tsx';

const when: readonly PolicyFieldName[] = ['schedule', 'time_zone', 'enabled', 'retain'];
const most: readonly PolicyFieldName[] = ['max_pages', 'max_depth', 'request_delay_ms'];
const scope: readonly PolicyFieldName[] = ['allowed_path_patterns', 'blocked_path_patterns', 'exclude_paths'];
const all = [...when, ...most, ...scope];

const shown: readonly PageRoute[] = [
  {
    path: '/sources/{id}/limits',
    async show(call) {
      const details = await sourceIn(call);
      return document(call, details, policyTexts(details.policy ?? {}, all), []);
    },
  },
];

const forms: readonly FormRoute[] = [
  {
    path: '/sources/{id}/limits',
    async act(call) {
      const { means, form } = call;
      const details = await sourceIn(call);
      const { id } = details.source;
      const texts = formTexts(form, all);
      const problems = await saveFields(means, id, policyOf(texts), form.get('tag') ?? '');
      if (problems.length === 0) return `${sourcePath(id, 'limits')}?saved=yes`;
      return { page: document(call, details, texts, problems), status: 422 };
    },
  },
];

export const limitPages = { shown, forms };

function document(
  { view, query }: PageCall,
  details: SourceDetails,
  texts: FormTexts,
  problems: readonly string[],
): PageDocument {
  const { source, policy, tag = '' } = details;
  const { id, schedule } = source;
  return sourceDocument(view, details, {
    tab: 'limits',
    same: { cli: `docent providers edit ${id} max_pages=50`, api: `PATCH /providers/${id}` },
    children: (
      <>
        {query.get('saved') === 'yes' && problems.length === 0 ? (
          <p class="note good">Saved, and in force from the next run on.</p>
        ) : null}
        <OtherProblems problems={problems} names={all} />
        {schedule === undefined ? null : (
          <p>
            Runs {schedule.words}, {schedule.timeZone}
            {schedule.isDefault ? ', by default' : ''}
            {schedule.nextAt === undefined ? (
              ''
            ) : (
              <>
                {'; next '}
                <When at={schedule.nextAt} />
              </>
            )}
          </p>
        )}
        {view.formToken === undefined || policy === undefined ? (
          <>
            <ul>
              {details.crawl.map((line) => (
                <li>
                  <Crawled text={line} />
                </li>
              ))}
            </ul>
            <p class="soft">
              {policy === undefined ? 'It has no policy: add it as a source first.' : 'Sign in to change them.'}
            </p>
          </>
        ) : (
          <form method="post" action={`${view.base}${sourcePath(id, 'limits')}`} data-busy="Saving…">
            <input type="hidden" name="form_token" value={view.formToken} />
            <input type="hidden" name="tag" value={tag} />
            <div class="split">
              <div>
                <h2 class="before">When</h2>
                <PolicyFields names={when} texts={texts} problems={problems} />
              </div>
              <div>
                <h2 class="before">How much</h2>
                <PolicyFields names={most} texts={texts} problems={problems} />
              </div>
              <div>
                <h2 class="before">What belongs to it</h2>
                <PolicyFields names={scope} texts={texts} problems={problems} />
              </div>
            </div>
            <button type="submit" class="main">
              Save
            </button>
          </form>
        )}
      </>
    ),
  });
}
