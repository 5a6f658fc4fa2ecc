// The selector preview: one page as the present policy reads it, beside what other selectors make of it.
import { configuredProvider } from '../../../app/crawl/targets.ts';
import type { PreviewRequest } from '../../../app/server/preview/preview.ts';
import type { Field } from '../../../core/options/field.ts';
import { isMapping } from '../../../core/options/resolve.ts';
import { fieldsSchema, readBody } from '../fields.ts';
import { operationWithBody } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, flag, list, named, object, oneOf, optional, text, time, url } from '../shape.ts';
import { noSource } from './providers.ts';

const hitsShape = object({
  selector: text(),
  count: count('Elements that it matches, those inside of others included.'),
  elements: list(
    object({ tag: text(), id: optional(text()), classes: list(text()), text: text('The beginning of its text.') }),
    'The first thirty of them.',
  ),
  isCut: flag('It took more steps than a page may cost, and may match more.'),
});

const sideShape = named(
  'PreviewSide',
  object({
    title: text(),
    rule: text('The rule that found the content; `selector` where a selector did.'),
    selector: optional(text()),
    remove: list(text()),
    markdown: text('As it would be kept; of a page, so it is data.'),
    isCut: flag('The Markdown is longer than this.'),
    words: count(),
    tokens: count(),
    chunks: list(object({ seq: count(), headings: list(text()), anchor: optional(text()), tokens: count() })),
    leftOut: list(text(), 'What most pages of the site repeat, which is left out: the beginning of each block.'),
    flags: list(text()),
  }),
);

const previewShape = object({
  url: url('Where redirects led.'),
  status: count(),
  form: text('What the page is: html, markdown, …; selectors are for html.'),
  fetchedAt: time(),
  isKept: flag('It was requested before, and is kept for five minutes.'),
  provider: optional(text('The source whose policy reads it.')),
  before: sideShape,
  after: sideShape,
  hits: object({ content: optional(hitsShape), remove: list(hitsShape) }),
  difference: object({
    added: count('Lines.'),
    removed: count('Lines.'),
    parts: list(
      object({
        kind: oneOf(['same', 'removed', 'added', 'skipped'], 'skipped: lines that are the same and are left out.'),
        lines: list(text()),
        count: count(),
      }),
    ),
    isCut: flag('There is more than this.'),
  }),
});

const fields = [
  { name: 'url', kind: 'url', doc: 'The page. Default: the first seed of the source.' },
  { name: 'provider', kind: 'text', doc: 'The source whose policy reads it. Default: the one it belongs to.' },
  { name: 'remove', kind: 'list', of: 'text', doc: 'What is removed. Default: as in the policy.' },
] as const satisfies readonly Field[];

const schema = fieldsSchema(fields) as { readonly properties: object };
const contentSchema = {
  anyOf: [{ type: 'string', maxLength: 2_000 }, { type: 'null' }],
  description: 'The content selector to try; null for none. Default: as in the policy.',
};

export const previewOperations = [
  operationWithBody({
    ...{ id: 'previewSelectors', method: 'post', path: '/preview', tag: 'Tools', scope: 'write' },
    summary: 'What selectors make of a page, beside what the present policy makes of it',
    description:
      'The page is requested once, as `docent read` would, and kept in memory for five minutes: further selectors are tried without a request. HTML is not stored, so the preview of a stored page requests it.',
    cli: 'docent read <url> --selector <css> --remove <css>',
    problems: [404, 502, 504],
    body: { schema: { ...schema, properties: { ...schema.properties, content: contentSchema } }, read: readPreview },
    returns: { status: 200, shape: previewShape },
    async run({ body: { url: at, provider, content, remove }, means, signal }) {
      const policy = provider === undefined ? undefined : configuredProvider(provider, means.settings());
      if (provider !== undefined && policy === undefined) throw noSource(provider);
      const page = at ?? policy?.seed_urls[0];
      if (page === undefined) throw new HttpProblem('invalid', 'the body needs url or provider');
      return { value: await means.previews.read({ url: page, provider, content, remove }, signal) };
    },
  }),
];

type PreviewBody = Omit<PreviewRequest, 'url'> & { readonly url?: string | undefined };

function readPreview(body: unknown): PreviewBody {
  if (!isMapping(body)) throw new HttpProblem('invalid', 'the body must be a JSON object');
  // null is a value of its own here: no selector.
  const { content, ...rest } = body;
  if (content !== undefined && content !== null && typeof content !== 'string')
    throw new HttpProblem('invalid', ['content must be a CSS selector, or null']);
  return { ...readBody(fields, rest), content };
}
