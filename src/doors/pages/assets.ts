// The files that pages load: read once, named by their content so that browsers keep them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const own = (name: string): URL => new URL(`../../../assets/${name}`, import.meta.url);

const script = (name: string) => ({ type: 'text/javascript; charset=utf-8', path: own(name) }) as const;

/** Modules of the pages: docent.js imports the others by their names, so that one digest stands for all of them. */
const modules = {
  'docent.js': script('docent.js'),
  'menu.js': script('menu.js'),
  'keys.js': script('keys.js'),
  'live.js': script('live.js'),
  'chart.js': script('chart.js'),
  'search.js': script('search.js'),
  'forms.js': script('forms.js'),
  'preview.js': script('preview.js'),
} as const;

/** Each file with its type and where it is. */
const files = {
  ...modules,
  'sign-in.js': script('sign-in.js'),
  'docent.css': { type: 'text/css; charset=utf-8', path: own('docent.css') },
  'docent.svg': { type: 'image/svg+xml', path: own('docent.svg') },
  'uplot.js': { type: 'text/javascript; charset=utf-8', path: uplot('uPlot.iife.min.js') },
  'uplot.css': { type: 'text/css; charset=utf-8', path: uplot('uPlot.min.css') },
} as const;

export type AssetName = keyof typeof files;

interface Asset {
  readonly body: Buffer<ArrayBuffer>;
  readonly digest: string;
}

const loaded = new Map<AssetName, Asset>();

/** The package exports its module for bundlers; the files for pages are beside it. */
function uplot(file: string): URL {
  return new URL(file, pathToFileURL(createRequire(import.meta.url).resolve('uplot')));
}

function asset(name: AssetName): Asset {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const body = readFileSync(files[name].path);
  const read = { body, digest: Object.hasOwn(modules, name) ? digestOfModules() : digestOf(body) };
  loaded.set(name, read);
  return read;
}

function digestOfModules(): string {
  return digestOf(...Object.values(modules).map(({ path }) => readFileSync(path)));
}

function digestOf(...parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 12);
}

/** The names of our own modules; others are listed beside them. */
export const moduleNames = Object.freeze(Object.keys(modules));

/** The path of a file; it changes with the file. */
export function assetPath(base: string, name: AssetName): string {
  return `${base}/assets/${asset(name).digest}/${name}`;
}

/** The response with a file; undefined where there is none of this name. */
export function assetResponse(digest: string, name: string): Response | undefined {
  if (!Object.hasOwn(files, name)) return undefined;
  const { body, digest: current } = asset(name as AssetName);
  return new Response(body, {
    headers: {
      'content-type': files[name as AssetName].type,
      'x-content-type-options': 'nosniff',
      // Another digest is that of another version: its file is not kept under this name.
      'cache-control': digest === current ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  });
}
