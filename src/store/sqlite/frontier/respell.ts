// U3: brings URLs that an earlier version has stored to how they are requested now.
import type { Requested } from '../../../frontier/port.ts';
import { digestOf } from '../digest.ts';
import type { Context } from './context.ts';

/** Brings URLs to how they are requested now, a piece at a time, where that is another spelling of the same key. */
export function respellAll({ sql }: Context, provider: number, requested: Requested): void {
  for (let after = 0; ; ) {
    const rows = sql.withQuery.all(provider, after);
    for (const { id, url, hash } of rows) {
      const now = requested(String(url));
      const isSame = Buffer.compare(digestOf(now.key), hash as Uint8Array) === 0;
      if (now.url === url || !isSame) continue;
      sql.renameUrl.run(now.url, Number(id));
      sql.renamePage.run(now.url, Number(id), String(url));
    }
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.id);
  }
}
