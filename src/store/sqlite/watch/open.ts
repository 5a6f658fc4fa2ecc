// Opens a folder's watch port beside a crawl; connections are made when they are first used.
import type { DatabaseSync } from 'node:sqlite';
import type { Watch } from '../../../watch/port.ts';
import { laterReading } from '../connection.ts';
import { openForWriting } from '../open.ts';
import { openOutbox } from './outbox.ts';
import { createWatchReader } from './reader.ts';
import { createWatchWriter } from './writer.ts';

/** A read connection and one for short writes; neither owns the folder. */
export function openWatch(folder: string): Watch {
  const read = laterReading(folder);
  const write = once(() => openForWriting(folder));
  const outbox = openOutbox(folder, write.get);
  return {
    outbox: outbox.outbox,
    reader: createWatchReader(folder, read.get),
    writer: createWatchWriter(folder, write.get),
    async close() {
      outbox.close();
      read.close();
      write.close();
    },
  };
}

function once(open: () => DatabaseSync): { readonly get: () => DatabaseSync; readonly close: () => void } {
  let db: DatabaseSync | undefined;
  return {
    get() {
      db ??= open();
      return db;
    },
    close() {
      if (db?.isOpen) db.close();
    },
  };
}
