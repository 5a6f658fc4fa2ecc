// FAULTS 7: a server that sends more than it announces, as the real binary: the page is kept, and the operator is warned.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from '../kill/crawler.ts';
import { runCommand } from '../support/commands.ts';
import { reply, startRawServer } from '../support/raw-server.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-surplus-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('FAULTS 7: a Content-Length that is too short', () => {
  it('FAULTS 7: the page is stored up to there and flagged, in `why` and as a warning of the run', async () => {
    const kept = '<title>Cut</title><p>These words are kept.</p><a href="/whole">next</a>';
    await using server = await startRawServer((socket, request) => {
      const [, path] = request.split(' ');
      if (path === '/') socket.write(`${reply(200, { 'Content-Type': 'text/html' }, kept)}<p>These are not.</p>`);
      else if (path === '/whole') socket.write(reply(200, { 'Content-Type': 'text/html' }, '<p>A whole page.</p>'));
      else socket.write(reply(404, {}));
    });
    const data = join(folder, 'data');
    await using crawler = startCrawler([`${server.origin}/`, '--delay', '0'], { data });
    expect((await crawler.ended).code).toBe(0);
    const warnings = crawler.events.filter((event) => event.type === 'warning');
    expect(warnings).toEqual([expect.objectContaining({ by: 'body-surplus', url: `${server.origin}/` })]);
    const why = async (path: string): Promise<string> =>
      (
        await runCommand(['why', `${server.origin}${path}`, '--data', data], {
          cwd: folder,
        })
      ).stdout;
    expect(await why('/')).toMatch(/^indexed[\s\S]*flag +body-surplus/);
    expect(await why('/whole')).not.toContain('body-surplus');
  });
});
