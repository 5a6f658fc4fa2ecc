// Places that are no plain file or folder: devices, pipes, links, folders that cannot be made or written (C4, C6).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepDrafts } from '../../src/app/export/draft-name.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';

const binary = join(root, 'bin/docent.js');
const NOBODY = 65_534;

let folder: string;
let data: string;
let server: LocalServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-places-'));
  data = join(folder, 'data');
  server = await startServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Page</title><main><h1>Page</h1><p>${'Some words about this page. '.repeat(40)}</p></main>`);
  });
  const flags = { request_delay_ms: '0', own_site: 'true', retain: 'full' };
  await openDocent({ data, cwd: folder, env: {}, flags }).crawl(`${server.origin}/`).result;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  chmodSync(join(folder, 'read-only'), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder });
}

const writers: readonly (readonly [string, (place: string) => readonly string[]])[] = [
  ['backup --force', (place) => ['backup', place, '--force']],
  ['export --force', (place) => ['export', '--format', 'jsonl', '--out', place, '--force']],
  ['report --atom', (place) => ['report', '--atom', place]],
];

describe.skipIf(process.platform === 'win32').each(writers)('%s', (name, command) => {
  const placeOf = (what: string): string => join(folder, `${name.split(' ')[0]}-${what}`);

  it('C4, C6: onto a pipe, a link to a device or a link to nothing is refused, and leaves it there', async () => {
    execFileSync('mkfifo', [placeOf('pipe')]);
    symlinkSync('/dev/null', placeOf('device'));
    symlinkSync(placeOf('nothing'), placeOf('dangling'));
    for (const [what, kind] of [
      ...[['pipe', 'a pipe'] as const, ['device', 'a device'] as const],
      ['dangling', 'a link to nothing'] as const,
    ]) {
      const { code, stdout, stderr } = await docent(...command(placeOf(what)), '--data', data);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`${placeOf(what)} is ${kind}, not a file`);
    }
    expect(lstatSync(placeOf('pipe')).isFIFO()).toBe(true);
    expect(lstatSync(placeOf('device')).isSymbolicLink()).toBe(true);
    expect(lstatSync(placeOf('dangling')).isSymbolicLink()).toBe(true);
  });

  it('C4, C6: through a link to a file writes that file, and the link stays', async () => {
    writeFileSync(placeOf('file'), 'old');
    symlinkSync(placeOf('file'), placeOf('link'));
    expect(await docent(...command(placeOf('link')), '--data', data)).toMatchObject({ code: 0, stderr: '' });
    expect(lstatSync(placeOf('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(placeOf('file'), 'latin1')).not.toBe('old');
  });
});

describe('a data folder', () => {
  it.skipIf(!existsSync('/proc/self'))('C4: that cannot be made is one clear line, at once', async () => {
    const place = '/proc/docent-test/data';
    for (const command of [
      ['crawl', `${server.origin}/`],
      ['blocklist', 'add', 'a.example'],
    ]) {
      const { code, stderr } = await docent(...command, '--data', place);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^docent: cannot use the data in \/proc\/docent-test\/data: [^\n]+\n$/);
    }
    expect((await docent('doctor', '--data', place)).stdout).toMatch(/PROBLEM +data folder .*cannot be written/);
  });

  it.skipIf(process.platform === 'win32')(
    'C6, FAULTS 58: that may only be read is searched, listed, exported and backed up',
    async ({ skip }) => {
      const place = join(folder, 'read-only');
      const out = join(folder, 'out');
      mkdirSync(place);
      mkdirSync(out);
      const db = new DatabaseSync(join(data, 'docent.sqlite'), { readOnly: true });
      db.exec(`VACUUM INTO '${join(place, 'docent.sqlite')}'`);
      db.close();
      // As a crawl leaves the file: in write-ahead mode, without a log.
      const copy = new DatabaseSync(join(place, 'docent.sqlite'));
      copy.exec('PRAGMA journal_mode = WAL');
      copy.close();
      expect(readdirSync(place)).toEqual(['docent.sqlite']);
      chmodSync(join(place, 'docent.sqlite'), 0o444);
      chmodSync(place, 0o555);
      // The administrator may write anywhere.
      const isRoot = process.getuid?.() === 0;
      for (const one of isRoot ? [folder, out] : []) chmodSync(one, 0o777);
      const asReader = async (...args: readonly string[]): Promise<Finished> => {
        if (!isRoot) return docent(...args, '--data', place);
        const child = spawn(pinnedNode, [binary, ...args, '--data', place], {
          cwd: folder,
          uid: NOBODY,
          gid: NOBODY,
          env: {},
        });
        let [stdout, stderr] = ['', ''];
        child.stdout.on('data', (text) => (stdout += text));
        child.stderr.on('data', (text) => (stderr += text));
        const [code] = await once(child, 'close');
        return { code, stdout, stderr };
      };
      // Where the program itself is for the administrator only.
      if ((await asReader('--version')).code !== 0) skip();
      for (const command of [['search', 'page'], ['urls'], ['report']])
        expect(await asReader(...command)).toMatchObject({ code: 0, stderr: '' });
      for (const command of [
        ['export', '--format', 'jsonl', '--out', join(out, 'chunks')],
        ['backup', join(out, 'backup')],
      ]) {
        const { code, stdout, stderr } = await asReader(...command);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toContain('not noted');
      }
      expect(readdirSync(out).sort()).toEqual(['backup', 'chunks']);
      expect(readdirSync(place)).toEqual(['docent.sqlite']);
    },
  );
});

describe('a file that is not whole', () => {
  const begin = `
    const { draftFile } = await import(${JSON.stringify(new URL('../../src/app/export/file.ts', import.meta.url).href)});
    const draft = await draftFile(process.argv[1]);
    await draft.write('half');
    console.log('ready');
    setInterval(() => draft.bytes, 1000);`;

  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'C4, C6: goes when %s ends the process, or with the next file in that folder',
    async (signal) => {
      const place = join(folder, `killed-${signal}`);
      mkdirSync(place);
      const child = spawn(process.execPath, ['--input-type=module', '-e', begin, join(place, 'x')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      expect(readdirSync(place)).toEqual([expect.stringMatching(/^x\.partial-/)]);
      child.kill(signal);
      expect(await ended).toEqual([null, signal]);
      if (signal === 'SIGKILL') await sweepDrafts(place);
      expect(readdirSync(place)).toEqual([]);
    },
  );

  it('C4, C6: of another machine goes when it is a day old', async () => {
    const place = join(folder, 'elsewhere');
    mkdirSync(place);
    const names = ['new.partial-1-aaaaaaaa-bbbbbbbb', 'old.partial-1-aaaaaaaa-bbbbbbbb'];
    for (const name of names) writeFileSync(join(place, name), '');
    const before = Date.now() / 1_000 - 25 * 3_600;
    utimesSync(join(place, 'old.partial-1-aaaaaaaa-bbbbbbbb'), before, before);
    await sweepDrafts(place);
    expect(readdirSync(place)).toEqual(['new.partial-1-aaaaaaaa-bbbbbbbb']);
  });
});
