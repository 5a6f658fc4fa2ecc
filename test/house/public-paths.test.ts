// Packages are imported only by paths they export: a private file may move with any release.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

interface Manifest {
  readonly exports?: string | Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (path: string): Manifest => JSON.parse(readText(path));

const { dependencies, devDependencies } = manifestOf('package.json');
const packages = Object.keys({ ...dependencies, ...devDependencies });

/** Paths into packages that a source names (imported, required, resolved) and that the package does not export. */
function privatePaths(text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const named = [...code.matchAll(/(['"`])([@\w][^'"`\s]*)\1/g)].map((match) => match[2] as string);
  return named.filter((name) => {
    const owner = packages.find((one) => name.startsWith(`${one}/`));
    return (
      owner !== undefined && !isExported(manifestOf(`node_modules/${owner}/package.json`), name.slice(owner.length))
    );
  });
}

/** A package without `exports` has one public path, its name. */
function isExported({ exports }: Manifest, path: string): boolean {
  if (typeof exports !== 'object') return false;
  return Object.entries(exports).some(([key, target]) => {
    const [start, end] = key.slice(1).split('*') as [string, string?];
    if (target === null) return false;
    return end === undefined ? path === start : path.startsWith(start) && path.endsWith(end);
  });
}

describe('the sources', () => {
  const paths = ['src', 'scripts', 'bench'].flatMap((folder) =>
    filesBelow(folder)
      .filter(
        (path) => /\.tsx?$/.test(path) && !path.includes('node_modules/') && !/^generators\/(?:kit|npm)\//.test(path),
      )
      .map((path) => `${folder}/${path}`),
  );

  it('name no private path of a package', () => {
    const found = paths.flatMap((path) => privatePaths(readText(path)).map((name) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });
});

describe('a path into a package', () => {
  it.each([
    ["const { Agent } = require('undici/lib/dispatcher/agent.js');", 'undici/lib/dispatcher/agent.js'],
    ["import type Pool from 'undici/types/pool';", 'undici/types/pool'],
    ["const { decode } = await import('iconv-lite/lib/index.js');", 'iconv-lite/lib/index.js'],
    ["createRequire(import.meta.url).resolve('css-select/dist/index.js')", 'css-select/dist/index.js'],
  ])('is private where its package does not export it: %s', (source, path) => {
    expect(privatePaths(source)).toEqual([path]);
  });

  it.each([
    "import { Agent } from 'undici';",
    "const { serve } = await import('@modelcontextprotocol/server/stdio');",
    "createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken')",
    "import { readFileSync } from 'node:fs';",
  ])('is public where it does: %s', (source) => {
    expect(privatePaths(source)).toEqual([]);
  });
});
