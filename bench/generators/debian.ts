// Debian's packages of documentation, and which generator made their pages.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';
import type { debianTruth } from './truth.ts';

interface Package {
  readonly name: keyof typeof debianTruth;
  readonly package: string;
  /** Folders of its pages inside the package. */
  readonly html: readonly string[];
}

const rust = 'usr/share/doc/rust-doc/html';

/** As Debian 12 names them. */
export const packages: readonly Package[] = [
  {
    name: 'rust-doc (rustdoc)',
    package: 'rust-doc',
    html: ['std', 'core', 'alloc', 'proc_macro', 'test'].map((one) => `${rust}/${one}`),
  },
  {
    name: 'rust-doc (mdBook)',
    package: 'rust-doc',
    html: 'book edition-guide embedded-book nomicon reference rust-by-example rustc rustdoc unstable-book'
      .split(' ')
      .map((one) => `${rust}/${one}`),
  },
  { name: 'openjdk-17-doc (javadoc)', package: 'openjdk-17-doc', html: ['usr/share/doc/openjdk-17-jre-headless/api'] },
  { name: 'git-doc (AsciiDoc)', package: 'git-doc', html: ['usr/share/doc/git-doc'] },
  { name: 'sqlite3-doc', package: 'sqlite3-doc', html: ['usr/share/doc/sqlite3'] },
  { name: 'apache2-doc', package: 'apache2-doc', html: ['usr/share/doc/apache2-doc/manual'] },
  { name: 'qtbase5-doc-html (qdoc)', package: 'qtbase5-doc-html', html: ['usr/share/qt5/doc'] },
  { name: 'libglib2.0-doc (gtk-doc)', package: 'libglib2.0-doc', html: ['usr/share/gtk-doc/html'] },
  { name: 'linux-doc-6.1 (Sphinx)', package: 'linux-doc-6.1', html: ['usr/share/doc/linux-doc-6.1/html'] },
  { name: 'python-scipy-doc (Sphinx)', package: 'python-scipy-doc', html: ['usr/share/doc/python-scipy-doc/html'] },
  {
    name: 'python-sqlalchemy-doc (Sphinx)',
    package: 'python-sqlalchemy-doc',
    html: ['usr/share/doc/python-sqlalchemy-doc/html'],
  },
  { name: 'zsh-doc (texinfo)', package: 'zsh-doc', html: ['usr/share/doc/zsh-common/html'] },
  {
    name: 'libboost1.81-doc (BoostBook)',
    package: 'libboost1.81-doc',
    html: ['usr/share/doc/libboost1.81-doc/doc/html'],
  },
];

/** The folder of an unpacked package, fetched once and not installed. Throws when it cannot be fetched. */
export function unpacked(name: string, timeoutMs: number): string {
  const folder = cacheFolder('debian', name);
  if (existsSync(join(folder, 'usr'))) return folder;
  const options = { cwd: folder, stdio: 'ignore', timeout: timeoutMs } as const;
  try {
    execFileSync('apt-get', ['download', name], options);
  } catch {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['download', name], options);
  }
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['-x', file, '.'], options);
    rmSync(join(folder, file));
  }
  return folder;
}
