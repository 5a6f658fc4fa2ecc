// Real documentation crawled with the real binary: Python, PostgreSQL and Django, served under one root on loopback.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { debianDocs, fetchDocs } from '../debian-docs.ts';

const repo = fileURLToPath(new URL('../..', import.meta.url));

/** The package behind each folder below the root, as the judgements name it. */
const sites: Readonly<Record<string, string>> = Object.freeze({
  python: 'python3.11-doc',
  postgres: 'postgresql-doc-15',
  django: 'python-django-doc',
});

/** Crawls the sites into a new data folder, with the docent of a checkout, and returns it, with the seconds it took. */
export async function crawlSites(
  work: string,
  retain: 'preview' | 'full',
  flags: readonly string[] = [],
  checkout = repo,
): Promise<{ data: string; seconds: number }> {
  const root = mkdtempSync(join(tmpdir(), 'docent-sites-'));
  for (const [name, docs] of Object.entries(sites)) {
    const found = debianDocs.find((one) => one.name === docs);
    if (found === undefined) throw new Error(`bench/debian-docs.ts does not know ${docs}`);
    symlinkSync(fetchDocs(found), join(root, name));
  }
  const data = join(work, retain);
  mkdirSync(data, { recursive: true });
  const server = spawn(process.execPath, [join(repo, 'bench/static-server.ts'), root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((resolve) =>
      server.stdout.once('data', (line: Buffer) => resolve(String(line).trim())),
    );
    const start = performance.now();
    for (const name of Object.keys(sites))
      await promisify(execFile)(
        process.execPath,
        [
          ...[join(checkout, 'bin/docent.js'), 'crawl', `${url}${name}/index.html`, '--data', data, '--retain', retain],
          ...['--delay', '0', '--concurrency', '8', '--per-host', '8', '--max-pages', '100000', '--max-depth', '50'],
          ...['--quiet', '--json', ...flags],
        ],
        { cwd: work, maxBuffer: 64 * 1024 * 1024 },
      );
    return { data, seconds: (performance.now() - start) / 1000 };
  } finally {
    server.kill();
  }
}
