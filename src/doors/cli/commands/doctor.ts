// `docent doctor`: checks this machine, its data, and how the robot identifies itself to sites.

import { reverse } from 'node:dns/promises';
import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Place } from '../../../app/place.ts';
import { CHROMIUM_SHELL, findChromium } from '../../../core/chromium.ts';
import { printableJson } from '../../../core/printable.ts';
import type { Settings } from '../../../settings.ts';
import { placeFrom, withOptions } from '../options.ts';
import { settingsTable } from '../print/settings.ts';
import { columnsOf, type Screen, type Style, styleFor, table } from '../print/terminal.ts';
import { timeText } from '../print/times.ts';

interface Flags {
  readonly deep?: boolean;
  readonly settings?: boolean;
  readonly json?: boolean;
}

type Finding = readonly [what: string, state: 'ok' | 'note' | 'bad', say: string];

/** Adds the command. */
export function addDoctorCommand(program: Command, out: Screen): void {
  const command = program
    .command('doctor')
    .description('check this machine and the configuration')
    .option('--deep', 'look through the data folder as thoroughly as possible')
    .option('--settings', 'list every option instead, with its value and where that was written')
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.action(async (flags: Flags) => {
    const place = await placeFrom({ ...flags });
    if (flags.settings) {
      await list(place.settings, flags, out);
      return;
    }
    const findings = await examine(place, flags.deep ?? false);
    const style = styleFor(out, process.env);
    if (flags.json)
      out.write(
        `${JSON.stringify(
          findings.map(([what, state, say]) => ({ what, state, say })),
          null,
          2,
        )}\n`,
      );
    else
      out.write(
        table(
          findings.map(([what, state, say]) => [MARK[state], what, say]),
          (cell, _, column) => (column === 0 ? paint(cell, style) : cell),
        ),
      );
    if (findings.some(([, state]) => state === 'bad')) process.exitCode = 1;
  });
}

async function list(settings: Settings, { json }: Flags, out: Screen): Promise<void> {
  const { effectiveSettings } = await import('../../../app/server/effective-settings.ts');
  const rows = effectiveSettings(settings);
  if (json) out.write(printableJson(`${JSON.stringify(rows, null, 2)}\n`));
  else out.write(settingsTable(rows, columnsOf(out), styleFor(out, process.env)));
}

const MARK = { ok: 'ok', note: 'note', bad: 'PROBLEM' } as const;

function paint(cell: string, style: Style): string {
  if (cell.startsWith('PROBLEM')) return style.bad(cell);
  return cell.startsWith('note') ? style.note(cell) : style.good(cell);
}

async function examine({ settings, store }: Place, isDeep: boolean): Promise<readonly Finding[]> {
  const { options } = settings;
  return [
    ['Node.js', 'ok', process.version],
    folder(settings.data),
    ...(await data(store, isDeep)),
    clock(settings.timeZone),
    options.contact === undefined
      ? ['contact', 'note', 'not set: site owners cannot write to you; set contact in docent.yml']
      : ['contact', 'ok', options.contact],
    options.info_url === undefined
      ? ['info URL', 'note', 'not set: set info_url to a page that describes your robot']
      : ['info URL', 'ok', options.info_url],
    browser(),
    await service('Redis', process.env.DOCENT_REDIS_URL, 6379),
    await service('PostgreSQL', process.env.DOCENT_POSTGRES_URL, 5432),
    await reverseName(),
  ];
}

function folder(path: string): Finding {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    else {
      let parent = dirname(path);
      while (!existsSync(parent)) parent = dirname(parent);
      // Some file systems allow writing, but no new folders.
      rmdirSync(mkdtempSync(join(parent, '.docent-')));
    }
    return ['data folder', 'ok', existsSync(path) ? path : `${path} (made by the first crawl)`];
  } catch {
    return ['data folder', 'bad', `${path} cannot be written`];
  }
}

/** What is stored; no finding where nothing is yet. */
async function data(store: Place['store'], isDeep: boolean): Promise<readonly Finding[]> {
  const { checkData } = await import('../../../app/read/data-check.ts');
  const found = await checkData(store, isDeep);
  if (found === undefined) return [];
  const { problem, unsettled } = found;
  const how = isDeep ? 'every page and index checked' : 'quick check; --deep checks every index too';
  const stored: Finding =
    problem === undefined ? ['stored data', 'ok', `not damaged (${how})`] : ['stored data', 'bad', problem];
  const left = `a restore was ended before it was done; the data it replaced lies in ${unsettled}`;
  return unsettled === undefined ? [stored] : [stored, ['restore', 'note', left]];
}

function clock(timeZone: string): Finding {
  const BUILT = Date.UTC(2025, 0, 1);
  const now = Date.now();
  if (now < BUILT)
    return [
      'clock',
      'bad',
      `${timeText(now, timeZone)} is in the past; robots.txt and certificates would be judged wrongly`,
    ];
  return ['clock', 'ok', timeText(now, timeZone)];
}

function browser(): Finding {
  const found = findChromium();
  if (found === undefined)
    return [
      'browser',
      'note',
      `no Chromium found: install ${CHROMIUM_SHELL}, or set DOCENT_CHROMIUM to a Chromium or Chrome`,
    ];
  return 'path' in found
    ? ['browser', 'ok', found.path]
    : ['browser', 'bad', `DOCENT_CHROMIUM names ${found.named}, which is no program`];
}

async function service(name: string, url: string | undefined, port: number): Promise<Finding> {
  if (url === undefined || url === '') return [name, 'ok', 'not configured, and not needed on one machine'];
  const at = URL.parse(url);
  if (at === null) return [name, 'bad', 'its address is not a URL'];
  const reached = await new Promise<boolean>((done) => {
    const socket = connect({ host: at.hostname, port: Number(at.port) || port, timeout: 2_000 });
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false));
    socket.once('connect', () => socket.destroy()).once('timeout', () => socket.destroy());
  });
  return reached ? [name, 'ok', `answers on ${at.host}`] : [name, 'bad', `does not answer on ${at.host}`];
}

async function reverseName(): Promise<Finding> {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry !== undefined && !entry.internal)?.address;
  if (address === undefined) return ['reverse DNS', 'note', 'this machine has no address but loopback'];
  try {
    const names = await Promise.race([
      reverse(address),
      new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), 2_000).unref()),
    ]);
    return ['reverse DNS', 'ok', `${address} is ${names.join(', ')}`];
  } catch {
    return ['reverse DNS', 'note', `${address} has no name; site owners look it up to see who sends requests`];
  }
}
