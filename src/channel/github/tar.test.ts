// Proves that archives are read as GNU tar writes them, in pieces of any size, and that damaged ones are refused (X4).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TarReader } from './tar.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-tar-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const long = `repo-1/${'deep/'.repeat(40)}${'name'.repeat(20)}.md`;
const files: Readonly<Record<string, string>> = {
  'repo-1/README.md': '# Hello\n',
  'repo-1/docs/empty.md': '',
  'repo-1/docs/한국어.md': '# 안녕\n',
  'repo-1/docs/large.md': 'x'.repeat(5_000),
  [long]: '# Deep\n',
};

function archive(format: string): Uint8Array {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync('/etc/passwd', join(folder, 'repo-1/link.md'));
  return execFileSync('tar', ['--format', format, '-cf', '-', 'repo-1'], { cwd: folder, maxBuffer: 1e8 });
}

function read(bytes: Uint8Array, pieceBytes: number, bounds: { maxFileBytes?: number; maxBytes?: number } = {}) {
  const found: Record<string, string> = {};
  const reader = new TarReader({
    ...{ maxBytes: 1e7, maxFileBytes: 1e6, ...bounds },
    wants: (path) => path.endsWith('.md'),
    onFile: (path, body) => {
      found[path] = new TextDecoder().decode(body);
    },
  });
  // One buffer that is used again, as a socket's is.
  const piece = Buffer.alloc(pieceBytes);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const part = bytes.subarray(at, at + pieceBytes);
    piece.set(part);
    reader.push(piece.subarray(0, part.length));
  }
  reader.end();
  return found;
}

describe('an archive', () => {
  it.each(['pax', 'gnu'])('of the format %s is read whatever the size of its pieces, without links', (format) => {
    const bytes = archive(format);
    for (const size of [1, 511, 512, 1_000, bytes.length]) expect(read(bytes, size)).toEqual(files);
  });

  it('is read without the files that are too large', () => {
    expect(Object.keys(read(archive('pax'), 700, { maxFileBytes: 4_999 }))).not.toContain('repo-1/docs/large.md');
  });

  it('that is larger than allowed is refused', () => {
    expect(() => read(archive('pax'), 512, { maxBytes: 5_000 })).toThrow(
      expect.objectContaining({ code: 'DOC_TOO_LARGE' }),
    );
  });

  it('that ends early is refused', () => {
    const bytes = archive('pax');
    expect(() => read(bytes.subarray(0, 700), 512)).toThrow(expect.objectContaining({ code: 'DOC_TRUNCATED' }));
  });

  it('whose bytes are something else is refused', () => {
    expect(() => read(Buffer.from('<!doctype html>'.repeat(100)), 512)).toThrow(
      expect.objectContaining({ code: 'DOC_ENCODING' }),
    );
  });

  it.each(['../evil.md', '/etc/evil.md', 'repo-1/../../evil.md'])('leaves out the path %s', (path) => {
    const block = Buffer.alloc(512);
    block.write(path, 0);
    block.write('0000644\0', 100);
    block.write('00000000003\0', 124);
    block.write('        ', 148);
    block.write('0', 156);
    const sum = block.reduce((all, byte) => all + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.alloc(512);
    body.write('abc');
    expect(read(Buffer.concat([block, body, Buffer.alloc(1_024)]), 512)).toEqual({});
  });
});
