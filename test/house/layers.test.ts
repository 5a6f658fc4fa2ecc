// The rooms of src/: no upward or sideways import, no cycle, no room without a meaning.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';
import { engineImports, FACES, idleFaces, importsOf, judge, loadedWith } from './layers.ts';

describe('the sources', () => {
  const paths = filesBelow('src').filter((path) => /(?<!\.test|\.contract)\.tsx?$/.test(path));
  const sources = new Map(paths.map((path) => [path, readText(`src/${path}`)]));

  it('import only downwards, without cycles, and have names that mean something', () => {
    expect(judge(sources)).toEqual([]);
  });

  it('enter a room by its faces, each of which is used', () => {
    expect(idleFaces(sources)).toEqual([]);
  });

  it('are really read: the judge sees their imports', () => {
    const seen = paths.flatMap((path) => importsOf(path, sources.get(path) as string));
    expect(seen.length).toBeGreaterThan(paths.length);
    expect(seen.filter((target) => !sources.has(target))).toEqual([]);
  });

  it('have faces that are entered: each is imported from outside its room', () => {
    const isOutside = (from: string, to: string): boolean => from.split('/', 1)[0] !== to.split('/', 1)[0];
    const entered = new Set(
      paths.flatMap((path) => importsOf(path, sources.get(path) as string).filter((to) => isOutside(path, to))),
    );
    const faces = Object.entries(FACES).flatMap(([room, files]) => files.map((file) => `${room}/${file}`));
    expect(faces.filter((face) => !entered.has(face))).toEqual([]);
  });

  it('let a door start with little: a command loads its part of the app when it is called', () => {
    // `docent serve` loads its door and the pages when it is called, and these have all it serves; who imports the library has it all.
    const doors = paths.filter((path) => path.startsWith('doors/') && !/^doors\/(?:http|library|pages)\//.test(path));
    const loaded = loadedWith(doors, sources);
    expect(loaded.size).toBeGreaterThan(doors.length);
    expect([...loaded].filter((path) => path.startsWith('app/')).toSorted()).toEqual([
      'app/assistant/row-place.ts',
      'app/assistant/shorten.ts',
      'app/search/budget.ts',
    ]);
    // This file loads pino, which `docent --help` and `docent search` do not need.
    expect(loaded).not.toContain('core/log-writer.ts');
  });
});

describe('the engines', () => {
  /** This test names imports that must be refused. */
  const own = 'test/house/layers.test.ts';
  const files = new Map(
    ['src', 'test', 'bench', 'scripts', 'demo'].flatMap((folder) =>
      filesBelow(folder)
        .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'))
        .map((path) => [`${folder}/${path}`, readText(`${folder}/${path}`)] as const),
    ),
  );

  it('are known to nobody outside the store, tests included', () => {
    const others = new Map([...files].filter(([path]) => path !== own));
    expect(others.size).toBeGreaterThan(800);
    expect(engineImports(others)).toEqual([]);
  });

  it('are the only ones that open a database of stored data, tests aside', () => {
    const isTest = (path: string): boolean => path.startsWith('test/') || /\.(?:test|contract)\.ts$/.test(path);
    const openers = [...files].filter(([path, text]) => !isTest(path) && text.includes("from 'node:sqlite'"));
    const outside = openers.map(([path]) => path).filter((path) => !path.startsWith('src/store/'));
    expect(openers.length).toBeGreaterThan(5);
    // The manifest's table is a list that would not fit into memory, removed when the export ends; the benchmark fills in seconds what
    // acts would store in an hour.
    expect(outside).toEqual(['src/app/export/manifest.ts', 'bench/growth.ts']);
  });

  it.each([
    ['a test', 'test/a.test.ts', "import { b } from '../src/store/sqlite/b.ts';"],
    ['a test beside the sources', 'src/app/a.test.ts', "import { b } from '../store/sqlite/b.ts';"],
    ['a contract', 'src/watch/port.contract.ts', "import type { B } from '../store/sqlite/b.ts';"],
    ['a benchmark', 'bench/search/a.ts', "import { b } from '../../src/store/sqlite/b.ts';"],
    ['a program that is loaded', 'test/a.ts', "await import('../src/store/sqlite/b.ts');"],
  ])('are refused to %s', (_, path, text) => {
    expect(engineImports(new Map([[path, text]]))).toEqual([
      expect.stringMatching(/may not import src\/store\/\w+\/b\.ts/),
    ]);
  });

  it('are not exported under another name', () => {
    const text = "export { openLedger } from './sqlite/ledger.ts';";
    expect(engineImports(new Map([['src/store/open-store.ts', text]]))).toHaveLength(1);
    expect(engineImports(new Map([['src/store/port.ts', "export type { B } from './sqlite/b.ts';"]]))).toHaveLength(1);
  });

  it('are reached through the files that open a store, and described by its ports', () => {
    const text =
      "import { openStore } from '../../src/store/open-store.ts'; import type { Store } from '../../src/store/port.ts';";
    expect(engineImports(new Map([['test/a.ts', text]]))).toEqual([]);
  });
});

describe('the judge', () => {
  it.each([
    ['an upward import', 'core/url.ts', "import { go } from '../crawl/visit.ts';", 'crawl/visit.ts'],
    ['a type import', 'robots/gate.ts', "import type {\n  Http,\n} from '../fetch/port.ts';", 'fetch/port.ts'],
    ['an inline type import', 'core/a.ts', "let a: import('../seed/b.ts').B;", 'seed/b.ts'],
    ['an export from elsewhere', 'chunk/a.ts', "export { b } from '../search/b.ts';", 'search/b.ts'],
    ['an import for its effect', 'watch/a.ts', "import '../store/b.ts';", 'store/b.ts'],
    ['a dynamic import', 'seed/a.ts', "const b = await import('../extract/b.ts');", 'extract/b.ts'],
    [
      'an engine that knows a room',
      'store/redis/a.ts',
      "import { b } from '../../frontier/rules.ts';",
      'frontier/rules.ts',
    ],
    ['a door that goes behind the app', 'doors/cli/a.ts', "import { b } from '../../robots.ts';", 'robots.ts'],
    ['a door that goes behind a face', 'doors/cli/a.ts', "await import('../../app/guard.ts');", 'app/guard.ts'],
    ['a library door that does', 'index.ts', "export type { B } from './app/guard.ts';", 'app/guard.ts'],
    [
      'a door that enters a room',
      'doors/cli/a.ts',
      "import { b } from '../../watch/alerts/bounds.ts';",
      'watch/alerts/bounds.ts',
    ],
    ['the app opening a door', 'app/a.ts', "import { b } from '../doors/cli/main.ts';", 'doors/cli/main.ts'],
    [
      'the robots door asking for the store',
      'robots.ts',
      "import { b } from './store/sqlite/b.ts';",
      'store/sqlite/b.ts',
    ],
    ['the settings asking the store', 'settings.ts', "import { b } from './store/sqlite/b.ts';", 'store/sqlite/b.ts'],
    ['the app knowing an engine', 'app/a.ts', "import { b } from '../store/sqlite/b.ts';", 'store/sqlite/b.ts'],
    ['the app knowing its types', 'app/a.ts', "import type { B } from '../store/sqlite/b.ts';", 'store/sqlite/b.ts'],
    [
      'a room entered by the back',
      'crawl/a.ts',
      "import { b } from '../extract/html/tree.ts';",
      'extract/html/tree.ts',
    ],
    ['a room nobody planned', 'core/a.ts', "import { b } from '../attic/b.ts';", 'attic/b.ts'],
    ['docent by its own name', 'crawl/a.ts', "import { b } from 'docent/robots';", 'docent/robots'],
  ])('refuses %s', (_, path, text, target) => {
    expect(judge(new Map([[path, text]]))).toEqual([`${path} may not import ${target}`]);
  });

  it.each([
    ['crawl/visit.ts', "import { a } from '../robots/gate.ts';"],
    ['store/sqlite/frontier/ledger.ts', "import type { Ledger } from '../../frontier/port.ts';"],
    ['store/sqlite/frontier/settle.ts', "import { decideSettle } from '../../frontier/decide/settle.ts';"],
    ['store/sqlite/forget/receipt.ts', "import { sealReceipt } from '../../forget/decide/receipt-chain.ts';"],
    ['doors/cli/commands/runs.ts', "const { openRuns } = await import('../../../app/crawl/runs.ts');"],
    ['doors/cli/print/report.ts', "import { a } from '../../../watch/report/change-report.ts';"],
    ['app/place.ts', "import { b } from './guard.ts';"],
    ['app/place.ts', "import { openStore } from '../store/open-store.ts';"],
    ['app/place.ts', "import type { Store } from '../store/port.ts';"],
    ['fetch/http.ts', "import { a } from './port.ts'; import { b } from 'undici';"],
    [
      'core/a.ts',
      "// import { b } from '../seed/b.ts';\n/** import('../seed/b.ts') */\nexport const c = '../seed/b.ts';",
    ],
  ])('lets %s import what its room may', (path, text) => {
    expect(judge(new Map([[path, text]]))).toEqual([]);
  });

  it('distinguishes what is loaded with a file from its types, and from what it loads later', () => {
    const sources = new Map([
      [
        'doors/a.ts',
        "import { b } from '../app/b.ts';\nimport type { C } from '../app/c.ts';\nawait import('../app/d.ts');",
      ],
      ['app/b.ts', "import '../core/e.ts';\nexport { f, type G } from './f.ts';\nexport type { H } from './h.ts';"],
    ]);
    expect([...loadedWith(['doors/a.ts'], sources)]).toEqual(['doors/a.ts', 'app/b.ts', 'core/e.ts', 'app/f.ts']);
  });

  it('refuses a cycle, type imports included', () => {
    const sources = new Map([
      ['core/a.ts', "import { b } from './b.ts';"],
      ['core/b.ts', "import { c } from './c.ts';"],
      ['core/c.ts', "import type { A } from './a.ts';"],
    ]);
    expect(judge(sources)).toEqual(['import cycle: core/a.ts → core/b.ts → core/c.ts → core/a.ts']);
  });

  it.each([
    'core/utils.ts',
    'helpers/text.ts',
    'common/a.ts',
    'crawl/manager.ts',
    'doors/service.ts',
    'fetch/base-client.ts',
  ])('refuses the name %s', (path) => {
    expect(judge(new Map([[path, '']]))).toEqual([expect.stringContaining('does not describe what it holds')]);
  });
});
