// `docent read`: the real binary on files and on a server of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let folder: string;
let server: LocalServer;

const html = `<!doctype html><title>Guide</title><nav>Menu</nav><main><h1 id="guide">Guide</h1>
  <p>Read <a href="/more">more</a>.</p><h2 id="code">Code</h2><pre><code class="language-py">print(1)</code></pre></main>`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-read-'));
  writeFileSync(join(folder, 'page.html'), html);
  writeFileSync(join(folder, 'notes.md'), '---\ntitle: Notes\n---\n# Notes\n\nA *note*.\n');
  server = await startServer((request, response) => {
    const { url = '' } = request;
    if (url === '/robots.txt') response.writeHead(200).end('User-agent: *\nDisallow: /private\n');
    else if (url === '/old') response.writeHead(301, { location: '/guide' }).end();
    else if (url === '/guide') response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    else if (url === '/image') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    else response.writeHead(404).end();
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function read(...args: string[]): Promise<Finished> {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: join(folder, 'data') };
  return runCommand(['read', ...args], { cwd: folder, env });
}

describe('docent read', () => {
  it('A1, E3: prints a file as Markdown, and keeps the targets of links on request', async () => {
    const { code, stdout, stderr } = await read('page.html');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('# Guide\n\nRead more.\n\n## Code\n\n```python\nprint(1)\n```\n');
    expect((await read('notes.md')).stdout).toBe('# Notes\n\nA *note*.\n');
  });

  it('A1, H2: requests a URL as a crawl would: robots.txt first, redirects followed', async () => {
    const { code, stdout } = await read(`${server.origin}/old`, '--links');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `# Guide\n\nRead [more](${server.origin}/more).\n\n## Code\n\n\`\`\`python\nprint(1)\n\`\`\`\n`,
    });
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /old', 'GET /guide']);
  });

  it('A1, E4: --json prints every fact, --chunks the pieces with their path, link and size', async () => {
    const facts = JSON.parse((await read(`${server.origin}/guide`, '--json', '--chunks')).stdout) as object;
    expect(facts).toMatchObject({
      url: `${server.origin}/guide`,
      status: 200,
      title: 'Guide',
      rule: 'main',
      outline: [{ anchor: 'guide' }, { anchor: 'code' }],
      links: [{ url: `${server.origin}/more`, text: 'more' }],
      chunks: [{ seq: 0, anchor: 'guide', text: expect.stringContaining('print(1)') }],
    });
    const { stdout } = await read(`${server.origin}/guide`, '--chunks');
    expect(stdout).toMatch(/^Guide\n1\/1 · \d+ tokens · http:\/\/127\.0\.0\.1:\d+\/guide#guide\n\n# Guide\n/);
  });

  it('A1, E1: --selector and --remove choose the content; a bad one is refused', async () => {
    expect((await read('page.html', '--selector', 'pre')).stdout).toBe('```python\nprint(1)\n```\n');
    expect((await read('page.html', '--remove', 'pre', '--remove', 'h2')).stdout).toBe('# Guide\n\nRead more.\n');
    const { code, stderr } = await read('page.html', '--selector', 'a[');
    expect(code).toBe(2);
    expect(stderr).toContain('custom_selectors.content');
  });

  it.each([
    ['/private/x', 1, 'may not be fetched'],
    ['/nowhere', 1, 'answered 404'],
    ['/image', 1, 'is no page that is read: image/png'],
  ])('A1: %s ends with a reason on standard error', async (path, code, message) => {
    const finished = await read(`${server.origin}${path}`);
    expect(finished).toMatchObject({ code, stdout: '' });
    expect(finished.stderr).toContain(message);
  });

  it('A1: a mistyped scheme is reported as that, not as a missing file', async () => {
    const { code, stderr } = await read('htps://docs.example/x');
    expect(code).toBe(2);
    expect(stderr).toContain('"htps://docs.example/x" is not an http(s) URL');
  });

  it('A1: a file that is not there is reported', async () => {
    expect(await read('nowhere.html')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere.html: it does not exist'),
    });
  });
});

describe('docent read of a page that scripts write', () => {
  it('A1, H9: prints nothing but a sentence, with a flag and an exit code', async () => {
    writeFileSync(
      join(folder, 'shell.html'),
      '<title>Kettle</title><div id="app">Please wait...</div><script src="a.js"></script>',
    );
    const { code, stdout, stderr } = await read('shell.html');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^docent: content:needs-browser: the page needs a browser: .*\.\n$/);
    const json = await read('shell.html', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      flags: ['needs-browser'],
      markdown: '',
      words: 0,
      shell: { kind: 'script' },
    });
  });
});
