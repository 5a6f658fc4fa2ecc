// Add a source: an address or a preset, then what a crawl of it would do, then how it is kept. Nothing is saved before it was seen.
import { isDeepStrictEqual } from 'node:util';
import type { Child, FC } from 'hono/jsx';
import { type PresetPolicy, presetPolicies } from '../../app/providers/sources.ts';
import { ConfigError, DocentError } from '../../core/errors.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { printableLines } from '../../core/printable.ts';
import { HttpProblem } from '../http/problem.ts';
import { framedPage, type View } from './layout.tsx';
import type { FormCall, FormPage, FormRoute, PageCall, PageDocument, PageRoute } from './page-route.ts';
import { ActButton, RowTable } from './parts.tsx';
import {
  type FormTexts,
  formTexts,
  OtherProblems,
  type PolicyFieldName,
  PolicyFields,
  policyOf,
  policyTexts,
  problemsOf,
} from './policy-form.tsx';
import { hostsOf, runSource, sourceIn, sourcePath } from './sources.tsx';
import { type Look, lookAtSite, lookNamed } from './wizard-looks.ts';
import { canBegin, SeenSite } from './wizard-plan.tsx';

type Policy = Readonly<Record<string, unknown>>;

const what = [
  ...['provider_id', 'name', 'library', 'seed_urls', 'allowed_path_patterns', 'blocked_path_patterns'],
] as readonly PolicyFieldName[];
const how = [
  ...['max_pages', 'max_depth', 'request_delay_ms', 'schedule', 'retain', 'own_site'],
  ...['tos.url', 'tos.verdict', 'tos.checked_by'],
] as readonly PolicyFieldName[];
const filledIn: readonly PolicyFieldName[] = [...what, ...how];
/** What a look depends on: changed, it has to be looked at again. */
const seen = ['seed_urls', 'allowed_path_patterns', 'blocked_path_patterns'] as const;

const shown: readonly PageRoute[] = [
  {
    path: '/sources/new',
    async show(call) {
      const { query, means } = call;
      const name = query.get('look') ?? '';
      const look = lookNamed(means, name);
      const url = query.get('url')?.trim() ?? '';
      if (look !== undefined) return secondStep(call, look, policyTexts(look.policy, filledIn), []);
      return firstStep(call, { url, note: name === '' ? undefined : 'What was seen is no longer kept: look again.' });
    },
  },
];

const forms: readonly FormRoute[] = [
  {
    path: '/sources/new/look',
    async act(call) {
      const { form, means, signal } = call;
      const url = (form.get('url') ?? '').trim();
      try {
        const look = await lookAtSite(means, policyToLookAt(call), signal);
        return pathOf(look);
      } catch (error) {
        if (!(error instanceof DocentError)) throw error;
        const known = lookNamed(means, form.get('look') ?? '');
        const problems = error instanceof ConfigError ? problemsOf(error) : [printableLines(error.message)];
        const page =
          known === undefined
            ? firstStep(call, { url, problem: problems.join(' ') })
            : secondStep(call, known, formTexts(form, filledIn), problems);
        return { page, status: 422 };
      }
    },
  },
  { path: '/sources/new', act: save },
];

export const wizardPages = { shown, forms };

function pathOf({ id, plan }: Look): string {
  return `/sources/new?${new URLSearchParams({ url: plan.seeds[0]?.url ?? '', look: id })}`;
}

/** The address or the preset of the first step, or all fields of the second. */
function policyToLookAt({ form, means }: FormCall): Policy {
  const known = lookNamed(means, form.get('look') ?? '');
  if (known !== undefined) return sentPolicy(known, form);
  const preset = form.get('preset');
  return preset === null ? { seed_urls: [(form.get('url') ?? '').trim()] } : { preset };
}

/** What the form sends, on top of what was seen: a preset has more fields than the form. */
function sentPolicy({ policy }: Look, form: URLSearchParams): Policy {
  const sent = policyOf(formTexts(form, filledIn));
  const tos = { ...(isMapping(policy.tos) && policy.tos), ...(sent.tos as object) };
  return { ...policy, ...sent, tos };
}

async function save(call: FormCall): Promise<string | FormPage> {
  const { form, means } = call;
  const look = lookNamed(means, form.get('look') ?? '');
  if (look === undefined) {
    const url = (form.get('seed_urls') ?? '').split('\n', 1)[0]?.trim() ?? '';
    return { page: firstStep(call, { url, note: 'What was seen is no longer kept: look again.' }), status: 422 };
  }
  const texts = formTexts(form, filledIn);
  const again = (problems: readonly string[]): FormPage => ({
    ...{ page: secondStep(call, look, texts, problems), status: 422 },
  });
  const sent = sentPolicy(look, form);
  const changed = seen.filter((name) => !isDeepStrictEqual(sent[name] ?? [], look.policy[name] ?? []));
  if (changed.length > 0) return again(changed.map((name) => `${name} differs from what was seen: look again`));
  try {
    const change = await means.policies.add(sent);
    if (change.kind === 'exists') return again([`provider_id: there is a source "${change.id}" already`]);
    if (change.kind !== 'done') return again([`it was not saved: ${change.kind}`]);
    if (form.get('start') === 'yes') {
      const { source } = await sourceIn({ means, path: { id: change.id } });
      // It is saved: its page says why it is not run.
      await runSource(call, source, form).catch((error: unknown) => {
        const isRefused = error instanceof HttpProblem ? error.problem === 'conflict' : isRefusal(error);
        if (!isRefused) throw error;
      });
    }
    return sourcePath(change.id);
  } catch (error) {
    return again(problemsOf(error));
  }
}

/** The policy or the terms forbid it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ConfigError || (error instanceof DocentError && error.code === 'DOC_TERMS');
}

interface FirstStep {
  readonly url: string;
  readonly note?: string | undefined;
  readonly problem?: string | undefined;
}

function framed(view: View, children: Child): PageDocument {
  return framedPage({
    ...{ view, place: 'sources', title: 'Add a source', crumbs: [{ title: 'Sources', path: '/sources' }] },
    same: { cli: 'docent plan <url>; docent providers add <url>', api: 'POST /plan; POST /providers' },
    children,
  });
}

function firstStep({ view, means }: PageCall, { url, note, problem }: FirstStep): PageDocument {
  return framed(
    view,
    <>
      {note === undefined ? null : <p class="note warn">{note}</p>}
      <p class="lead">
        Enter the address of a documentation site. docent looks at it with a handful of polite requests and shows what a
        crawl would do; nothing is saved before.
      </p>
      {view.formToken === undefined ? (
        <p class="note">
          <a href={`${view.base}/sign-in?next=${encodeURIComponent(view.at)}`}>Sign in</a> to look at a site.
        </p>
      ) : (
        <form method="post" action={`${view.base}/sources/new/look`} data-busy="Looking at the site…">
          <input type="hidden" name="form_token" value={view.formToken} />
          <div class="field">
            <label for="wizard-url">Address</label>
            <input
              {...{ id: 'wizard-url', name: 'url', type: 'url', required: true, maxlength: 2_000, value: url }}
              placeholder="https://docs.example.com/guide/"
              aria-describedby={problem === undefined ? 'wizard-url-hint' : 'wizard-url-hint wizard-url-wrong'}
              aria-invalid={problem === undefined ? undefined : 'true'}
            />
            <p class="hint" id="wizard-url-hint">
              What lies below its folder is in scope; that can be changed in the next step.
            </p>
            {problem === undefined ? null : (
              <p class="wrong" id="wizard-url-wrong" role="alert">
                {problem}
              </p>
            )}
          </div>
          <button type="submit" class="main">
            Look at it
          </button>
        </form>
      )}
      <section>
        <h2>Presets</h2>
        <p>Policies that ship with docent. Read the terms of a site before you crawl it.</p>
        <RowTable
          rows={presetPolicies(means.settings())}
          columns={[
            { title: 'Name', kind: 'head', cell: ({ name }) => name },
            { title: 'Category', cell: ({ category }) => category ?? '' },
            { title: 'Site', cell: ({ policy }) => hostsOf(seedsIn(policy)).join(', ') },
            { title: 'Terms', cell: ({ policy }) => verdictIn(policy) },
            { title: '', cell: (preset) => <PresetAct view={view} preset={preset} /> },
          ]}
        />
      </section>
    </>,
  );
}

function seedsIn({ seed_urls: seeds }: Policy): readonly string[] {
  return Array.isArray(seeds) ? (seeds as readonly string[]) : [];
}

function verdictIn({ tos }: Policy) {
  const verdict = isMapping(tos) ? tos.verdict : undefined;
  return typeof verdict === 'string' ? verdict : <span class="soft">not known</span>;
}

const PresetAct: FC<{ view: View; preset: PresetPolicy }> = ({ view, preset: { id, configured } }) => (
  <div class="actions">
    {configured ? (
      <a href={`${view.base}${sourcePath(id)}`}>added already</a>
    ) : (
      <ActButton view={view} path="/sources/new/look" title="Look at it" fields={{ preset: id }} />
    )}
  </div>
);

function secondStep({ view }: PageCall, look: Look, texts: FormTexts, problems: readonly string[]): PageDocument {
  const { id, provider, isKnown } = look;
  return framed(
    view,
    <>
      {isKnown ? (
        <p class="note warn">
          There is a source <a href={`${view.base}${sourcePath(provider)}`}>{provider}</a> already; another one needs
          another id.
        </p>
      ) : null}
      <OtherProblems problems={problems} names={filledIn} />
      <SeenSite view={view} look={look} />
      <section id="keep">
        <h2>How it is kept</h2>
        {view.formToken === undefined ? (
          <p class="soft">Sign in to save it.</p>
        ) : (
          <form method="post" action={`${view.base}/sources/new`} data-busy="Saving…">
            <input type="hidden" name="form_token" value={view.formToken} />
            <input type="hidden" name="look" value={id} />
            <div class="split">
              <div>
                <PolicyFields names={what} texts={texts} problems={problems} />
              </div>
              <div>
                <PolicyFields names={how} texts={texts} problems={problems} />
              </div>
            </div>
            <div class="field">
              <label>
                <input type="checkbox" name="confirmed" value="yes" /> The first run whole, without a trial of 20 pages
              </label>
            </div>
            <div class="actions">
              {canBegin(look.plan) ? (
                <button type="submit" class="main" name="start" value="yes">
                  Save and crawl
                </button>
              ) : null}
              <button type="submit">Save</button>
              <button type="submit" formaction={`${view.base}/sources/new/look`} data-busy="Looking at the site…">
                Look again
              </button>
              <a href={`${view.base}/sources/new`}>Another site</a>
            </div>
          </form>
        )}
      </section>
    </>,
  );
}
