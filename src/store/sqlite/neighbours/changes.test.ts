// C4: when something in a folder may have changed: reported by the file system, and looked for where that reports nothing.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changesIn } from './changes.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-changes-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const heard = { done: false, value: undefined };

it('C4: what is written is heard from the file system, also while the caller looks', async () => {
  const changes = changesIn([folder]);
  await changes.next();
  const next = changes.next();
  // The look that would come anyway never does.
  vi.advanceTimersByTime(300);
  writeFileSync(join(folder, 'a'), '1');
  expect(await next).toEqual(heard);
  writeFileSync(join(folder, 'a'), '2');
  vi.advanceTimersByTime(300);
  expect(await changes.next()).toEqual(heard);
  await changes.return();
});

it('C4: a folder that is written to all the time is looked at four times a second', async () => {
  const changes = changesIn([folder]);
  await changes.next();
  const seen = vi.fn();
  const next = changes.next().then(seen);
  const other = watch(folder);
  writeFileSync(join(folder, 'a'), '1');
  await once(other, 'change');
  other.close();
  await setImmediate();
  expect(seen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(250);
  await next;
  await changes.return();
});

it('C4: a folder that does not exist is looked for again after a moment, and heard from once it does', async () => {
  const place = join(folder, 'later');
  const changes = changesIn([place]);
  await changes.next();
  const first = changes.next();
  mkdirSync(place);
  vi.advanceTimersByTime(500);
  expect(await first).toEqual(heard);
  const second = changes.next();
  vi.advanceTimersByTime(300);
  writeFileSync(join(place, 'a'), '1');
  expect(await second).toEqual(heard);
  await changes.return();
});

it('C4: waiting ends at the signal, and leaves no timer behind', async () => {
  const ending = new AbortController();
  const changes = changesIn([folder], ending.signal);
  await changes.next();
  const next = changes.next();
  ending.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
});
