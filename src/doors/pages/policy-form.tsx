// Fields of a policy in forms: an input for each kind, its problem beside it, and the policy that a form sends.
import type { FC } from 'hono/jsx';
import { ConfigError } from '../../core/errors.ts';
import { type Field, fromText } from '../../core/options/field.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { printableLines } from '../../core/printable.ts';
import { providerFields } from '../../seed/provider-fields.ts';

export type PolicyFieldName = (typeof providerFields)[number]['name'];

/** A policy in its own form. */
type Policy = Readonly<Record<string, unknown>>;

/** Values of fields as forms have them; lists with one line for each item. */
export type FormTexts = Readonly<Partial<Record<PolicyFieldName, string>>>;

const fields = new Map<string, Field>(providerFields.map((field) => [field.name, field]));
const titles: Readonly<Partial<Record<PolicyFieldName, string>>> = Object.freeze({
  provider_id: 'Id',
  name: 'Name',
  library: 'Library',
  seed_urls: 'Begins at',
  allowed_path_patterns: 'Paths in scope',
  blocked_path_patterns: 'Paths left out',
  exclude_paths: 'Paths never fetched',
  max_pages: 'At most this many pages',
  max_depth: 'Links away from a seed',
  request_delay_ms: 'Milliseconds between requests',
  retain: 'How much text is kept',
  schedule: 'Schedule',
  time_zone: 'Time zone',
  enabled: 'Crawled by commands and the schedule',
  own_site: 'The site is mine',
  sitemap_url: 'Sitemap',
  'tos.url': 'Terms of service',
  'tos.verdict': 'What they state about crawling',
  'tos.checked_by': 'Who read them',
});

/** Where the words of the file's documentation do not fit a form. */
const hints: Readonly<Partial<Record<PolicyFieldName, string>>> = Object.freeze({
  enabled: 'Off: neither commands nor the schedule crawl it.',
  own_site: 'Then no delay, and no hourly or daily bound, are allowed.',
  seed_urls: 'Where the crawl starts: one address in each line.',
  'tos.url': 'The page where they are.',
  'tos.checked_by': 'Your name, for colleagues; the date is noted with it.',
});

/** The texts of fields in a policy. */
export function policyTexts(policy: Policy, names: readonly PolicyFieldName[]): FormTexts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const [section = '', inner] = name.split('.', 2);
      const outer = policy[section] ?? (name === 'seed_urls' ? policy.seed_url : undefined);
      const value = inner === undefined ? outer : isMapping(outer) ? outer[inner] : undefined;
      if (value === undefined || value === null) return [];
      return [[name, Array.isArray(value) ? value.join('\n') : String(value)]];
    }),
  );
}

/** The texts of fields in a form. */
export function formTexts(form: URLSearchParams, names: readonly PolicyFieldName[]): FormTexts {
  const isFlag = (name: string): boolean => fields.get(name)?.kind === 'boolean';
  return Object.fromEntries(
    names.map((name) => [name, isFlag(name) ? String(form.get(name) === 'true') : (form.get(name) ?? '').trim()]),
  );
}

/** The policy that texts make: null where there is none, so that the default holds. What does not fit is left for the check to refuse. */
export function policyOf(texts: FormTexts): Policy {
  const policy: Record<string, unknown> = {};
  for (const [name, text = ''] of Object.entries(texts)) {
    const field = fields.get(name) as Field;
    const [section = '', inner] = name.split('.', 2);
    const value = text.trim() === '' || isUnset(field, text) ? null : valueIn(field, text);
    if (inner === undefined) policy[section] = value;
    else policy[section] = { ...(policy[section] as object | undefined), [inner]: value };
  }
  return policy;
}

/** A box that is left as it is by default is not written. */
function isUnset(field: Field, text: string): boolean {
  return field.kind === 'boolean' && text === String(field.default);
}

function valueIn(field: Field, text: string): unknown {
  if (field.kind === 'choice') return field.choices.find((choice) => String(choice) === text) ?? text;
  if (field.kind !== 'list') return fromText(field, text);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The problems of an error that a person can mend in a form. Throws every other error. */
export function problemsOf(error: unknown): readonly string[] {
  if (!(error instanceof ConfigError)) throw error;
  return error.problems.map((problem) => printableLines(problem.replaceAll(' in the body', '').slice(0, 1_000)));
}

function isAbout(name: string, problem: string): boolean {
  return problem.startsWith(name) && !/^[\w.]/.test(problem.slice(name.length));
}

/** What is wrong, beside the fields it is about; what belongs to none of them is listed here. */
export const OtherProblems: FC<{ problems: readonly string[]; names: readonly string[] }> = ({ problems, names }) => {
  const others = problems.filter((problem) => !names.some((name) => isAbout(name, problem)));
  return problems.length === 0 ? null : (
    <div class="note bad" role="alert">
      <p>
        <strong>Nothing was saved.</strong> {others.length === problems.length ? '' : 'What is wrong is at its field.'}
      </p>
      {others.length === 0 ? null : (
        <ul>
          {others.map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Inputs for fields of a policy, each with its name, what it is, and what is wrong with it. */
export const PolicyFields: FC<{
  names: readonly PolicyFieldName[];
  texts: FormTexts;
  problems?: readonly string[];
}> = ({ names, texts, problems = [] }) => (
  <>
    {names.map((name) => (
      <PolicyInput name={name} text={texts[name] ?? ''} wrong={problems.filter((problem) => isAbout(name, problem))} />
    ))}
  </>
);

const PolicyInput: FC<{ name: PolicyFieldName; text: string; wrong: readonly string[] }> = ({ name, text, wrong }) => {
  const field = fields.get(name) as Field;
  const id = `policy-${name.replaceAll(/[._]/g, '-')}`;
  const title = titles[name] ?? name;
  const notes = [`${id}-hint`, ...(wrong.length > 0 ? [`${id}-wrong`] : [])].join(' ');
  const about = {
    id,
    name,
    'aria-describedby': notes,
    'aria-invalid': wrong.length > 0 ? ('true' as const) : undefined,
  };
  return (
    <div class="field">
      {field.kind === 'boolean' ? (
        <label>
          <input type="checkbox" value="true" checked={(text || String(field.default)) === 'true'} {...about} /> {title}
        </label>
      ) : (
        <>
          <label for={id}>{title}</label>
          <Control field={field} text={text} about={about} />
        </>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hints[name] ?? field.doc}
        {field.kind === 'integer' ? ` Default: ${field.default}.` : ''}
      </p>
      {wrong.length === 0 ? null : (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong.join(' ')}
        </p>
      )}
    </div>
  );
};

const Control: FC<{ field: Field; text: string; about: Readonly<Record<string, string | undefined>> }> = ({
  field,
  text,
  about,
}) => {
  if (field.kind === 'choice')
    return (
      <select {...about}>
        <option value="">{field.default === undefined ? 'not known' : `default: ${field.default}`}</option>
        {field.choices.map((choice) => (
          <option value={String(choice)} selected={String(choice) === text}>
            {String(choice)}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'list')
    return (
      <textarea {...about} class="short" rows={Math.min(8, Math.max(2, text.split('\n').length))} spellcheck={false}>
        {text}
      </textarea>
    );
  // A number that does not fit is refused with the reason, which a browser would not name.
  const mode = field.kind === 'integer' ? { inputmode: 'numeric' as const, placeholder: String(field.default) } : {};
  return <input {...about} {...mode} value={text} maxlength={2_000} autocomplete="off" spellcheck={false} />;
};
