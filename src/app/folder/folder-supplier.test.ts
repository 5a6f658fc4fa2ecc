// Proves what a folder supplies: every file that can be read, nothing outside of it, and what has not changed by time, size and hash.
import { execFileSync, spawnSync } from 'node:child_process';
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asNobody } from '../../../test/support/as-nobody.ts';
import { readAtMost } from '../../core/bounded-file.ts';
import { urlKey } from '../../core/url/key.ts';
import type { Supplier } from '../../crawl/run/supplier.ts';
import { fileUrl, segmentsOf } from './file-url.ts';
import { createFolderSupplier } from './folder-supplier.ts';

/** Whether this machine lets a process mount for itself. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

let base: string;
let root: string;
/** When the tests take place: long after the files were written. */
const later = () => 60_000 + Date.now();

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'docent-folder-')));
  root = join(base, 'docs');
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(path: string, text = `# ${path}\n`): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function supplier(more: Partial<Parameters<typeof createFolderSupplier>[0]> = {}): Supplier {
  return createFolderSupplier({ provider: 'docs', path: root, defaultExcludes: true, now: later, ...more });
}

/** By path: `depth`, or who refused it. */
async function listed(of = supplier()): Promise<Readonly<Record<string, number | string>>> {
  const pages = await Array.fromAsync(of.list());
  return Object.fromEntries(
    pages.map(({ url, depth, refused }) => [url.replace('folder://docs/', ''), refused?.by ?? depth]),
  );
}

describe('what a folder lists', () => {
  it('every file is a page, the index of the folder first, also where nothing links to it', async () => {
    for (const path of ['index.html', 'guide/a.md', 'guide/deep/b.txt', 'api.json', 'LICENSE']) write(path);
    expect(await listed()).toEqual({
      'index.html': 0,
      'guide/a.md': 4,
      'guide/deep/b.txt': 4,
      'api.json': 4,
      LICENSE: 4,
    });
  });

  it('without an index all files count the same', async () => {
    write('a.md');
    write('b/c.md');
    expect(await listed()).toEqual({ 'a.md': 1, 'b/c.md': 1 });
  });

  it('hidden files, node_modules, version control and copies of sources are left out, and a note lists them', async () => {
    for (const path of [
      'a.md',
      '.env',
      '.git/config',
      'node_modules/x/README.md',
      '_sources/a.rst.txt',
      'objects.inv.md',
    ])
      write(path);
    write('objects.inv', '');
    const own = supplier();
    expect(Object.keys(await listed(own))).toEqual(['a.md', 'objects.inv', 'objects.inv.md']);
    expect(own.note?.()?.detail).toMatch(/hidden.*version control.*copies of sources.*node_modules.*default_excludes/);
    expect(Object.keys(await listed(supplier({ defaultExcludes: false })))).toEqual(
      expect.arrayContaining(['.env', 'node_modules/x/README.md', '_sources/a.rst.txt']),
    );
  });

  it('links that lead out or nowhere, pipes, endings that are not read and large files are counted with the reason', async () => {
    write('a.md');
    writeFileSync(join(base, 'secret.md'), 'secret');
    symlinkSync(join(base, 'secret.md'), join(root, 'out.md'));
    symlinkSync('nowhere.md', join(root, 'broken.md'));
    symlinkSync(base, join(root, 'up'));
    symlinkSync('.', join(root, 'round'));
    symlinkSync('a.md', join(root, 'inside.md'));
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    write('program.py');
    write('large.md', 'x'.repeat(5_000_001));
    const link = 'folder:link';
    expect(await listed()).toEqual({
      ...{ 'a.md': 1, 'inside.md': 1, 'broken.md': link, 'out.md': link, round: link, up: link },
      ...{ 'large.md': 'folder:size', 'pipe.md': 'folder:special', 'program.py': 'folder:ending' },
    });
  });

  it('files and folders whose names are not UTF-8 are counted with the reason, and the others are read', async () => {
    write('a.md');
    const below = (...bytes: number[]) => Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from(bytes)]);
    mkdirSync(below(0xe9));
    writeFileSync(below(0xe8, 0x2e, 0x6d, 0x64), '# No UTF-8');
    const name = 'folder:unreadable';
    expect(await listed()).toEqual({ 'a.md': 1, 'caf%EF%BF%BD': name, 'caf%EF%BF%BD.md': name });
  });

  it('F10: a folder below that cannot be listed is one row with its reason, and the rest goes on', async () => {
    for (const path of ['a.md', 'shut/b.md', 'z.md']) write(path);
    const rows = () => asNobody(base, () => listed());
    chmodSync(join(root, 'shut'), 0o000);
    expect(await rows()).toEqual({ 'a.md': 1, 'shut/': 'folder:unreadable', 'z.md': 1 });
    // Its names are known, and what they are is not.
    chmodSync(join(root, 'shut'), 0o444);
    expect(await rows()).toEqual({ 'a.md': 1, 'shut/b.md': 'folder:unreadable', 'z.md': 1 });
    chmodSync(root, 0o000);
    await expect(asNobody(base, () => listed(supplier()))).rejects.toMatchObject({ code: 'DOC_FILE' });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'shut'), 0o755);
  });

  it('F10: a folder whose path is longer than a path may be is one row with its reason, and the rest goes on', async () => {
    write('a.md');
    const name = 'n'.repeat(250);
    // From folder to folder: the whole path could not be named.
    const deep = `process.chdir(process.argv[1]); for (let nth = 0; nth < 20; nth++) { fs.mkdirSync('${name}'); process.chdir('${name}'); } fs.writeFileSync('b.md', '# B')`;
    execFileSync(process.execPath, ['-e', deep, root]);
    write('z.md');
    const rows = await Array.fromAsync(supplier().list());
    expect(rows.map(({ url, refused }) => [url.replaceAll(/n{250}/g, 'n').slice(-8), refused?.detail])).toEqual([
      ['ocs/a.md', undefined],
      ['ocs/z.md', undefined],
      ['n/n/n/n/', 'ENAMETOOLONG'],
    ]);
    execFileSync('rm', ['-rf', root]);
  });

  it.runIf(canMount)(
    'FAULTS 14: a file system that a kernel makes up below the folder is one row with its reason',
    async () => {
      for (const path of ['a.md', 'kernel/x.md', 'status.md']) write(path);
      const program = `import { createFolderSupplier } from ${JSON.stringify(new URL('folder-supplier.ts', import.meta.url).href)};
      const own = createFolderSupplier({ provider: 'docs', path: process.argv[1], defaultExcludes: true, now: Date.now });
      for await (const { url, refused } of own.list()) console.log(url, refused?.by, refused?.detail);
      console.log(JSON.stringify(await own.get('folder://docs/status.md', {})));`;
      const mounts =
        'mount --rbind /proc "$0/kernel" && mount --bind /proc/self/status "$0/status.md" && exec "$@" "$0"';
      const node = [process.execPath, '--input-type=module', '-e', program];
      const seen = execFileSync('unshare', ['-rm', 'sh', '-c', mounts, root, ...node], { encoding: 'utf8' });
      expect(seen.split('\n')).toEqual([
        'folder://docs/a.md undefined undefined',
        'folder://docs/status.md undefined undefined',
        'folder://docs/kernel/ folder:special it is of the file system proc',
        expect.stringContaining('"by":"folder:special","detail":"it is of the file system proc"'),
        '',
      ]);
    },
  );

  it('F10: a folder without files, and one that is not there, are errors, not lists of nothing', async () => {
    await expect(Array.fromAsync(supplier().list())).rejects.toMatchObject({ code: 'DOC_FILE' });
    expect(() => supplier({ path: join(base, 'none') })).toThrow(/cannot read the folder/);
    write('a.md');
    expect(() => supplier({ path: join(root, 'a.md') })).toThrow(/is not a folder/);
  });

  it.each([
    ['가이드 1.md'],
    ['what?#.md'],
    ['100%.md'],
    ['a%2Fb.md'],
    ['back\\slash.md'],
    ['[x] & y.md'],
    ['%2e%2e.md'],
  ])('U2: the file %j has a URL that leads back to it, and a key of its own', async (name) => {
    write(`sub/${name}`, 'some words\n');
    const url = fileUrl('docs', ['sub', name]);
    expect(segmentsOf(url)).toEqual(['sub', name]);
    expect(new URL(url).href).toBe(url);
    expect(urlKey(urlKey(url))).toBe(urlKey(url));
    expect(segmentsOf(urlKey(url))).toEqual(['sub', name]);
    expect(await supplier().get(url, {})).toMatchObject({ kind: 'page', by: 'folder:read' });
  });
});

describe('what a folder hands over', () => {
  const get = (path: string, etag?: string, own = supplier()) => own.get(`folder://docs/${path}`, { etag });

  it.each([
    ['a.html', '<p>x', 'html'],
    ['a.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>', 'xhtml'],
    ['a.md', '# x', 'markdown'],
    ['a.mdx', '# x', 'markdown'],
    ['a.txt', 'x', 'text'],
    ['README', 'just text', 'text'],
    ['a.json', '{"openapi": "3.1.0"}', 'json'],
    ['a.yml', 'openapi: 3.1.0\n', 'yaml'],
  ])('H4: %s is what its ending, or its beginning, shows', async (path, text, contentKind) => {
    write(path, text);
    expect(await get(path)).toMatchObject({ kind: 'page', contentKind });
  });

  it.each([
    ['a.json', '{"name": "x"}'],
    ['a.md', '\0\0\0\0binary'],
    ['blob', '\0\0'],
  ])('H4: %s that is no document is refused as an answer of a site would be', async (path, text) => {
    write(path, text);
    expect(await get(path)).toMatchObject({
      kind: 'refused',
      verdict: { by: 'content:type' },
      stamp: expect.any(String),
    });
  });

  it('a file is the same by its hash, whatever its time; its stamp is that of the list', async () => {
    write('a.md', 'text');
    const first = await get('a.md');
    const etag = 'etag' in first ? first.etag : undefined;
    utimesSync(join(root, 'a.md'), 1, 2);
    const [{ stamp } = { stamp: '' }] = await Array.fromAsync(supplier().list());
    expect(await get('a.md', etag)).toEqual({ kind: 'same', by: 'folder:same', stamp });
    expect(await get('a.md', etag, supplier({ unconditional: true }))).toMatchObject({ kind: 'page', etag });
    write('a.md', 'TEXT');
    expect(await get('a.md', etag)).toMatchObject({ kind: 'page' });
  });

  it('a file that was written a moment ago has no stamp: it may be written again within the same tick', async () => {
    write('a.md');
    const { mtimeMs } = statSync(join(root, 'a.md'));
    expect(await get('a.md', undefined, supplier({ now: () => mtimeMs + 1 }))).toMatchObject({
      kind: 'page',
      stamp: undefined,
    });
  });

  it.each([
    ['guide/', 'guide/index.html'],
    ['guide', 'guide/index.html'],
    ['', 'README.md'],
    ['intro', 'intro.md'],
    ['intro.html', 'intro.md'],
  ])('a link to %j leads to %s', async (link, target) => {
    for (const path of ['guide/index.html', 'README.md', 'intro.md']) write(path);
    expect(await get(link)).toEqual({ kind: 'elsewhere', url: `folder://docs/${target}` });
  });

  it.each([
    ['empty', ''],
    ['not empty', '# Grows\n'],
  ])(
    'FAULTS 14: a file, %s when it is opened, that grows as it is read is read as far as its bound',
    async (_, text) => {
      write('grows.md', text);
      const { readSync } = fs;
      let reads = 0;
      Object.assign(fs, {
        readSync: (...args: Parameters<typeof readSync>) => {
          // As fast as it is read; one that is read without a bound ends here.
          if (++reads < 1_000) fs.appendFileSync(join(root, 'grows.md'), 'x'.repeat(65_536));
          return readSync(...args);
        },
      });
      syncBuiltinESMExports();
      try {
        expect(await get('grows.md')).toMatchObject({ kind: 'refused', verdict: { by: 'folder:size' } });
      } finally {
        Object.assign(fs, { readSync });
        syncBuiltinESMExports();
      }
      expect(reads).toBeLessThan(100);
    },
  );

  it('M3: a file that was written to while it was read has no stamp, so that it is read again', async () => {
    write('a.md', '# Before\n');
    const { readSync } = fs;
    Object.assign(fs, {
      readSync: (...args: Parameters<typeof readSync>) => {
        fs.writeFileSync(join(root, 'a.md'), '# Beyond\n');
        return readSync(...args);
      },
    });
    syncBuiltinESMExports();
    try {
      expect(await get('a.md')).toMatchObject({ kind: 'page', stamp: undefined });
    } finally {
      Object.assign(fs, { readSync });
      syncBuiltinESMExports();
    }
  });

  it.runIf(process.platform === 'linux')(
    'FAULTS 14: a file of which the kernel says that it has no size is read as far as its bound',
    () => {
      const file = fs.openSync('/proc/self/smaps', 'r');
      expect(fs.fstatSync(file).size).toBe(0);
      expect(readAtMost(file, 1_000)).toHaveLength(1_000);
      fs.closeSync(file);
    },
  );

  it('F10: a file that is not there is gone; one that cannot be looked at is not', async () => {
    write('a.md');
    expect(await get('none.md')).toMatchObject({ kind: 'gone', by: 'folder:missing' });
    expect(await get('a.md/b.md')).toMatchObject({ kind: 'gone' });
    const own = supplier();
    rmSync(root, { recursive: true });
    expect(await get('a.md', undefined, own)).toMatchObject({ kind: 'failed', by: 'folder:unreadable' });
  });

  it('nothing outside of the folder, nothing hidden and no pipe is read, wherever a link leads', async () => {
    write('a.md');
    write('.env', 'TOKEN=1');
    writeFileSync(join(base, 'secret.md'), 'secret');
    symlinkSync(join(base, 'secret.md'), join(root, 'out.md'));
    symlinkSync(base, join(root, 'up'));
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    const by = async (path: string) => {
      const reply = await get(path);
      return reply.kind === 'refused' ? reply.verdict.by : reply.kind;
    };
    expect(await by('out.md')).toBe('folder:link');
    expect(await by('up/secret.md')).toBe('folder:link');
    expect(await by('pipe.md')).toBe('folder:special');
    expect(await by('.env')).toBe('folder:left-out');
    expect(await by('..%2fsecret.md')).toBe('gone');
    expect(await by('%2e%2e%2fsecret.md')).toBe('gone');
    expect(await by('a.md%00.html')).toBe('gone');
  });
});
