// The sites that are measured: Debian's packages and the kit as each generator builds it.
import { relative } from 'node:path';
import { pagesBelow } from '../debian-docs.ts';
import { built, generators } from './build.ts';
import { packages, unpacked } from './debian.ts';
import { debianTruth, type Truth } from './truth.ts';

export interface Site {
  readonly name: string;
  readonly truth: Truth;
  /** Builds or fetches it where that has not been done: its pages, and the folder their names are relative to. Throws when it cannot. */
  pages(): { readonly folder: string; readonly paths: readonly string[] };
}

const fetchDeadlineMs = 300_000;

function debianSites(): readonly Site[] {
  return packages.map(({ name, package: deb, html }) => ({
    name,
    truth: debianTruth[name],
    pages() {
      const root = unpacked(deb, fetchDeadlineMs);
      const folder = html.length === 1 ? `${root}/${html[0]}` : `${root}/${html[0]?.replace(/\/[^/]+$/, '')}`;
      return {
        folder,
        paths: pagesIn(
          html.map((one) => `${root}/${one}`),
          debianTruth[name],
        ),
      };
    },
  }));
}

function builtSites(): readonly Site[] {
  return generators.map((generator) => ({
    name: generator.name,
    truth: generator.truth,
    pages() {
      const folder = built(generator);
      return { folder, paths: pagesIn([folder], generator.truth) };
    },
  }));
}

function pagesIn(folders: readonly string[], { skip }: Truth): readonly string[] {
  return folders.flatMap((folder) =>
    pagesBelow(folder).filter((path) => skip?.test(`/${relative(folder, path)}`) !== true),
  );
}

export function allSites(): readonly Site[] {
  return [...builtSites(), ...debianSites()];
}
