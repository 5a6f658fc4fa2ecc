// A data folder whose file is damaged: every command reports it in one line, with the way out, and none claims to be done (FAULTS 59).
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from '../kill/crawler.ts';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

const PAGE = 4_096;
const PAGES = 30;

let folder: string;
let source: string;
let server: LocalServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-damaged-'));
  source = join(folder, 'source');
  server = await startServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return response.writeHead(404).end();
    const links = path === '/' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/page/${i}">${i}</a>`) : [];
    const text = `This is the page ${path}, and some more words about it. `.repeat(60);
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(`<title>${path}</title><main><h1>${path}</h1><p>${text}</p>${links.join(' ')}</main>`);
  });
  await using crawler = startCrawler([`${server.origin}/`, '--delay', '0', '--per-host', '4'], { data: source });
  expect(await crawler.ended).toMatchObject({ code: 0 });
  const db = new DatabaseSync(join(source, 'docent.sqlite'));
  db.exec(`INSERT INTO blocklist (pattern, reason, by, at) VALUES ('kept.example', '', 'operator', 1)`);
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder });
}

/** Random numbers, the same for each seed. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

function flip(bytes: Buffer, at: number, bit: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
}

const damages: Readonly<Record<string, (bytes: Buffer) => void>> = {
  'its first bytes': (bytes) => bytes.fill(0x58, 0, 8),
  'random bytes': (bytes) => {
    const roll = dice(1);
    for (let at = 0; at < bytes.length; at++) bytes[at] = roll(256);
  },
  'the heads of its pages': (bytes) => {
    const roll = dice(2);
    for (let page = 1; page < bytes.length / PAGE; page += 5) flip(bytes, page * PAGE + roll(8), roll(8));
  },
  'bits all over it': (bytes) => {
    const roll = dice(3);
    for (let n = 0; n < 400; n++) flip(bytes, 100 + roll(bytes.length - 100), roll(8));
  },
  'a part in the middle': (bytes) =>
    bytes.fill(0x5a, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 60_000),
};

function damagedBy(name: string): string {
  const data = join(folder, name.replaceAll(' ', '-'));
  mkdirSync(data);
  const bytes = readFileSync(join(source, 'docent.sqlite'));
  damages[name]?.(bytes);
  writeFileSync(join(data, 'docent.sqlite'), bytes);
  return data;
}

/** What lies in tables that are in order themselves. */
const inIndex: Readonly<Record<string, string>> = {
  'a piece of the words of pages': `UPDATE search_text_data SET block = zeroblob(length(block)) WHERE id = (SELECT max(id) FROM search_text_data)`,
  'the first piece of them': `UPDATE search_text_data SET block = zeroblob(length(block)) WHERE id = (SELECT min(id) FROM search_text_data WHERE id > 10)`,
  'half of a piece': `UPDATE search_text_data SET block = substr(block, 1, length(block) / 2) WHERE id = (SELECT max(id) FROM search_text_data)`,
  'a piece that is missing': `DELETE FROM search_text_data WHERE id = (SELECT max(id) FROM search_text_data)`,
  'the list of pieces': `UPDATE search_text_data SET block = x'00' WHERE id = 10`,
  'the words of links': `UPDATE search_anchor_text_data SET block = zeroblob(length(block)) WHERE id = (SELECT max(id) FROM search_anchor_text_data)`,
};

describe('a search index that is damaged', () => {
  it.each(Object.entries(inIndex))('FAULTS 59, F5: in %s: no run over it ends as complete', async (name, sql) => {
    const data = join(folder, name.replaceAll(' ', '-'));
    mkdirSync(data);
    cpSync(join(source, 'docent.sqlite'), join(data, 'docent.sqlite'));
    const db = new DatabaseSync(join(data, 'docent.sqlite'));
    db.enableDefensive?.(false);
    db.exec(sql);
    db.close();
    for (const command of [
      ['crawl', `${server.origin}/`, '--delay', '0'],
      ['refresh', '--delay', '0'],
    ]) {
      const { code, stderr } = await docent(...command, '--data', data);
      expect([code, stderr], command[0]).toEqual([1, expect.stringMatching(/^docent: the data in \S+ is damaged: /m)]);
    }
  });

  it('F5: a sound one ends as complete', async () => {
    const data = join(folder, 'sound');
    mkdirSync(data);
    cpSync(join(source, 'docent.sqlite'), join(data, 'docent.sqlite'));
    const { code, stderr } = await docent('crawl', `${server.origin}/`, '--delay', '0', '--data', data);
    expect(code, stderr).toBe(0);
  });
});

describe('a data folder that is damaged', () => {
  it.concurrent.each(Object.keys(damages))(
    'FAULTS 59: in %s is refused with the way out, by every command',
    async (name) => {
      const data = damagedBy(name);
      const place = join(folder, `${name.replaceAll(' ', '-')}-out`);
      const commands: readonly (readonly string[])[] = [
        ...[['urls'], ['why', `${server.origin}/`], ['report'], ['export', '--format', 'jsonl', '--out', place]],
        ...[
          ['backup', place],
          ['forget', `${server.origin}/`, '--yes'],
          ['crawl', `${server.origin}/`, '--delay', '0'],
        ],
      ];
      for (const command of commands) {
        const copy = `${data}-${command[0]}`;
        cpSync(data, copy, { recursive: true });
        const { code, stdout, stderr } = await docent(...command, '--data', copy);
        expect({ command, code, stdout, stderr }).toEqual({ command, code: 1, stdout: '', stderr: expect.any(String) });
        expect(stderr).toMatch(/^docent: the data in \S+ is damaged: [^\n]+ `docent restore <file> --force`[^\n]+\n$/);
      }
      // A search may not have read the damaged part.
      const search = await docent('search', 'page', '--data', data);
      expect(search.stderr).toMatch(/^(docent: the data in \S+ is damaged: [^\n]+\n)?$/);
      // A1: not the code of a search that found nothing.
      if (search.stderr !== '') expect(search.code).toBe(3);
      const doctor = await docent('doctor', '--data', data);
      expect(doctor.stdout).toMatch(/PROBLEM +stored data .* is damaged: /);
      expect(doctor.code).toBe(1);
    },
  );

  it('FAULTS 59: a whole one is called whole by doctor, also with --deep', async () => {
    for (const more of [[], ['--deep']]) {
      const { stdout } = await docent('doctor', '--data', source, ...more);
      expect(stdout).toMatch(/ok +stored data +not damaged/);
    }
  });

  it('C4, C5, FAULTS 59: restored over, what can be read of its blocklist is carried over, and the rest is reported as missing', async () => {
    const backup = join(folder, 'backup.sqlite');
    expect((await docent('backup', backup, '--data', source)).code).toBe(0);
    const data = join(folder, 'salvaged');
    cpSync(source, data, { recursive: true });
    const db = new DatabaseSync(join(data, 'docent.sqlite'));
    const rootOf = (table: string): number =>
      Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.rootpage);
    const at = (rootOf('receipts') - 1) * PAGE;
    db.exec(`INSERT INTO blocklist (pattern, reason, by, at) VALUES ('later.example', '', 'operator', 1)`);
    db.close();
    const bytes = readFileSync(join(data, 'docent.sqlite'));
    bytes.fill(0x5a, at, at + PAGE);
    writeFileSync(join(data, 'docent.sqlite'), bytes);
    const { code, stdout } = await docent('restore', backup, '--force', '--data', data, '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, isCarried: false });
    const { stdout: blocked } = await docent('blocklist', '--data', data);
    expect(blocked).toContain('kept.example');
    expect(blocked).toContain('later.example');
  });
});
