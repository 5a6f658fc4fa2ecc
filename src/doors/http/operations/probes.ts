// Looks at sites without crawling them: what a crawl would do, a policy on trial, what robots.txt decides.
import { configuredProvider } from '../../../app/crawl/targets.ts';
import type { Field } from '../../../core/options/field.ts';
import { isMapping } from '../../../core/options/resolve.ts';
import { fieldsSchema, readBody } from '../fields.ts';
import type { Means } from '../means.ts';
import { operation, operationWithBody } from '../operation.ts';
import { type PolicyData, presetProperty, readPolicyData, sentPolicySchema } from '../policy-shape.ts';
import { HttpProblem } from '../problem.ts';
import {
  count,
  figure,
  flag,
  type JsonSchema,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  record,
  text,
  time,
  url,
} from '../shape.ts';
import { idParam, noSource, verdictShape } from './providers.ts';

const LOOKS =
  'A handful of requests: robots.txt, the pace of its hosts, bounds, the blocklist and the address rules hold as in a crawl. It ends after two minutes, and when the client leaves.';
/** What a site may answer, and that it takes too long. */
const SITE_PROBLEMS = [502, 504];

export const decisionShape = named(
  'RobotsDecision',
  object({
    allowed: flag(),
    by: text('Who decided: `robots:rfc9309:line-2`.'),
    reason: text('One sentence.'),
    dialect: text(),
    group: nullable(text('The User-agent of the group that applied.')),
    winner: nullable(
      object({
        type: oneOf(['allow', 'disallow']),
        pattern: text('As it is written.'),
        length: count('Octets that were compared.'),
        line: count(),
      }),
    ),
    path: text('What was compared.'),
    source: nullable(
      object({
        host: text(),
        status: count('0 where there was no response.'),
        fromCache: flag(),
        ageSec: count(),
        bytes: count(),
      }),
    ),
    retryAt: optional(time('When robots.txt, which is out of reach, is requested again.')),
    holdUntil: optional(time('The host requests a pause until then.')),
  }),
);

export const planShape = named(
  'Plan',
  object({
    provider: text(),
    terms: text('What is noted of its terms, in words.'),
    enabled: flag(),
    contact: optional(text('Set where a public site cannot see who crawls.')),
    agent: text('The agent that the site sees.'),
    seeds: list(
      object({
        url: url(),
        refused: optional(verdictShape),
        robots: optional(decisionShape),
        answer: text('What it answered, in words.'),
        usable: flag('Whether a crawl could begin here.'),
      }),
    ),
    folder: optional(object({ refused: record(count(), 'Files that are not read, by the reason.') })),
    scope: text('What belongs to it, in words.'),
    dialect: text('Empty where nothing was requested.'),
    delaySec: figure(),
    sitemaps: list(object({ url: url(), entries: count(), inScope: count(), problem: optional(text()) })),
    links: object({ inScope: count(), refused: record(count(), 'By the rule.') }),
    estimate: object({
      pages: count(),
      all: count('How many there are where max_pages ends the crawl before; else the same.'),
      range: optional(list(count(), 'From and to, where they were not counted but guessed.')),
      basis: text(),
      bytes: count(),
      diskBytes: count(),
      memoryBytes: count(),
      seconds: count(),
      note: optional(text()),
    }),
  }),
);

const checkShape = object({
  provider: text(),
  name: text(),
  terms: text(),
  scope: text(),
  agent: text(),
  selector: optional(text('The content selector of the policy.')),
  pages: list(
    object({
      url: url(),
      finalUrl: url('Where redirects led.'),
      robots: optional(object({ allowed: flag(), by: text(), reason: text() })),
      status: optional(count()),
      problem: optional(text('Why there is no page.')),
      read: optional(
        object({
          title: text(),
          rule: text('The rule that found the content.'),
          selectorHit: optional(flag('Whether the selector of the policy found it.')),
          words: count(),
          directives: list(text()),
          noindex: flag(),
          chunks: object({ count: count(), least: count(), average: count(), most: count(), outside: count() }),
          sample: list(text(), 'The first lines of its Markdown.'),
          links: object({
            inScope: count(),
            refused: record(object({ count: count(), example: text() }), 'By the rule.'),
            mergedByQuery: count(),
          }),
          shell: optional(object({ by: text(), detail: text() })),
        }),
      ),
    }),
  ),
  repeated: list(text(), 'What most of them repeat at their edges, which is left out: the beginning of each block.'),
  warnings: list(object({ by: text(), detail: text(), change: text('What to do about it.'), isFatal: flag() })),
  usable: flag('Whether a crawl would bring something.'),
});

const planFields = [
  { name: 'url', kind: 'url', doc: 'A plain URL; what lies below its folder is in scope.' },
  { name: 'provider', kind: 'text', doc: 'The id of a source.' },
  { name: 'allow', kind: 'list', of: 'path pattern', doc: 'With `url`: the paths in scope.' },
  { name: 'block', kind: 'list', of: 'path pattern', doc: 'With `url`: paths that are not.' },
] as const satisfies readonly Field[];

interface PlanBody {
  readonly url?: string | undefined;
  readonly provider?: string | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly block?: readonly string[] | undefined;
  readonly policy?: PolicyData | undefined;
}

const schema = fieldsSchema(planFields) as { readonly properties: object };

const robotsFields = [
  {
    name: 'urls',
    kind: 'list',
    of: 'url',
    min: 1,
    required: true,
    doc: 'The URLs to decide about, at most 100; of one site, unless `text` is sent.',
  },
  { name: 'agent', kind: 'text', doc: 'Whose rules are looked up. Default: those for docent.' },
  { name: 'dialect', kind: 'text', doc: 'The tradition to read it in. Default: the configured one.' },
  { name: 'allDialects', kind: 'boolean', default: false, doc: 'Answers in every dialect.' },
  { name: 'lint', kind: 'boolean', default: false, doc: 'Lists what in the file does not do what it seems to.' },
] as const satisfies readonly Field[];

const MOST_URLS = 100;

export const probeOperations = [
  operationWithBody({
    ...{ id: 'planCrawl', method: 'post', path: '/plan', tag: 'Tools', scope: 'write', cli: 'docent plan <target>' },
    summary: 'What a crawl would do and cost: of a URL, a source, or a policy that is not saved',
    description: `${LOOKS} One of \`url\`, \`provider\` and \`policy\` is needed.`,
    problems: [404, ...SITE_PROBLEMS],
    body: {
      schema: {
        ...schema,
        properties: { ...schema.properties, policy: sentPolicySchema({ preset: presetProperty }) },
      },
      read: readPlan,
    },
    returns: { status: 200, shape: planShape },
    async run({ body: { url: at, provider, policy, allow, block }, means, signal }) {
      const target = policy !== undefined ? { policy } : at !== undefined ? { url: at, allow, block } : undefined;
      const own = target ?? { provider: knownId(provider ?? '', means) };
      return { value: await means.probes.run('plan', { target: own }, signal) };
    },
  }),
  operation({
    ...{ id: 'checkProvider', method: 'post', path: '/providers/{id}/check', tag: 'Sources', scope: 'write' },
    summary: 'Try a policy on a few live pages; nothing is kept',
    description: LOOKS,
    cli: 'docent providers check <id>',
    problems: SITE_PROBLEMS,
    params: [idParam],
    body: { fields: [{ name: 'pages', kind: 'integer', min: 1, max: 20, default: 3, doc: 'How many are looked at.' }] },
    returns: { status: 200, shape: checkShape },
    async run({ path: { id }, body: { pages }, means, signal }) {
      const target = { provider: knownId(id, means) };
      return { value: await means.probes.run('check', { target, pages }, signal) };
    },
  }),
  operationWithBody({
    ...{ id: 'testRobots', method: 'post', path: '/robots/test', tag: 'Tools', scope: 'write' },
    summary: 'What robots.txt decides about URLs, and which line does: that of their site, or a text that is sent',
    description: `${LOOKS} The file is requested once, by docent’s own agent.`,
    cli: 'docent robots <url>',
    problems: SITE_PROBLEMS,
    body: {
      schema: withText(fieldsSchema(robotsFields)),
      read: readRobots,
    },
    returns: {
      status: 200,
      shape: object({
        reports: list(
          object({
            url: url(),
            agent: text(),
            decision: decisionShape,
            crawlDelay: nullable(figure('Seconds.')),
            sitemaps: list(url()),
          }),
          'One for each URL and dialect.',
        ),
        findings: optional(list(object({ line: count('0: the whole file.'), rule: text(), message: text() }))),
      }),
    },
    async run({ body: { urls, ...question }, means, signal }) {
      const [first, ...more] = urls as readonly [string, ...string[]];
      return { value: await means.probes.run('robots', { ...question, url: first, more }, signal) };
    },
  }),
];

/** Throws invalid unless there is one target. */
function readPlan(body: unknown): PlanBody {
  if (!isMapping(body)) throw new HttpProblem('invalid', 'the body must be a JSON object');
  const { policy, ...rest } = body;
  const values = readBody(planFields, rest);
  const sent = [policy ?? undefined, values.url, values.provider].filter((one) => one !== undefined);
  if (sent.length !== 1) throw new HttpProblem('invalid', 'the body needs one of url, provider and policy');
  return policy === undefined || policy === null ? values : { policy: readPolicyData(policy) };
}

function readRobots(body: unknown) {
  if (!isMapping(body)) throw new HttpProblem('invalid', 'the body must be a JSON object');
  // A text of many lines, which fields are not.
  const { text: file, ...rest } = body;
  if (file !== undefined && file !== null && typeof file !== 'string')
    throw new HttpProblem('invalid', ['text must be the text of a robots.txt']);
  const values = readBody(robotsFields, rest);
  if (values.urls.length > MOST_URLS) throw new HttpProblem('invalid', [`urls has more than ${MOST_URLS}`]);
  return { ...values, text: file ?? undefined };
}

function withText(fields: JsonSchema): JsonSchema {
  const { properties, ...rest } = fields as { readonly properties: JsonSchema };
  const sent = { type: 'string', description: 'A robots.txt, in place of the one of the site; nothing is requested.' };
  return { ...rest, properties: { ...properties, text: sent } };
}

/** The id of a source with a policy. Throws not_found. */
function knownId(id: string, means: Means): string {
  if (configuredProvider(id, means.settings()) === undefined) throw noSource(id);
  return id;
}
