// Proves which browser the tests run in, and that none is installed where it must not be.
import { describe, expect, it } from 'vitest';
import { chromiumOf, type Machine } from './chromium.ts';

const PROGRAM = '/usr/bin/chromium-headless-shell';
const TRIAL = 'apt-get -s install -y --no-install-recommends chromium-headless-shell';
const INSTALL = TRIAL.replace(' -s', '');

/** A machine with these programs; its apt-get ends with these statuses and outputs, by command, and else well. */
function machine(
  programs: readonly string[],
  responses: Readonly<Record<string, readonly [status: number, output: string]>> = {},
  more: Partial<Machine> = {},
) {
  const there = new Set(programs);
  const ran: string[] = [];
  const said: string[] = [];
  const parts: Machine = {
    env: { PATH: '/opt/bin:/usr/bin' },
    isRoot: true,
    isProgram: (path) => there.has(path),
    run(name, args) {
      const command = [name, ...args].join(' ');
      ran.push(command);
      const [status, output] = responses[command] ?? [0, ''];
      if (command === INSTALL && status === 0) there.add(PROGRAM);
      return { status, output };
    },
    say: (line) => said.push(line),
    ...more,
  };
  return { parts, ran, said };
}

describe('the Chromium of the browser tests', () => {
  it('is the one that DOCENT_CHROMIUM names', () => {
    const { parts } = machine(
      ['/usr/bin/chromium', '/mine'],
      {},
      { env: { PATH: '/usr/bin', DOCENT_CHROMIUM: '/mine' } },
    );
    expect(chromiumOf(parts)).toEqual({ path: '/mine' });
    expect(chromiumOf({ ...parts, env: { DOCENT_CHROMIUM: '/other' } })).toEqual({
      missing: 'DOCENT_CHROMIUM names /other, which is no program',
    });
  });

  it('is an installed one, the lightest first', () => {
    const { parts, ran } = machine([
      '/opt/bin/google-chrome',
      '/usr/bin/chromium',
      '/usr/lib/chromium/chromium-headless-shell',
    ]);
    expect(chromiumOf(parts)).toEqual({ path: '/usr/lib/chromium/chromium-headless-shell' });
    expect(chromiumOf(machine(['/opt/bin/google-chrome']).parts)).toEqual({ path: '/opt/bin/google-chrome' });
    expect(ran).toEqual([]);
  });

  it('is installed by root, who is told so in one line', () => {
    const { parts, ran, said } = machine([]);
    expect(chromiumOf(parts)).toEqual({ path: PROGRAM });
    expect(ran).toEqual(['apt-get --version', TRIAL, INSTALL]);
    expect(said).toEqual([
      'Installing chromium-headless-shell with apt-get for the browser tests (DOCENT_NO_INSTALL=1 prevents it)',
    ]);
  });

  it('is not installed by others, nor where DOCENT_NO_INSTALL is set', () => {
    const { parts, ran } = machine([]);
    expect(chromiumOf({ ...parts, isRoot: false })).toEqual({
      missing: 'install chromium-headless-shell, or set DOCENT_CHROMIUM',
    });
    expect(chromiumOf({ ...parts, env: { DOCENT_NO_INSTALL: '1' } })).toEqual({ missing: 'DOCENT_NO_INSTALL is set' });
    expect(ran).toEqual([]);
  });

  it('is not installed where that would remove a package', () => {
    const { parts, ran, said } = machine([], {
      [TRIAL]: [0, 'Remv editor [1.0]\nInst chromium-headless-shell (150)\n'],
    });
    expect(chromiumOf(parts)).toEqual({ missing: 'apt-get would remove editor to install it' });
    expect(ran).not.toContain(INSTALL);
    expect(said).toEqual([]);
  });

  it('is missing with a reason where apt-get does not have it', () => {
    const { parts, ran } = machine([], { [TRIAL]: [100, 'E: Unable to locate package'] });
    expect(chromiumOf(parts)).toEqual({ missing: 'apt-get knows no chromium-headless-shell; set DOCENT_CHROMIUM' });
    expect(ran).toEqual(['apt-get --version', TRIAL, 'apt-get update', TRIAL]);
    expect(chromiumOf(machine([], { [INSTALL]: [100, ''] }).parts)).toEqual({
      missing: 'apt-get could not install chromium-headless-shell',
    });
  });
});
