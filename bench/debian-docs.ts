// Real documentation to measure with: Debian's packages of it, fetched once into the ignored .tmp/ folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DebianDocs {
  readonly name: string;
  /** Where its pages are, inside the package. */
  readonly html: string;
}

/** The packages, as Debian 12 names them. */
export const debianDocs: readonly DebianDocs[] = Object.freeze([
  { name: 'python3.11-doc', html: 'usr/share/doc/python3.11/html' },
  { name: 'postgresql-doc-15', html: 'usr/share/doc/postgresql-doc-15/html' },
  { name: 'cmake-doc', html: 'usr/share/doc/cmake-data/html' },
  { name: 'python-django-doc', html: 'usr/share/doc/python-django-doc/html' },
]);

const repo = fileURLToPath(new URL('..', import.meta.url));

/** The folder of a package's pages. Throws when it cannot be fetched. */
export function fetchDocs({ name, html }: DebianDocs): string {
  const folder = join(repo, '.tmp', name);
  const pages = join(folder, html);
  if (existsSync(pages)) return pages;
  mkdirSync(folder, { recursive: true });
  console.log(`fetching ${name} from Debian …`);
  const get = `apt-get download ${name} >/dev/null 2>&1`;
  execFileSync('bash', ['-c', `${get} || (apt-get update >/dev/null && ${get}); dpkg-deb -x ${name}_*.deb .`], {
    cwd: folder,
    stdio: 'inherit',
  });
  return pages;
}

/** The folder of Python's manual: 526 pages, the site that crawls are measured on. */
export function pythonDocs(): string {
  return fetchDocs(debianDocs[0] as DebianDocs);
}

/** The paths of all pages below a folder, in order. */
export function pagesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.x?html?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
