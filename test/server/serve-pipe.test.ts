// A6: `docent serve` with a configuration that comes through a pipe: it is read once, in force, and never waited for again.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

const CONFIG =
  'contact: pipe@example.com\\nproviders:\\n  - provider_id: piped\\n    seed_urls: ["https://docs.example.com/"]\\n    allowed_path_patterns: ["/**"]\\n';

describe('A6: a configuration through a pipe', () => {
  let folder: string;
  let serve: ServeProcess;
  let token: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-pipe-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    token = (await openTokens(join(folder, '.docent')).create({ scopes: tokenScopes })).token;
    spawn('sh', ['-c', `printf '${CONFIG}' > pipe`], { cwd: folder });
    serve = await startServe(folder, '--config', 'pipe', '--data', '.docent');
  });
  afterAll(async () => {
    await serve[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is in force', async () => {
    const response = await fetch(`${serve.address}/admin/v1/providers/piped`);
    expect(response.status).toBe(200);
  });

  it('FAULTS 69: is not changed, and the server goes on', async () => {
    const response = await fetch(`${serve.address}/admin/v1/providers`, {
      ...{ method: 'POST', body: JSON.stringify({ seed_urls: ['https://other.example.com/'] }) },
      ...{ headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('no regular file');
    expect((await fetch(`${serve.address}/healthz`)).status).toBe(200);
  });
});
