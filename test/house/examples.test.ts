// The examples in the comments of the library's functions are run as written, on a site of two pages, and print what they promise.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { type Finished, run } from '../support/process.ts';
import { filesBelow, pinnedNode, readText, root } from '../support/repository.ts';

/** A comment with an example, and the function below it. */
const DOCUMENTED = /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:declare )?(?:async )?function (\w+)/g;
const EXAMPLE = /^@example\n```js\n(.*?)^```$/ms;
/** The output of a line, behind an arrow beside it or below. */
const PRINTED = /\/\/ → (.*)$/gm;

/** The origin that examples name, which is that of a server on loopback here. */
const PLACEHOLDER = 'https://docs.example.com';

const page = (title: string, main: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main>${main}</main></html>`;

const site: Readonly<Record<string, string>> = Object.freeze({
  '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  '/guide/': page('Guide', '<h1>Guide</h1><p>Begin with the <a href="/guide/pool">connection pool</a>.</p>'),
  '/guide/pool': page(
    'Connection pools',
    '<h1>Connection pools</h1><h2 id="size">Size</h2><p>A pool holds at most ten connections.</p>',
  ),
});

/** The examples in a text, by the function they belong to. */
function examplesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, comment, name] of text.matchAll(DOCUMENTED)) {
    const example = EXAMPLE.exec((comment as string).replace(/^ \* ?/gm, ''))?.[1];
    if (example !== undefined) found.set(name as string, example);
  }
  return found;
}

const sources = filesBelow('src').filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
const examples = new Map(sources.flatMap((path) => [...examplesIn(readText(`src/${path}`))]));

describe('examples of the library', () => {
  let server: LocalServer;
  let folder: string;
  let crawled: Finished;

  /** Runs an example as a module that imports the compiled package by its name. */
  async function play(name: string): Promise<Finished> {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, (examples.get(name) as string).replaceAll(PLACEHOLDER, server.origin));
    const finished = await run(pinnedNode, [file], { cwd: folder });
    return { ...finished, stdout: finished.stdout.replaceAll(server.origin, PLACEHOLDER) };
  }

  /** The end of an example that prints what it promises. */
  function promised(name: string): Finished {
    const lines = [...(examples.get(name) as string).matchAll(PRINTED)].map(([, line]) => `${line}\n`);
    return { code: 0, stdout: lines.join(''), stderr: '' };
  }

  beforeAll(async () => {
    server = await startServer(({ url = '' }, response) => {
      const body = site[url];
      const type = url.endsWith('.txt') ? 'text/plain' : 'text/html';
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
    });
    // Below the repository, so that 'docent' is this package.
    mkdirSync(join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(root, '.tmp/examples-'));
    crawled = await play('openDocent');
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are those of its main functions', () => {
    expect([...examples.keys()].sort()).toEqual([
      'answer',
      'createRobotsChecker',
      'extractPage',
      'openDocent',
      'openReader',
      'openSearch',
    ]);
  });

  it('openDocent: prints what it promises', () => {
    expect(crawled).toEqual(promised('openDocent'));
  });

  it.each(['openReader', 'openSearch', 'answer', 'extractPage', 'createRobotsChecker'])(
    '%s: prints what it promises',
    async (name) => {
      expect(await play(name)).toEqual(promised(name));
    },
  );

  it('are in the type declarations that are shipped', () => {
    const shipped = filesBelow('dist').filter((path) => path.endsWith('.d.ts'));
    const declared = new Map(shipped.flatMap((path) => [...examplesIn(readText(`dist/${path}`))]));
    expect(declared, 'run `npm run build` first').toEqual(examples);
  });
});
