// The package as users get it: packed, unpacked elsewhere, and used from JavaScript, TypeScript and CommonJS.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finished, run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

const USE = `
  const file = parseRobots('User-agent: *\\nDisallow: /private/\\nCrawl-delay: 3\\n');
  const mine = defineDialect('rfc9309', { name: 'mine', crawlDelay: false });
  const get = async () => ({ status: 200, body: 'User-agent: *\\nDisallow: /shut\\n' });
  const checker = createRobotsChecker({ get, dialect: dialects.assistant });
  const page = pageDirectives({ html: '<meta name="robots" content="noindex">', agent: 'docent' });
  console.log(JSON.stringify({
    version,
    refused: file.decide('docent', 'https://example.com/private/x').by,
    delays: [file.crawlDelay('docent'), parseRobots('User-agent: *\\nCrawl-delay: 3\\n', mine).crawlDelay('docent')],
    shut: await checker.isAllowed('https://example.com/shut'),
    open: await checker.isAllowed('https://example.com/open'),
    noindex: page.noindex,
  }));
`;

const IMPORTS = `
  import { version } from 'docent';
  import { createRobotsChecker, defineDialect, dialects, pageDirectives, parseRobots } from 'docent/robots';
`;

const EXPECTED = { refused: 'robots:rfc9309:line-2', delays: [3, null], shut: false, open: true, noindex: true };

const TYPED = `
  import { loadSettings, presets, type Provider, type Settings, type Verdict } from 'docent';
  import type { Decision, Dialect, DialectName, PageDirectives, RobotsChecker, RobotsFile } from 'docent/robots';
  const name: DialectName = 'google';
  const dialect: Dialect = dialects[name];
  const parsed: RobotsFile = parseRobots('', dialect);
  const decision: Decision = parsed.decide('docent', '/');
  const first: Provider | undefined = presets[0];
  const verdict: Verdict = { ok: true, by: decision.by };
  export type All = [Settings, RobotsChecker, PageDirectives, typeof loadSettings, typeof first, typeof verdict];
  // @ts-expect-error a knob that no dialect has
  export const wrong = () => defineDialect('rfc9309', { crawldelay: false });
`;

describe('the packed package', () => {
  let folder: string;
  let installed: string;
  let packed: readonly string[];

  beforeAll(async () => {
    // Below the repository, so that the dependencies are found in its node_modules, as an installation would put them.
    mkdirSync(join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(root, '.tmp/package-'));
    installed = join(folder, 'node_modules/docent');
    mkdirSync(installed, { recursive: true });
    // Without a package.json of its own the folder would be docent itself, and 'docent' the checkout.
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }\n');
    // Scripts are left out: prepare would build again, while other tests use the build.
    await good(
      run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
        cwd: root,
        env: { PATH: path() },
      }),
    );
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
    await good(run('tar', ['-xzf', join(folder, archive), '--strip-components=1', '-C', installed], { cwd: folder }));
    packed = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function path(): string {
    return `${dirname(pinnedNode)}:${process.env.PATH ?? ''}`;
  }

  async function good(running: Promise<Finished>): Promise<string> {
    const { code, stdout, stderr } = await running;
    expect(code, stdout + stderr).toBe(0);
    return stdout;
  }

  async function program(name: string, text: string): Promise<unknown> {
    writeFileSync(join(folder, name), text);
    return JSON.parse(await good(run(pinnedNode, [name], { cwd: folder })));
  }

  it('holds the program and its documentation, and neither tests nor sources', () => {
    const required = [
      'package.json',
      'README.md',
      'CHANGELOG.md',
      'bin/docent.js',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/robots.d.ts',
      'docs/options.md',
    ];
    expect(required.filter((file) => !packed.includes(file))).toEqual([]);
    expect(
      packed.filter((file) => /\.test\.|\.contract\.|^(?:src|test|bench|scripts|node_modules|\.)/.test(file)),
    ).toEqual([]);
    expect(packed.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  it('holds no path of the machine it was packed on', () => {
    const machine = [root, `${homedir()}/`];
    const revealing = packed.filter((file) =>
      machine.some((text) => readFileSync(join(installed, file), 'utf8').includes(text)),
    );
    expect(revealing).toEqual([]);
  });

  it('has a binary that can be executed', async () => {
    expect(statSync(join(installed, 'bin/docent.js')).mode & 0o111).toBe(0o111);
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    expect(
      await good(run(join(installed, 'bin/docent.js'), ['--version'], { cwd: folder, env: { PATH: path() } })),
    ).toBe(`${version}\n`);
  });

  it('R29: works from a JavaScript module', async () => {
    expect(await program('consumer.mjs', IMPORTS + USE)).toMatchObject(EXPECTED);
  });

  it('R29: works from TypeScript, checked strictly down to the declarations', async () => {
    const options = {
      ...{ strict: true, module: 'nodenext', target: 'es2024', skipLibCheck: false, noUncheckedIndexedAccess: true },
      ...{ exactOptionalPropertyTypes: true, types: ['node'], outDir: 'out', rootDir: '.' },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['consumer.mts'] }));
    writeFileSync(join(folder, 'consumer.mts'), IMPORTS + TYPED + USE);
    await good(run(pinnedNode, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { cwd: folder }));
    expect(JSON.parse(await good(run(pinnedNode, ['out/consumer.mjs'], { cwd: folder })))).toMatchObject(EXPECTED);
  });

  it('R29: works from CommonJS', async () => {
    const text = `
      const { version } = require('docent');
      const { createRobotsChecker, defineDialect, dialects, pageDirectives, parseRobots } = require('docent/robots');
      (async () => {${USE}})();
    `;
    expect(await program('consumer.cjs', text)).toMatchObject(EXPECTED);
  });
});
