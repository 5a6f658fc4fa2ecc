// H9: pages whose HTML has no text because scripts write them in a browser, and what such a page names instead.
import type { Block } from '../../core/document.ts';
import { resolveLink } from '../../core/url/fetch-url.ts';
import type { ContentRule } from '../html/content-place.ts';
import type { Document, Element } from '../html/node.ts';
import { wordCount } from '../word-count.ts';
import { type ApiViewer, apiViewerOf } from './api-viewer.ts';
import { docsifyOf } from './docsify.ts';
import { type ContentSummary, MOST_WORDS, scriptText } from './first-look.ts';
import { isViewerRoot, watchers, writingCode } from './roots.ts';
import { type Survey, surveyOf } from './survey.ts';
import { hasOwnText, holdsScriptWall, isCommonPlaceHolder, isPlaceHolder, isScriptWall } from './words.ts';

/** A page that needs a browser. */
export interface Shell {
  /** `openapi` and `markdown`: files that it names hold what it would show; `script`: none is known. */
  readonly kind: 'openapi' | 'markdown' | 'script';
  /** The program that would write the page, where it is known: `Swagger UI`. */
  readonly tool?: string | undefined;
  /** The URLs of these files. */
  readonly documents: readonly string[];
  /** The URL of a script that names the file, where the page does not. */
  readonly settings?: string | undefined;
}

export interface ShellReading {
  readonly shell?: Shell | undefined;
  /** An OpenAPI document inside the page that is all it shows, as JSON. */
  readonly inline?: string | undefined;
  /** Whether its links are the viewer's own, which lead nowhere without it. */
  readonly isViewer?: boolean | undefined;
  /** Files that the page shows, as it writes them: links like others. */
  readonly named: readonly string[];
}

export interface ShellInput {
  readonly url: string;
  readonly baseHref?: string | undefined;
  readonly root: Document;
  readonly blocks: readonly Block[];
  readonly rule: ContentRule;
  /** What `summarise` found. */
  readonly summary: ContentSummary;
  readonly tool?: string | undefined;
  /** Whether the page sends its readers on. */
  readonly isForwarding: boolean;
}

/** Words that may be beside an empty root, such as the name of the site, and are no page. */
const MOST_BESIDE = 8;
const LONGEST_ADDRESS = 500;

/**
 * Recognises a page that scripts write. A page with text of its own is never one, however many scripts it has; a document that a
 * viewer in it shows is then one of its links. Never throws.
 */
export function readShell(input: ShellInput): ShellReading {
  const { root, rule, summary } = input;
  const survey = surveyOf(root);
  const viewer = apiViewerOf(survey);
  const docsify = docsifyOf(survey);
  const isOnlyViewer = !summary.isPage && (summary.prose === 0 || rule === 'body');
  const isAll = viewer.inline !== undefined && isAllInViewer(survey);
  if (viewer.inline !== undefined && (isAll || isOnlyViewer))
    return { inline: viewer.inline, named: viewer.documents, isViewer: isAll };
  const named = [...viewer.documents, ...(docsify === undefined ? [] : [docsify.home, ...docsify.menus])];
  if (summary.isPage) return { named };
  const isViewer = isOnlyViewer && (named.length > 0 || viewer.settings !== undefined);
  if (!isViewer && !isWrittenByScripts(input, survey)) return { named };
  return { named, shell: shellOf(input, viewer, docsify?.home) };
}

function shellOf({ url, baseHref, tool }: ShellInput, viewer: ApiViewer, home: string | undefined): Shell {
  const resolved = (hrefs: readonly string[]): readonly string[] =>
    hrefs.flatMap((href) => {
      const target = resolveLink(href, { pageUrl: url, baseHref });
      return target.ok ? [target.url] : [];
    });
  const specs = resolved(viewer.documents);
  const files = specs.length > 0 || home === undefined ? [] : resolved([home]);
  const [settings] = specs.length > 0 || viewer.settings === undefined ? [] : resolved([viewer.settings]);
  return {
    kind: specs.length > 0 ? 'openapi' : files.length > 0 ? 'markdown' : 'script',
    ...(tool !== undefined && { tool }),
    documents: [...specs, ...files],
    ...(settings !== undefined && { settings }),
  };
}

/** Whether there is nothing on the page but what scripts will write. */
function isWrittenByScripts({ blocks, rule, summary, isForwarding }: ShellInput, survey: Survey): boolean {
  if (isForwarding || hasOwnText(blocks)) return false;
  const isRunning = survey.scripts.some(runs);
  if (summary.words === 0 && summary.holdsPlace) return isRunning || blocks.some(isOnlyWaiting);
  if (!isRunning) return false;
  // A title above it does not make it a page.
  if (summary.prose === 0 && blocks.some(holdsPlace)) return true;
  if (summary.words > 0 && (rule !== 'body' || summary.words > MOST_BESIDE)) return false;
  if (summary.holdsPlace && survey.roots.length > 0) return true;
  if (survey.roots.some(({ text }) => isEmptyRoot(text))) return true;
  // Comments below a short page require JavaScript, too.
  if (summary.prose === 0 && holdsScriptWall(survey.noscript)) return true;
  return summary.words === 0 && !survey.hasWordless && survey.scripts.some(canWrite);
}

/** Whether a block only asks to wait; without a script, "Starting the server..." may be what a program prints. */
function isOnlyWaiting(block: Block): boolean {
  return block.kind === 'text' && isCommonPlaceHolder(block.markdown);
}

function holdsPlace(block: Block): boolean {
  return block.kind === 'text' && (isPlaceHolder(block.markdown) || isScriptWall(block.markdown));
}

function isEmptyRoot(text: string): boolean {
  const content = text.trim();
  return content === '' || isPlaceHolder(content) || isScriptWall(content);
}

/** Whether everything a reader sees is where a viewer writes. */
function isAllInViewer({ roots, outside }: Survey): boolean {
  return (
    roots.some(({ element }) => isViewerRoot(element)) &&
    wordCount(outside) <= MOST_WORDS &&
    roots.every(({ element, text }) => isViewerRoot(element) || isEmptyRoot(text))
  );
}

/** Whether a script is one that is run, and does more than watch. */
function runs({ attribs: { type = '', src }, children }: Element): boolean {
  if (!/^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim())) return false;
  if (src === undefined) return children.length > 0;
  const address = src.slice(0, LONGEST_ADDRESS).toLowerCase();
  return address !== '' && !watchers.some((watcher) => address.includes(watcher));
}

/** Whether it may write a page into a body that has no place for one. */
function canWrite(script: Element): boolean {
  if (!runs(script)) return false;
  if (script.attribs.src !== undefined) return true;
  const text = scriptText(script);
  return writingCode.some((code) => text.includes(code));
}
