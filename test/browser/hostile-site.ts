// A site whose every text is an attack on whoever shows it: markup, links that run, control characters, and no end.
import type { RequestListener } from 'node:http';

/** Sets `window.harmed` where it is taken for markup; turns text around; moves the cursor of a terminal. */
export const attack = (where: string): string =>
  `"><script>window.harmed='${where}'</script><img src=x onerror="window.harmed='${where}'">\u202egnp.exe\u001b[31m\u009b2J`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body><main>${body}</main></body></html>`;

const text = (where: string): string =>
  `<p>Zebra ${escaped(attack(where))} and words to be found by, in a sentence.</p>`;

const links = [
  `/docs/${encodeURIComponent('<script>window.harmed="path"</script>')}`,
  `/docs/${encodeURIComponent('\u202egnp')}`,
  '/docs/"onmouseover="window.harmed=1',
  '/docs/long',
  `/docs/deep/${'a'.repeat(1_500)}`,
  '/docs/code',
  '/docs/elsewhere',
  '/docs/gone?q=<script>window.harmed=1</script>',
  '/private/<script>',
  'javascript:window.harmed="link"',
  'data:text/html,<script>window.harmed=1</script>',
];

/** Its pages by their path; others are there too, and hostile. */
const pages: Readonly<Record<string, string>> = Object.freeze({
  '/docs/': page(
    attack('title'),
    `<h1>${escaped(attack('heading'))}</h1>${text('home')}<ul>${links
      .map((link) => `<li><a href="${escaped(link)}">${escaped(attack('anchor'))}</a></li>`)
      .join('')}</ul>`,
  ),
  '/docs/long': page(
    `${'Endless '.repeat(600)}${'x'.repeat(5_200)}`,
    `<h1>${'y'.repeat(10_000)}</h1><p>Zebra ${'z'.repeat(10_000)} in a sentence to be found.</p><h2>${'Wide '.repeat(400)}</h2>
    <table><tr><th>${'w'.repeat(3_000)}</th></tr><tr><td>1</td></tr></table>`,
  ),
  '/docs/code': page(
    'Code',
    `<h1>Code</h1>${text('code')}<pre><code class="language-html&quot;><script>">${escaped(attack('block'))}\n${'v'.repeat(4_000)}</code></pre>
    <p><code>\`\`\`</code> <a href="javascript:window.harmed=2">[a](javascript:window.harmed=3)</a> &lt;script>window.harmed=4&lt;/script></p>`,
  ),
});

/** Answers as the site does. */
export const answerHostile: RequestListener = (request, response) => {
  const path = request.url ?? '';
  const html = (status: number, body: string): void => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'last-modified': attack('x').slice(0, 9),
    });
    response.end(body);
  };
  if (path === '/robots.txt')
    response.end(
      `User-agent: *\nDisallow: /private/<script>window.harmed='robots'</script>\u202e\nDisallow: /private/\n`,
    );
  else if (path === '/docs/elsewhere')
    response.writeHead(302, { location: '/docs/"><script>window.harmed=5</script>' }).end();
  else if (path.startsWith('/docs/gone')) html(404, page('Gone', text('gone')));
  else html(200, pages[path] ?? page(attack('other'), `<h1>Other ${path.length}</h1>${text(`other ${path.length}`)}`));
};
