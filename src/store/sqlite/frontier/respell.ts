// U3: brings URLs that an earlier version has stored to how they are requested now.
import { type KeyPolicy, urlKey } from '../../../core/url/key.ts';
import { requestedUrl } from '../../../core/url/requested.ts';
import { digestOf } from '../digest.ts';
import type { Context } from './context.ts';

/** This many URLs are looked at in one act. */
const LOOKED_AT = 1_000;

/** Brings some URLs to how they are requested now, where that is another spelling of the same key; returns where to go on, if anywhere. */
export function respellSome({ sql }: Context, provider: number, policy: KeyPolicy, after: number): number | undefined {
  const rows = sql.withQuery.all(provider, after, LOOKED_AT);
  for (const { id, url: stored, hash } of rows) {
    const url = String(stored);
    const now = requestedUrl(url, policy);
    if (now === url || Buffer.compare(digestOf(urlKey(url, policy)), hash as Uint8Array) !== 0) continue;
    sql.renameUrl.run(now, Number(id));
    sql.renamePage.run(now, Number(id), url);
  }
  return rows.length < LOOKED_AT ? undefined : Number(rows.at(-1)?.id);
}
