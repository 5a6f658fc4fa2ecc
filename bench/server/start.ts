// A server to measure, as `docent serve` starts it, and queries for it.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Started {
  readonly address: string;
  readonly token: string;
  readonly pid: number;
  end(): Promise<void>;
}

/** Starts the `docent serve` of a checkout on a data folder; `folder` gets its docent.yml. */
export async function startServer(root: string, data: string, folder: string): Promise<Started> {
  writeFileSync(join(folder, 'docent.yml'), 'providers: []\n');
  const docent = join(root, 'bin/docent.js');
  const token = execFileSync(
    process.execPath,
    [docent, 'serve', 'token', 'new', '--scope', 'read,ask,write', '--print', '--data', data],
    { cwd: folder, encoding: 'utf8' },
  ).trim();
  const args = [docent, 'serve', '--listen', '0', '--data', data, '--allow-private', '127.0.0.1'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((found, failed) => {
    let text = '';
    child.stderr.on('data', (piece: Buffer) => {
      text += piece;
      const at = /(https?:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (at !== undefined) found(at);
    });
    child.once('close', () => failed(new Error(`docent serve ended: ${text}`)));
  });
  return {
    ...{ address, token: /dct_\S+/.exec(token)?.[0] ?? token, pid: child.pid as number },
    async end() {
      child.kill('SIGTERM');
      await new Promise((done) => (child.exitCode === null ? child.once('close', done) : done(undefined)));
    },
  };
}

/** Queries of one word and of two, from the addresses of stored pages, each once. */
export async function distinctQueries(address: string): Promise<readonly string[]> {
  const words = new Set<string>();
  for (let cursor = ''; words.size < 3_000; ) {
    const page = await fetch(`${address}/admin/v1/urls?limit=1000&state=indexed${cursor}`);
    const { urls, next } = (await page.json()) as {
      readonly urls: readonly { readonly url: string }[];
      readonly next?: string;
    };
    for (const { url } of urls) for (const word of url.match(/[A-Za-z_]{3,}/g) ?? []) words.add(word.toLowerCase());
    if (next === undefined) break;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  const all = [...words];
  return all.flatMap((word, at) => {
    const other = all[(at * 7 + 13) % all.length] as string;
    return [word, `${word} ${other}`];
  });
}
