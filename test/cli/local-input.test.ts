// H6: local input of a command is bounded like input from the web; the real binary.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../src/app/search/search.ts';
import { batchLines } from '../../src/doors/cli/commands/search-batch.ts';
import { more } from '../support/how-long.ts';
import { type Finished, run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

let folder: string;
const binary = join(root, 'bin/docent.js');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-input-'));
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'page.html'), '<main><h1>Hello</h1><p>A page of a file.</p></main>');
  writeFileSync(join(folder, 'large.html'), `<main><h1>Hello</h1>${'<p>word</p>'.repeat(460_000)}</main>`);
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /private\n');
  writeFileSync(
    join(folder, 'long.txt'),
    `User-agent: *\nDisallow: /private\n${'# filler\n'.repeat(70_000)}Disallow: /late\n`,
  );
  writeFileSync(join(folder, 'settings.yml'), 'query: keep\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A line of a shell in which `docent` is the binary. */
function shell(line: string): Promise<Finished> {
  const text = line.replaceAll('docent', `"${pinnedNode}" --max-old-space-size=400 "${binary}"`);
  return run('/bin/sh', ['-c', text], { cwd: folder });
}

describe.skipIf(process.platform === 'win32')('local input', () => {
  async function isRefused(line: string, message: string): Promise<void> {
    const { code, stdout, stderr } = await shell(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.split('\n')).toHaveLength(2);
  }

  it.each([
    ['docent read /dev/zero', '/dev/zero: it is a device'],
    ['docent read sub', 'sub: it is a folder'],
    ['yes | docent read -', '-: it is larger than 5 MB'],
    ['docent robots --config /dev/zero --file robots.txt https://example.com/', '/dev/zero: it is a device'],
  ])('H6: is refused by name: %s', isRefused);
  it.each([
    ['docent read - < /dev/zero', '-: it is a device'],
    ['yes | docent read /dev/stdin', '/dev/stdin: it is larger than 5 MB'],
    ['docent read large.html', 'large.html: it is larger than 5 MB'],
    ['docent robots --file /dev/zero https://example.com/', '/dev/zero: it is a device'],
    ['docent robots --file sub https://example.com/', 'sub: it is a folder'],
    ['docent robots --config sub --file robots.txt https://example.com/', 'sub: it is a folder'],
    ['yes "# x" | docent robots --config /dev/stdin --file robots.txt https://example.com/', 'it is larger than 5 MB'],
    ['docent providers list --config /dev/zero', '/dev/zero: it is a device'],
  ])('H6: is refused by name: %s', more, isRefused);

  async function isRead(line: string, message: string): Promise<void> {
    const { stdout, stderr } = await shell(line);
    expect(stderr).toBe('');
    expect(stdout).toContain(message);
  }

  it.each([
    ['docent read page.html', '# Hello'],
    ['cat page.html | docent read -', '# Hello'],
    ['yes "# x" | docent robots --file /dev/stdin https://example.com/private', 'allowed'],
  ])('H6: is read: %s', isRead);
  it.each([
    ['docent read - < page.html', '# Hello'],
    ['cat page.html | docent read /dev/stdin', '# Hello'],
    ['mkfifo pipe && (cat page.html > pipe &) && docent read pipe', '# Hello'],
    [
      'cat settings.yml | docent robots --config /dev/stdin --file robots.txt https://example.com/private',
      'not allowed',
    ],
    ['cat robots.txt | docent robots --file - https://example.com/private', 'not allowed'],
  ])('H6: is read: %s', more, isRead);

  it('H6: a pipe that is a socket and is slow is read to its end', async () => {
    const child = spawn(pinnedNode, [binary, 'read', '-'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const out: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    // More than a socket holds: it is written when the command has begun to read, and only then comes the end.
    const first = `<main><h1>Slow</h1>${' '.repeat(1_000_000)}`;
    child.stdin.write(first, () => child.stdin.end('<p>The end of it.</p></main>'));
    await once(child, 'close');
    expect(Buffer.concat(out).toString()).toContain('The end of it.');
  });

  it('H6: a query of --batch that never ends its line is refused before it fills the memory', async () => {
    const lines = ['one\r\ntw', 'o\n\nthree', '\n', ...Array.from({ length: 9 }, () => 'x'.repeat(10_000))];
    const queries: string[] = [];
    const answers = batchLines(Readable.from(lines.map((line) => Buffer.from(line))), async (query) => {
      queries.push(query);
      return { query: { text: query } } as SearchAnswer;
    });
    await expect(Array.fromAsync(answers)).rejects.toThrow('a line of the queries is longer than');
    expect(queries).toEqual(['one', 'two', '', 'three']);
  });

  it('H6, R16: of a local robots.txt counts what would count of a server’s', async () => {
    const { stdout } = await shell('docent robots --file long.txt https://example.com/late');
    expect(stdout).toMatch(/^allowed/);
  });
});
