// The lock file must install on every platform: `npm ci` fails where a package of another platform is missing from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/repository.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** What a package's dependency resolves to: nested first, then upwards. */
function lockedFor(from: string, name: string): Locked | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
  }
}

it('every optional package of every platform has a version and an integrity in the lock file', () => {
  const optional = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ folder, name, locked: lockedFor(folder, name) })),
  );
  const incomplete = optional.filter(({ locked }) => locked?.version === undefined || locked.integrity === undefined);
  expect(optional.length).toBeGreaterThan(20);
  expect(incomplete.map(({ folder, name }) => `${folder} needs ${name}`)).toEqual([]);
});

it('every package in the lock file has a version and an integrity', () => {
  const installed = Object.entries(packages).filter(([folder, { link }]) => folder !== '' && link !== true);
  expect(installed.filter(([, { version, integrity }]) => !version || !integrity).map(([folder]) => folder)).toEqual(
    [],
  );
});
