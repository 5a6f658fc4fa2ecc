// C4: who works in a folder: runs of one process share it, guests leave with its own runs, and an idle folder has no owner.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { crawledHere, folderReleased, keepGuests, ledgerHere, workIn } from './work-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-work-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const here = () => openStore({ kind: 'sqlite', folder });

async function ownerOf(): Promise<number | undefined> {
  const watch = await here().openWatch();
  return watch.reader.owner().then(
    (owner) => watch.close().then(() => owner?.pid),
    (error) => watch.close().then(() => Promise.reject(error)),
  );
}

/** Counts how often it was to leave. */
function newGuest(): { left: number; leave(): void } {
  return {
    left: 0,
    leave() {
      this.left++;
    },
  };
}

describe('runs of one process', () => {
  it('C4: work on one ledger, by one clock', async () => {
    const one = await workIn(here(), ['a']);
    const two = await workIn(here(), ['b', 'c']);
    expect(two.ledger).toBe(one.ledger);
    expect(two.robots).toBe(one.robots);
    expect(two.now).toBe(one.now);
    expect(ledgerHere(here())).toBe(one.ledger);
    expect([...crawledHere(here())]).toEqual(['a', 'b', 'c']);
    await Promise.all([one.release(), two.release()]);
  });

  it('C4: have the folder until the last of them has ended, and it has no owner then', async () => {
    const one = await workIn(here(), ['a']);
    const two = await workIn(here(), ['b']);
    await one.release();
    expect(await ownerOf()).toBe(process.pid);
    expect([...crawledHere(here())]).toEqual(['b']);
    await two.release();
    expect(await ownerOf()).toBeUndefined();
    expect(ledgerHere(here())).toBeUndefined();
    expect(crawledHere(here()).size).toBe(0);
  });

  it('C4: have released the folder once its ledger is closed, and not before', async () => {
    const held = Promise.withResolvers<void>();
    let isClosed = false;
    const store = here();
    const slow: Store = {
      ...store,
      async openLedger(clock) {
        const opened = await store.openLedger(clock);
        const close = opened.ledger.close.bind(opened.ledger);
        opened.ledger.close = async () => {
          await held.promise;
          await close();
          isClosed = true;
        };
        return opened;
      },
    };
    const one = await workIn(slow, ['a']);
    const released = one.release();
    const seen = folderReleased(slow).then(() => isClosed);
    held.resolve();
    await released;
    expect(await seen).toBe(true);
  });

  it('C4: that have ended twice have ended once', async () => {
    const one = await workIn(here(), ['a']);
    const two = await workIn(here(), ['b']);
    await one.release();
    await one.release();
    expect(ledgerHere(here())).toBe(two.ledger);
    await two.release();
  });

  it('C4: do not crawl a provider twice at once; that the second was refused harms no other run', async () => {
    const one = await workIn(here(), ['a']);
    await expect(workIn(here(), ['b', 'a'])).rejects.toThrow(
      expect.objectContaining({ code: 'DOC_STORE_BUSY', message: expect.stringContaining('a is being crawled') }),
    );
    expect([...crawledHere(here())]).toEqual(['a']);
    await one.release();
    expect(await ownerOf()).toBeUndefined();
    const again = await workIn(here(), ['a', 'b']);
    await again.release();
  });

  it('C4: of a folder that another process has are refused, and leave nothing behind', async () => {
    const { ledger } = await here().openLedger(Date.now);
    await expect(workIn(here(), ['a'])).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE_BUSY' }));
    expect(ledgerHere(here())).toBeUndefined();
    await ledger.close();
    const free = await workIn(here(), ['a']);
    await free.release();
  });

  it('C4: that begin while the last of others closes the ledger open it anew', async () => {
    const one = await workIn(here(), ['a']);
    const released = one.release();
    const two = await workIn(here(), ['a']);
    await released;
    expect(two.ledger).not.toBe(one.ledger);
    expect(await ownerOf()).toBe(process.pid);
    await two.release();
  });

  it('C4: in another folder are no concern of theirs', async () => {
    const other = openStore({ kind: 'sqlite', folder: join(folder, 'other') });
    const one = await workIn(here(), ['a']);
    const two = await workIn(other, ['a']);
    expect(two.ledger).not.toBe(one.ledger);
    await one.release();
    expect(ledgerHere(other)).toBe(two.ledger);
    await two.release();
  });
});

describe('guests', () => {
  it('C4: are left when the last run of the process itself has ended, and keep the folder until they have ended', async () => {
    const guest = newGuest();
    const [one, two] = [await workIn(here(), ['a']), await workIn(here(), ['b'])];
    const visit = await workIn(here(), ['c'], guest);
    await one.release();
    expect(guest.left).toBe(0);
    await two.release();
    expect(guest.left).toBe(1);
    expect(ledgerHere(here())).toBe(visit.ledger);
    await visit.release();
    expect(await ownerOf()).toBeUndefined();
  });

  it('C4: that end first get no order to leave', async () => {
    const guest = newGuest();
    const one = await workIn(here(), ['a']);
    await (await workIn(here(), ['b'], guest)).release();
    await one.release();
    expect(guest.left).toBe(0);
  });

  it('C4: are kept where the process stays, until the last who keeps them lets them go', async () => {
    const guest = newGuest();
    const letGo = [keepGuests(here()), keepGuests(here())];
    const one = await workIn(here(), ['a']);
    const visit = await workIn(here(), ['b'], guest);
    await one.release();
    letGo[0]?.();
    expect(guest.left).toBe(0);
    letGo[1]?.();
    expect(guest.left).toBe(1);
    await visit.release();
  });

  it('C4: are not left while a run of the process itself goes on, whichever is released', async () => {
    const guest = newGuest();
    const letGo = keepGuests(here());
    const one = await workIn(here(), ['a']);
    const visit = await workIn(here(), ['b'], guest);
    letGo();
    expect(guest.left).toBe(0);
    await one.release();
    expect(guest.left).toBe(1);
    await visit.release();
  });
});
