// The public API is pinned here: an added or removed name is a decision, not an accident.
import { describe, expect, it } from 'vitest';
import { run } from '../support/process.ts';
import { pinnedNode, readText, root } from '../support/repository.ts';

/** Packages that are loaded by a lazy import() in their adapter, and never before. */
const HEAVY =
  /^(?:redis|ioredis|@redis\/.*|pg|playwright.*|linkedom|jsdom|@mozilla\/readability|unpdf|gpt-tokenizer|hono|@hono\/.*|@modelcontextprotocol\/.*|commander)$/;

const dependencies = Object.keys((JSON.parse(readText('package.json')) as { dependencies: object }).dependencies);

interface Loaded {
  readonly names: readonly string[];
  /** Packages beside docent whose files were loaded, save what Node.js has built in. */
  readonly packages: readonly string[];
}

const loaded = new Map<string, Promise<Loaded>>();

/** Imports the compiled package by its own name in a fresh process, once, and watches what is loaded. */
function load(entry: string): Promise<Loaded> {
  const loading = loaded.get(entry) ?? loadAnew(entry);
  loaded.set(entry, loading);
  return loading;
}

async function loadAnew(entry: string): Promise<Loaded> {
  const program = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const found = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url);
        if (found) packages.add(found[1]);
        return next(url, context);
      },
    });
    const names = Object.keys(await import(${JSON.stringify(entry)})).sort();
    process.stdout.write(JSON.stringify({ names, packages: [...packages].sort() }));
  `;
  const { code, stdout, stderr } = await run(pinnedNode, ['--input-type=module', '--eval', program], { cwd: root });
  expect({ code, stderr }, 'run `npm run build` first').toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Loaded;
}

describe('docent', () => {
  it('exports exactly these names', async () => {
    const { names } = await load('docent');
    expect(names).toEqual([
      'ConfigError',
      'DocentError',
      'answer',
      'backupData',
      'createPageCrawler',
      'createRobotsChecker',
      'dialects',
      'errorCatalogue',
      'exportPages',
      'exportsOf',
      'loadSettings',
      'openDocent',
      'openReader',
      'openSearch',
      'parseRobots',
      'presets',
      'resolveLink',
      'restoreData',
      'search',
      'urlKey',
      'version',
    ]);
  });

  it('loads nothing heavy: of its direct dependencies these and no others', async () => {
    const { packages } = await load('docent');
    expect(packages.filter((name) => HEAVY.test(name))).toEqual([]);
    expect(packages.filter((name) => dependencies.includes(name))).toEqual(['ipaddr.js']);
  });
});

describe('docent/extract', () => {
  it('exports exactly these names', async () => {
    const { names } = await load('docent/extract');
    expect(names).toEqual(['ConfigError', 'DocentError', 'chunkPage', 'countTokens', 'extractPage', 'renderBlocks']);
  });

  it('loads no network, no store and nothing heavy: of the direct dependencies these and no others', async () => {
    const { packages } = await load('docent/extract');
    expect(packages.filter((name) => HEAVY.test(name))).toEqual([]);
    expect(packages.filter((name) => dependencies.includes(name))).toEqual(['css-select', 'htmlparser2']);
  });
});

describe('docent/search', () => {
  it('exports exactly these names', async () => {
    const { names } = await load('docent/search');
    expect(names).toEqual(['DocentError', 'answer', 'openSearch', 'search']);
  });

  it('S6: loads nothing that crawls or reads pages, and nothing heavy: of the direct dependencies this and no other', async () => {
    const { packages } = await load('docent/search');
    expect(packages.filter((name) => HEAVY.test(name))).toEqual([]);
    expect(packages.filter((name) => dependencies.includes(name))).toEqual(['ipaddr.js']);
  });
});

describe('docent/robots', () => {
  it('R29: exports exactly these names', async () => {
    const { names } = await load('docent/robots');
    expect(names).toEqual([
      'DocentError',
      'createGuardedGet',
      'createRobotsChecker',
      'defineDialect',
      'dialectNames',
      'dialects',
      'lintRobots',
      'pageDirectives',
      'parseRobots',
    ]);
  });

  it('R29: loads nothing heavy, and no configuration reader: of the direct dependencies these and no others', async () => {
    const { packages } = await load('docent/robots');
    expect(packages.filter((name) => HEAVY.test(name))).toEqual([]);
    expect(packages.filter((name) => dependencies.includes(name))).toEqual(['ipaddr.js']);
  });
});
