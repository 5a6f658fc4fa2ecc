// Docsify: a page without text that shows Markdown files in a browser, by routes such as `#/guide/start`.

import { scriptText, viewerName } from './first-look.ts';
import { objectOf, readLiteral, type ScriptObject } from './script-values.ts';
import type { Survey } from './survey.ts';

export interface DocsifyFiles {
  /** The file of the first page, as a link of the page. */
  readonly home: string;
  /** Files with its menus. */
  readonly menus: readonly string[];
}

const HOME = 'README.md';
const LONGEST_NAME = 500;

/** The Markdown files that a Docsify page begins with; undefined when it is none. Never throws. */
export function docsifyOf({ scripts }: Pick<Survey, 'scripts'>): DocsifyFiles | undefined {
  let settings: ScriptObject | undefined;
  let isDocsify = false;
  for (const script of scripts) {
    isDocsify ||= viewerName(script) === 'Docsify';
    const text = script.attribs.src === undefined ? scriptText(script) : '';
    const assigned = /\$docsify\s{0,9}=\s{0,9}(?=\{)/.exec(text);
    if (assigned !== null) settings ??= objectOf(readLiteral(text, assigned.index + assigned[0].length));
  }
  if (!isDocsify && settings === undefined) return undefined;
  const { homepage, basePath, loadSidebar, loadNavbar } = settings ?? {};
  const within = (name: string): string => joined(nameOf(basePath) ?? '', name);
  return {
    home: within(nameOf(homepage) ?? HOME),
    menus: [
      ...(loadSidebar === false ? [] : [within(nameOf(loadSidebar) ?? '_sidebar.md')]),
      ...(loadNavbar === undefined || loadNavbar === false ? [] : [within(nameOf(loadNavbar) ?? '_navbar.md')]),
    ],
  };
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME ? value : undefined;
}

function joined(base: string, name: string): string {
  if (base === '' || /^[a-z][a-z\d+.-]*:|^\/\//i.test(name)) return name;
  return `${base.replace(/\/$/, '')}/${name.replace(/^\.?\//, '')}`;
}
