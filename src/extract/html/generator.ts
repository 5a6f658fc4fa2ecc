// Which program made a page: what it writes of itself, else by signs that only its pages have.
import { isMarkup, type PageForm } from '../../core/forms.ts';
import { decodeMarkup } from '../charset/charset.ts';
import { cleanText } from '../clean-blocks.ts';
import type { Element } from './node.ts';
import { parseHtml } from './tree.ts';
import { walk } from './walk.ts';

const LONGEST = 80;

/** Ids, classes and scripts of programs that do not write their names. */
const signs: readonly (readonly [name: string, isSign: (element: Element) => boolean])[] = [
  [
    'Sphinx',
    ({ name, attribs }) => name === 'script' && /documentation_options\.js|\bdoctools\.js/.test(attribs.src ?? ''),
  ],
  ['Docusaurus', ({ marks }) => marks.id === '__docusaurus'],
  ['VitePress', ({ marks }) => marks.id === 'VPContent'],
  ['mdBook', ({ marks }) => marks.id === 'mdbook-help-container' || marks.id === 'menu-bar-hover-placeholder'],
  ['TypeDoc', ({ marks }) => /(?:^|\s)tsd-page-toolbar(?:\s|$)/.test(marks.className ?? '')],
  ['Nextra', ({ marks }) => /(?:^|\s)nextra-/.test(marks.className ?? '')],
  ['Docsify', ({ name, attribs }) => name === 'script' && /\bdocsify(?:\.min)?\.js/.test(attribs.src ?? '')],
];

/** The program in a few words: `Docusaurus v3.8.1`; undefined where nothing names it, and for a page that is no HTML. */
export function generatorOf(
  body: Uint8Array,
  { form, charset }: { readonly form: PageForm; readonly charset?: string | undefined },
): string | undefined {
  if (!isMarkup(form)) return undefined;
  let written: string | undefined;
  let recognised: string | undefined;
  walk(parseHtml(decodeMarkup(body, charset).markup).root, {
    text() {},
    enter(element) {
      const { name, attribs } = element;
      if (name === 'meta' && /^generator$/i.test(attribs.name ?? '')) written ??= attribs.content;
      recognised ??= signs.find(([, isSign]) => isSign(element))?.[0];
      return written === undefined;
    },
    leave() {},
  });
  const text = cleanText(written ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
  return text === '' ? recognised : text;
}
