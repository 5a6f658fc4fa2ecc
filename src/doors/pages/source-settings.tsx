// Settings of a source: its policy as YAML, what is wrong at its line, every value in force with where it came from, and its removal.
import type { FC } from 'hono/jsx';
import { policyAsYaml, readPolicyText } from '../../app/providers/policy-text.ts';
import type { SourceDetails } from '../../app/providers/sources.ts';
import { printableLines } from '../../core/printable.ts';
import { HttpProblem } from '../http/problem.ts';
import type { FormRoute, PageCall, PageDocument, PageRoute } from './page-route.ts';
import { ActButton, type Column, Crawled, number, RowTable } from './parts.tsx';
import { problemsOf } from './policy-form.tsx';
import { sourceDocument } from './source-frame.tsx';
import { saved, saveFields } from './source-save.ts';
import { sourceIn, sourcePath } from './sources.tsx';

type Field = SourceDetails['fields'][number];

const columns: readonly Column<Field>[] = [
  { title: 'Field', kind: 'head', cell: ({ field }) => <code>{field}</code> },
  { title: 'Value', cell: ({ value }) => <Value value={value} /> },
  {
    title: 'Where from',
    cell: ({ from }) => (from === 'default' ? <span class="soft">default</span> : <Crawled text={from} />),
  },
];

const Value: FC<{ value: unknown }> = ({ value }) => {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return text === '' ? (
    <span class="soft">none</span>
  ) : (
    <code>
      <Crawled text={text} />
    </code>
  );
};

const shown: readonly PageRoute[] = [
  {
    path: '/sources/{id}/settings',
    async show(call) {
      const details = await sourceIn(call);
      return document(call, details, policyAsYaml(details.policy ?? {}), []);
    },
  },
];

const forms: readonly FormRoute[] = [
  {
    path: '/sources/{id}/settings',
    async act(call) {
      const { form } = call;
      const details = await sourceIn(call);
      const { id } = details.source;
      // Browsers send CR and LF.
      const text = (form.get('policy') ?? '').replaceAll('\r\n', '\n');
      const problems = await replaceBy(call, id, text, form.get('tag') ?? '');
      if (problems.length > 0) return { page: document(call, details, text, problems), status: 422 };
      return `${sourcePath(id, 'settings')}?saved=yes`;
    },
  },
  {
    path: '/sources/{id}/enable',
    async act({ means, path: { id = '' }, form }) {
      const fields = { enabled: form.get('enabled') === 'yes' ? null : false };
      refuse(await saveFields(means, id, fields, form.get('tag') ?? ''));
      return sourcePath(id, 'settings');
    },
  },
  {
    path: '/sources/{id}/remove',
    async act({ means, path: { id = '' }, form }) {
      refuse(await saved(id, () => means.policies.remove(id, [form.get('tag') ?? ''])));
      const isLeft = (await means.reads.run('source', { id })) !== undefined;
      return isLeft ? sourcePath(id) : '/sources';
    },
  },
];

export const sourceSettingsPages = { shown, forms };

async function replaceBy({ means }: PageCall, id: string, text: string, tag: string): Promise<readonly string[]> {
  try {
    const policy = readPolicyText(text);
    return await saved(id, () => means.policies.replace(id, policy, [tag]));
  } catch (error) {
    return problemsOf(error);
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new HttpProblem('conflict', problems);
}

function document(
  { view, query }: PageCall,
  details: SourceDetails,
  text: string,
  problems: readonly string[],
): PageDocument {
  const { source, policy, tag = '', fields } = details;
  const { id } = source;
  return sourceDocument(view, details, {
    tab: 'settings',
    same: { cli: `docent providers edit ${id}`, api: `PUT /providers/${id}` },
    children: (
      <>
        {query.get('saved') === 'yes' && problems.length === 0 ? (
          <p class="note good">Saved, and in force from the next run on.</p>
        ) : null}
        <Wrong text={text} problems={problems} />
        {policy === undefined ? (
          <p class="note">
            It is not in the configuration.{' '}
            <a href={`${view.base}/sources/new?url=${encodeURIComponent(source.seeds[0] ?? '')}`}>Add it as a source</a>
            .
          </p>
        ) : view.formToken === undefined ? (
          <>
            <pre>{printableLines(text)}</pre>
            <p class="soft">Sign in to change it.</p>
          </>
        ) : (
          <form method="post" action={`${view.base}${sourcePath(id, 'settings')}`} data-busy="Saving…">
            <input type="hidden" name="form_token" value={view.formToken} />
            <input type="hidden" name="tag" value={tag} />
            <div class="field full">
              <label for="policy">Policy, in YAML</label>
              <textarea
                {...{ id: 'policy', name: 'policy', spellcheck: false, required: true }}
                rows={Math.min(32, Math.max(8, text.split('\n').length + 1))}
                aria-describedby={problems.length > 0 ? 'policy-hint policy-wrong' : 'policy-hint'}
                aria-invalid={problems.length > 0 ? 'true' : undefined}
              >
                {text}
              </textarea>
              <p class="hint" id="policy-hint">
                What it leaves out has its default. Comments of the file stay where they are.
                {source.from === 'preset' ? ' It ships with docent: a change copies it into the configuration.' : ''}
              </p>
            </div>
            <button type="submit" class="main">
              Save
            </button>
          </form>
        )}
        {fields.length === 0 ? null : (
          <section>
            <h2>Every value in force</h2>
            <RowTable columns={columns} rows={fields} />
          </section>
        )}
        {view.formToken === undefined || policy === undefined ? null : <Removal view={view} details={details} />}
      </>
    ),
  });
}

/** Each problem at its line, where it has one. */
const Wrong: FC<{ text: string; problems: readonly string[] }> = ({ text, problems }) => {
  if (problems.length === 0) return null;
  const lines = text.split('\n');
  const lineOf = (problem: string): number => Number(/, line (\d+)/.exec(problem)?.[1] ?? 0);
  return (
    <div class="note bad" role="alert" id="policy-wrong">
      <p>
        <strong>Nothing was saved.</strong>
      </p>
      <ul>
        {problems
          .toSorted((one, other) => lineOf(one) - lineOf(other))
          .map((problem) => {
            const line = lineOf(problem);
            return (
              <li>
                {line === 0 ? null : (
                  <code class="line">{`${line}  ${printableLines(lines[line - 1] ?? '').slice(0, 200)}`}</code>
                )}
                {problem.replace(/ in the text, line \d+/, '')}
              </li>
            );
          })}
      </ul>
    </div>
  );
};

const Removal: FC<{ view: PageCall['view']; details: SourceDetails }> = ({ view, details: { source, tag = '' } }) => {
  const { id, pages, enabled, from } = source;
  return (
    <section>
      <h2>Stop crawling it</h2>
      <p>
        {`What is stored stays and is found: ${number(pages)} ${pages === 1 ? 'page' : 'pages'}. `}
        <a href={`${view.base}/settings/forget?what=${encodeURIComponent(`provider:${id}`)}`}>Forget what is stored</a>{' '}
        removes that.
      </p>
      <div class="actions">
        <ActButton
          view={view}
          path={sourcePath(id, 'enable')}
          title={enabled ? 'Disable' : 'Enable'}
          fields={{ tag, enabled: enabled ? 'no' : 'yes' }}
        />
        {from === 'file' ? (
          <ActButton
            view={view}
            path={sourcePath(id, 'remove')}
            title="Remove from the configuration"
            fields={{ tag }}
            tone="danger"
          />
        ) : null}
      </div>
    </section>
  );
};
