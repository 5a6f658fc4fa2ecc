// Which OpenAPI document a page shows: one that it names, or one inside its scripts (Swagger UI, Redoc, RapiDoc, Scalar, Elements).

import { apiDocumentOf } from '../openapi/api-document.ts';
import { entriesOf } from '../openapi/values.ts';
import { scriptText } from './first-look.ts';
import { documentKeys, inlineKeys, nestedKeys, settingsScripts, type ViewerTraits, viewers } from './roots.ts';
import {
  endOfBracket,
  objectOf,
  readArguments,
  readLiteral,
  type ScriptObject,
  type ScriptValue,
  scriptListOf,
} from './script-values.ts';
import type { Survey } from './survey.ts';

export interface ApiViewer {
  /** As the page writes them, each once. */
  readonly documents: readonly string[];
  /** A whole document inside the page, as JSON. */
  readonly inline?: string | undefined;
  /** The script that names the document, where the page itself does not. */
  readonly settings?: string | undefined;
}

const MOST_DOCUMENTS = 20;
const LONGEST_HREF = 2_000;
/** Places of one script that are looked at for a call or a document. */
const MOST_PLACES = 10;
const DEEPEST_SETTINGS = 4;

/** Finds the documents. Takes time in proportion to the scripts' length; nothing of them is run. Never throws. */
export function apiViewerOf({ scripts, named }: Pick<Survey, 'scripts' | 'named'>): ApiViewer {
  const found = new Findings();
  for (const href of named) found.name(href);
  for (const script of scripts) {
    const { id, src, 'data-url': url, 'data-configuration': settings } = script.attribs;
    if (id === 'api-reference') found.name(url);
    if (id === 'api-reference' && settings !== undefined) found.take(readLiteral(settings, 0));
    if (src !== undefined && settingsScripts.test(src.slice(0, LONGEST_HREF))) found.settings ??= src;
    const text = scriptText(script);
    if (text === '') continue;
    readAllCalls(text, found);
    if (found.inline === undefined) found.inline = documentIn(text);
  }
  return { documents: [...found.documents], inline: found.inline, settings: found.settings };
}

class Findings {
  readonly documents = new Set<string>();
  inline: string | undefined;
  settings: string | undefined;

  name(href: ScriptValue): void {
    if (typeof href !== 'string' || this.documents.size >= MOST_DOCUMENTS) return;
    const clean = href.trim();
    // An unfilled template names nothing.
    if (clean === '' || clean.length > LONGEST_HREF || /[{}<>\s]|^#/.test(clean)) return;
    this.documents.add(clean);
  }

  /** Settings of a viewer: what they name, what they hold, and settings within them. */
  take(value: ScriptValue, depth = 0): void {
    if (depth > DEEPEST_SETTINGS) return;
    for (const one of scriptListOf(value).slice(0, MOST_DOCUMENTS)) this.take(one, depth + 1);
    const settings = objectOf(value);
    if (settings === undefined) return;
    if (this.#holds(settings)) return;
    for (const key of documentKeys) this.name(settings[key]);
    for (const key of inlineKeys) {
      const inner = settings[key];
      if (typeof inner === 'string') this.inline ??= asDocument(inner);
      else if (objectOf(inner) !== undefined) this.#holds(inner as ScriptObject);
    }
    for (const key of nestedKeys) this.take(settings[key], depth + 1);
  }

  #holds(value: ScriptObject): boolean {
    if (typeof value.openapi !== 'string' && typeof value.swagger !== 'string') return false;
    this.inline ??= asDocument(JSON.stringify(value));
    return true;
  }
}

/** Every call of the viewers' functions, with the literals among its arguments; each may be as long as the script. */
function readAllCalls(script: string, found: Findings): void {
  let left = MOST_PLACES;
  let takesVariable = false;
  for (const viewer of viewers) {
    for (const open of callsOf(script, viewer)) {
      if (--left < 0) break;
      const values = readArguments(script, open);
      if (viewer.takesAddress) found.name(values[0]);
      for (const value of values) found.take(value);
      takesVariable ||= values[0] === undefined;
    }
  }
  if (takesVariable) found.take(settingsIn(script));
}

/** Where the arguments of a viewer's functions begin. */
function callsOf(script: string, { calls }: ViewerTraits): readonly number[] {
  const places: number[] = [];
  for (const call of calls) {
    for (let at = script.indexOf(call), nth = 0; at >= 0 && nth < MOST_PLACES; at = script.indexOf(call, at), nth++) {
      at += call.length;
      const open = /^\s{0,9}\(/.exec(script.slice(at, at + 10));
      if (open !== null) places.push(at + open[0].length - 1);
    }
  }
  return places;
}

/** Settings that are kept in a variable first: `const options = { url: … }`, or read from a text by `JSON.parse`. */
function settingsIn(script: string): ScriptValue {
  const parsed = /JSON\.parse\(\s{0,9}(?=['"])/.exec(script);
  if (parsed !== null) {
    const [text] = readArguments(script, parsed.index + 'JSON.parse'.length);
    return typeof text === 'string' ? readLiteral(text, 0) : undefined;
  }
  const joined = script.indexOf('Object.assign(');
  if (joined >= 0) return readArguments(script, joined + 'Object.assign'.length);
  const assigned = /\b(?:options|config|configObject|settings|configuration)\s{0,9}=\s{0,9}(?=\{)/.exec(script);
  return assigned === null ? undefined : readLiteral(script, assigned.index + assigned[0].length);
}

const version = /["']?\b(?:openapi|swagger)["']?\s{0,9}:\s{0,9}["'][23]\./g;

/** An OpenAPI document that a script holds: all of it, or an object that begins with its version. */
function documentIn(script: string): string | undefined {
  version.lastIndex = 0;
  for (let nth = 0; nth < MOST_PLACES; nth++) {
    const found = version.exec(script);
    if (found === null) return undefined;
    const whole = nth === 0 && /^\s*\{/.test(script.slice(0, 100)) ? asDocument(script) : undefined;
    if (whole !== undefined) return whole;
    const open = script.lastIndexOf('{', found.index);
    if (open < 0 || script.slice(open + 1, found.index).trim() !== '') continue;
    const end = endOfBracket(script, open);
    const document = asDocument(script.slice(open, end)) ?? literalDocument(script, open);
    if (document !== undefined) return document;
    version.lastIndex = Math.max(found.index + 1, end);
  }
  return undefined;
}

function literalDocument(script: string, open: number): string | undefined {
  const value = objectOf(readLiteral(script, open));
  return value === undefined ? undefined : asDocument(JSON.stringify(value));
}

/** The text, where it is a document that can be read as JSON and describes something. */
function asDocument(text: string): string | undefined {
  if (!/^\s{0,999}\{/.test(text)) return undefined;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { root } = apiDocumentOf(data) ?? {};
  return [root?.paths, root?.webhooks, root?.components].some((part) => entriesOf(part).length > 0) ? text : undefined;
}
