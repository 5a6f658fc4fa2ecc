// Where pages are kept, as the real binary takes it from a file and the environment.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../support/commands.ts';
import type { Finished } from '../support/process.ts';

const PASSWORD = 'hunter2';
const address = `postgres://docs:x/${PASSWORD}?y#z@db.example/docs?password=${PASSWORD}`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-address-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function docent(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return runCommand(words, { cwd: folder, env });
}

describe('store', () => {
  it('A6: the path of a folder is where pages are, and what data is', async () => {
    writeFileSync(join(folder, 'docent.yml'), 'store: ./pages\n');
    expect((await docent(['blocklist', 'add', 'docs.example.com'])).code).toBe(0);
    expect(existsSync(join(folder, 'pages'))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['docent.yml', 'pages']);
    expect((await docent(['blocklist'], { DOCENT_STORE: join(folder, 'pages') })).stdout).toContain('docs.example.com');
    const { code, stderr } = await docent(['blocklist', '--data', 'here']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'docent: data is "here" in the flag --data and store is "./pages" in docent.yml, line 1: they must be the same folder; write one of them\n',
    });
  });

  it('A6: memory is refused with what to write instead, also for what would only be read', async () => {
    for (const words of [
      ['crawl', 'http://127.0.0.1:1/'],
      ['urls', '--json'],
    ]) {
      const { code, stdout, stderr } = await docent(words, { DOCENT_STORE: 'memory' });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('passes a temporary folder as data');
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the password of an address', () => {
  const files = [`store: ${address}`, `store: [${address}]`, `store: "${address}\\n"`, `store: ${address}: x`];

  it.each([
    ...files,
    `data: ${address}`,
    `providers: {store: "${address}"}`,
    `stores: ${address}`,
    `webhooks: [{url: "${address}"}]`,
  ])('H1: is in nothing that is printed, where docent.yml says %s', async (line) => {
    writeFileSync(join(folder, 'docent.yml'), `${line}\n`);
    for (const words of [
      ['urls', '--json'],
      ['doctor', '--json'],
      ['doctor', '--settings', '--json'],
      ['status'],
      ['crawl', '--json'],
    ]) {
      const { stdout, stderr } = await docent(words);
      expect(stdout + stderr).not.toContain(PASSWORD);
      expect(stdout + stderr).not.toBe('');
    }
  });

  it('H1: is in nothing that is printed, from the environment or in words', async () => {
    const all = [
      await docent(['urls', '--json'], { DOCENT_STORE: address }),
      await docent(['doctor', '--json'], { DOCENT_DATA: address }),
      await docent(['urls', '--data', address, '--json']),
      await docent(['urls', `--store=${address}`]),
      await docent(['crawl', address, '--json']),
      await docent(['crawl', '--store', address]),
    ];
    for (const { stdout, stderr } of all) expect(stdout + stderr).not.toContain(PASSWORD);
    for (const { stderr } of all) expect(stderr).not.toBe('');
    expect(readdirSync(folder)).toEqual([]);
  });
});
