// Sources: what is configured, what ships with docent, what is stored of each.
import { presetPolicies } from '../../../app/providers/sources.ts';
import type { Field } from '../../../core/options/field.ts';
import { sourceStates } from '../../../watch/states/source-state.ts';
import { etagOf } from '../etag.ts';
import type { Means } from '../means.ts';
import { operation, pageFields } from '../operation.ts';
import { policyShape } from '../policy-shape.ts';
import { HttpProblem } from '../problem.ts';
import {
  anything,
  count,
  figure,
  flag,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  url,
} from '../shape.ts';
import { runShape } from './runs.ts';
import { countsShape } from './urls.ts';

const scheduleShape = object({
  cron: text('As it is written, or derived from its id.'),
  isDefault: flag('Derived from its id.'),
  words: text(),
  timeZone: text(),
  nextAt: optional(time('Absent where it is not run by schedule.')),
  overdue: flag('The time is past, and no process has run it for two hours.'),
  everySec: count('From one run to the next: how old its pages become by schedule.'),
});

/** The state of a source, as `stateOfSource` finds it. */
export const sourceStateFields = {
  state: oneOf(
    sourceStates,
    'never reached: nothing was ever read of it. empty: it was read, and no page is stored. fresh: its pages were checked as lately as its schedule wants. due: it is time to check them. overdue: it was time long ago. failing: its last run read nothing. paused: its run is. disabled: by the operator. forbidden: its terms forbid crawling.',
  ),
  detail: optional(text('Why it is failing, or not run by schedule.')),
} as const;

export const sourceShape = named(
  'Source',
  object({
    id: text(),
    name: text(),
    category: optional(text()),
    library: optional(text('What it documents: a name, or name@version.')),
    from: oneOf(
      ['file', 'crawl', 'preset'],
      'file: the configuration. preset: it ships with docent. crawl: neither, but something was crawled under this name.',
    ),
    seeds: list(url()),
    enabled: flag(),
    retain: oneOf(['preview', 'full']),
    terms: nullable(oneOf(['allowed', 'unclear', 'forbidden'])),
    ...sourceStateFields,
    dueAt: optional(time('When its pages are to be checked.')),
    schedule: optional(scheduleShape),
    lastRun: optional(runShape),
    changeRate: optional(
      figure('Percent of its pages that the last run found new, changed or removed; absent after its first run.'),
    ),
    lastSuccess: optional(time('When every page that is stored was last looked at.')),
    lastCrawl: nullable(time('When its first seed was last requested.')),
    complete: nullable(flag('Whether its last crawl came to its end.')),
    pages: count('Stored pages.'),
    chunks: count('Their chunks.'),
    counts: countsShape,
  }),
);

export const verdictShape = object({ ok: flag(), by: text('Who decided.'), detail: optional(text()) });

export const detailsShape = object({
  source: sourceShape,
  verifiedAt: optional(time('When the page that was not looked at for the longest was last as it is stored.')),
  policy: optional(policyShape),
  fields: list(
    object({
      field: text('Its name in the policy.'),
      value: anything(),
      from: text('`default`, `preset`, or where it is written.'),
    }),
    'Every value in force.',
  ),
  terms: text('What is noted of its terms, in words.'),
  mayRun: object({ command: verdictShape, schedule: verdictShape }),
  crawl: list(text(), 'What a crawl would do, in words.'),
});

export const idParam = {
  name: 'id',
  kind: 'text',
  required: true,
  doc: 'The id of the source.',
} as const satisfies Field;

const next = optional(text('`cursor` of the next page; absent on the last.'));

export const providerOperations = [
  operation({
    ...{ id: 'listProviders', method: 'get', path: '/providers', tag: 'Sources', scope: 'read' },
    summary: 'Sources: those of the configuration, those that were only crawled, then the presets',
    cli: 'docent providers list',
    query: [
      {
        name: 'from',
        kind: 'list',
        of: 'text',
        default: [],
        doc: 'Only `file`, `crawl` or `preset`; may be repeated.',
      },
      ...pageFields,
    ],
    returns: { status: 200, shape: object({ providers: list(sourceShape), next }) },
    async run({ query: { from, limit, cursor }, means }) {
      const rows = await means.reads.run('sources', { from: from.map(originNamed), after: cursor, limit: limit + 1 });
      if (rows === undefined) throw new HttpProblem('invalid', 'no list has this cursor');
      const providers = rows.slice(0, limit);
      return { value: { providers, next: rows.length > limit ? providers.at(-1)?.id : undefined } };
    },
  }),
  operation({
    ...{ id: 'listPresets', method: 'get', path: '/providers/presets', tag: 'Sources', scope: 'read' },
    summary: 'The policies that ship with docent',
    query: [{ name: 'category', kind: 'text', doc: 'Only of this category.' }],
    returns: {
      status: 200,
      shape: object({
        presets: list(
          object({
            id: text(),
            name: text(),
            category: optional(text()),
            aliases: list(text()),
            configured: flag('The configuration has a policy of this id.'),
            policy: policyShape,
          }),
        ),
      }),
    },
    async run({ query: { category }, means }) {
      const all = presetPolicies(means.settings());
      return { value: { presets: all.filter((one) => category === undefined || one.category === category) } };
    },
  }),
  operation({
    ...{ id: 'getProvider', method: 'get', path: '/providers/{id}', tag: 'Sources', scope: 'read' },
    summary: 'One source: its policy, where each value came from, its terms, and what a crawl would do',
    description: 'The header ETag names the policy as it is written; changes need it in If-Match.',
    cli: 'docent providers show <id>',
    params: [idParam],
    returns: { status: 200, shape: detailsShape },
    run: ({ path: { id }, means }) => sourceReply(id, means),
  }),
];

/** A source as it is now, with the tag of its policy. Throws not_found. */
export async function sourceReply(id: string, means: Means) {
  const details = await means.reads.run('source', { id });
  if (details === undefined) throw noSource(id);
  const { tag } = details;
  return { value: details, headers: tag === undefined ? {} : { etag: etagOf(tag) } };
}

function originNamed(word: string): 'file' | 'crawl' | 'preset' {
  if (word === 'file' || word === 'crawl' || word === 'preset') return word;
  throw new HttpProblem('invalid', [`from is "${word.slice(0, 80)}" in the query: it must be file, crawl or preset`]);
}

/** The problem of a source that is not there. */
export function noSource(id: string): HttpProblem {
  return new HttpProblem('not_found', `there is no source "${id}"`);
}
