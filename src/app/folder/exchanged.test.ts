// Proves that nothing outside of a folder is read or listed while somebody exchanges names in it: the exchange takes place before each
// call of the file system in turn, and is undone before each of the next ones, so that no order is left to chance.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../test/support/how-long.ts';
import { createFolderSupplier } from './folder-supplier.ts';

const SECRET = 'kingfisher-4711';
const WATCHED = [
  ...(['openSync', 'readSync', 'readFileSync', 'fstatSync', 'lstatSync', 'statSync', 'statfsSync'] as const),
  ...(['realpathSync', 'readlinkSync', 'readdirSync', 'opendirSync', 'existsSync'] as const),
];
const originals = Object.fromEntries(WATCHED.map((name) => [name, fs[name]]));

/** Called ahead of each call of the file system, with its number. */
let before: ((nth: number) => void) | undefined;
let steps = 0;

beforeAll(() => {
  for (const name of WATCHED) {
    const original = originals[name] as (...args: unknown[]) => unknown;
    const stepped = (...args: unknown[]): unknown => {
      const look = before;
      // What it does itself is no step.
      before = undefined;
      look?.(steps++);
      before = look;
      return original(...args);
    };
    Object.assign(fs, { [name]: Object.assign(stepped, original) });
  }
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, originals);
  syncBuiltinESMExports();
});

interface Place {
  readonly base: string;
  readonly root: string;
  readonly away: string;
}

function makePlace(): Place {
  const base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'docent-exchanged-')));
  const write = (path: string, text: string): void => {
    fs.mkdirSync(join(base, path, '..'), { recursive: true });
    fs.writeFileSync(join(base, path), text);
  };
  const [root, away] = [join(base, 'docs'), join(base, 'away')];
  write('docs/a.md', '# A\n\nOpen words.\n');
  write('docs/deep/sub/a.md', '# Deep\n\nOpen words.\n');
  fs.symlinkSync('a.md', join(root, 'link.md'));
  for (const hidden of ['.git', '.secret']) {
    write(`docs/${hidden}/a.md`, SECRET);
    write(`docs/${hidden}/sub/a.md`, SECRET);
  }
  for (const path of ['a.md', 'link.md', 'sub/a.md', 'deep/sub/a.md', `${SECRET}.md`, `sub/${SECRET}.md`])
    write(`away/${path}`, SECRET);
  return { base, root, away };
}

type Exchange = readonly [name: string, other: (place: Place) => void];

/** What is exchanged, and for what. Each moves what was there to `aside`. */
const exchanges: Readonly<Record<string, Exchange>> = {
  'the folder of a file for a link out': ['docs/deep/sub', link('docs/deep/sub', ({ away }) => away)],
  'the folder of a file for a relative link out': ['docs/deep/sub', link('docs/deep/sub', () => '../../away')],
  'a folder further up for a link out': ['docs/deep', link('docs/deep', ({ away }) => away)],
  'the folder itself for a link out': ['docs', link('docs', ({ away }) => away)],
  'a file for a link out': ['docs/a.md', link('docs/a.md', ({ away }) => join(away, 'a.md'))],
  'a file for a link by way of the kernel': [
    'docs/a.md',
    link('docs/a.md', ({ away }) => `/proc/self/root${away}/a.md`),
  ],
  'a folder for a link by way of the kernel': ['docs/deep', link('docs/deep', ({ away }) => `/proc/self/root${away}`)],
  'a link within for one out': ['docs/link.md', link('docs/link.md', ({ away }) => join(away, 'a.md'))],
  'a file for a link to version control': ['docs/a.md', link('docs/a.md', () => '.git/a.md')],
  'a folder for a link to version control': ['docs/deep', link('docs/deep', () => '.git')],
  'a folder for a link to a hidden one': ['docs/deep/sub', link('docs/deep/sub', () => '../.secret')],
  'a file for a folder': ['docs/a.md', ({ base }) => fs.mkdirSync(join(base, 'docs/a.md'))],
  'a folder for a file': ['docs/deep/sub', ({ base }) => fs.writeFileSync(join(base, 'docs/deep/sub'), 'no folder')],
  'a file for a link to a file without end': ['docs/a.md', link('docs/a.md', () => '/dev/zero')],
  'a file for a link to itself': ['docs/a.md', link('docs/a.md', () => 'a.md')],
};

function link(name: string, to: (place: Place) => string): (place: Place) => void {
  return (place) => fs.symlinkSync(to(place), join(place.base, name));
}

/** Lists and reads the folder, and returns all that came of it as one text. */
async function readAll(supplier: ReturnType<typeof createFolderSupplier>): Promise<string> {
  const seen: string[] = [];
  try {
    for await (const page of supplier.list()) seen.push(JSON.stringify(page));
  } catch (error) {
    expect(error).toMatchObject({ code: 'DOC_FILE' });
  }
  for (const path of ['a.md', 'link.md', 'deep/sub/a.md', 'deep/sub/']) {
    const reply = await supplier.get(`folder://docs/${path}`, {});
    seen.push(JSON.stringify({ ...reply, ...('body' in reply && { body: new TextDecoder().decode(reply.body) }) }));
  }
  return seen.join('\n');
}

const supplierOf = ({ root }: Place) =>
  createFolderSupplier({ provider: 'docs', path: root, defaultExcludes: true, now: () => Date.now() + 60_000 });

/** Exchanges before the step `at`, undoes it before the step `until`, and reads the folder meanwhile. */
async function exchangedAt(place: Place, [name, other]: Exchange, at: number, until: number): Promise<string> {
  const supplier = supplierOf(place);
  const [own, aside] = [join(place.base, name), join(place.base, 'aside')];
  const undo = (): void => {
    fs.rmSync(own, { recursive: true });
    fs.renameSync(aside, own);
  };
  steps = 0;
  before = (nth) => {
    if (nth === at) {
      fs.renameSync(own, aside);
      other(place);
    } else if (nth === until) undo();
  };
  try {
    return await readAll(supplier);
  } finally {
    before = undefined;
    if (at >= 0 && at < steps && until >= steps) undo();
  }
}

/** How many steps an exchange lasts, beside those that last. */
const LASTS = [1, 2, 3, 4, 5, 8];

describe('FAULTS 69: names that are exchanged while a folder is read', () => {
  let place: Place;
  beforeEach(() => {
    place = makePlace();
  });
  afterEach(() => fs.rmSync(place.base, { recursive: true, force: true }));

  it('nothing is exchanged: everything of the folder is listed and read', async () => {
    const text = await exchangedAt(place, ['docs', () => {}], -1, -1);
    expect(text.match(/Open words/g)).toHaveLength(3);
    expect(text).not.toContain(SECRET);
    expect(steps).toBeGreaterThan(10);
  });

  it.each(Object.entries(exchanges))('at every moment, for good and for a moment: %s', scaled, async (_, exchange) => {
    const read: string[] = [];
    for (const lasts of [Number.POSITIVE_INFINITY, ...LASTS.slice(0, inAll(1, LASTS.length))])
      for (let at = 0, all = 1; at < all; at++) {
        const text = await exchangedAt(place, exchange, at, at + lasts);
        all = steps;
        if (text.includes(SECRET) || text.includes('\0')) read.push(`${at}+${lasts}: ${text}`);
      }
    expect(read).toEqual([]);
  });

  it('a folder that takes the place of one that was listed is not taken for it', async () => {
    const other: Exchange = ['docs/deep', ({ base }) => fs.mkdirSync(join(base, 'docs/deep'))];
    const read: string[] = [];
    for (let at = 0, all = 1; at < all; at++) {
      read.push(await exchangedAt(place, other, at, Number.POSITIVE_INFINITY));
      all = steps;
    }
    expect(read.filter((text) => text.includes('it was exchanged while the folder was listed'))).not.toEqual([]);
  });
});
