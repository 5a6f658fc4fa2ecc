// Proves which Chromium of a machine is found.
import { describe, expect, it } from 'vitest';
import { findChromium, isProgram } from './chromium.ts';

const PATH = '/opt/bin:/usr/bin';

describe('A1: the Chromium of a machine', () => {
  it.each([
    ['/usr/bin/chromium-headless-shell'],
    ['/usr/lib/chromium/chromium-headless-shell'],
    ['/usr/bin/chromium'],
    ['/opt/bin/chromium-browser'],
    ['/usr/bin/google-chrome'],
    ['/opt/bin/google-chrome-stable'],
    ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ])('is found at %s', (path) => {
    expect(findChromium({ env: { PATH }, isProgram: (one) => one === path })).toEqual({ path });
  });

  it('is the lightest of several', () => {
    const there = ['/opt/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
    expect(findChromium({ env: { PATH }, isProgram: (one) => there.includes(one) })).toEqual({ path: there[2] });
  });

  it('is the one that DOCENT_CHROMIUM names, or none', () => {
    const env = { PATH, DOCENT_CHROMIUM: '/mine' };
    expect(findChromium({ env, isProgram: () => true })).toEqual({ path: '/mine' });
    expect(findChromium({ env, isProgram: (one) => one !== '/mine' })).toEqual({ named: '/mine' });
    expect(findChromium({ env: {}, isProgram: () => false })).toBeUndefined();
  });

  it('is a file that can be run', () => {
    expect(['/bin/sh', '/bin', '/etc/passwd', '/nothing/here'].map(isProgram)).toEqual([true, false, false, false]);
  });
});
