// Redirects of robots.txt as real servers answer with them, and as a caller's own `get` may return them.
import { expect, it } from 'vitest';
import { createRobotsChecker } from '../../src/robots.ts';
import { startServer } from '../support/local-server.ts';

/** `fetch`, but the body of a redirect breaks off before it is read. */
const brokenOff: typeof fetch = async (url, init) => {
  const reply = await fetch(url, init);
  if (reply.status !== 301) return reply;
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('broken off')) });
  return new Response(body, { status: 301, headers: reply.headers });
};

it.each([
  ['docent’s own client', undefined],
  ['fetch', fetch],
  ['a fetch whose body broke off before', brokenOff],
])('R13: a redirect whose body breaks off is followed all the same, by %s', async (_, get) => {
  await using server = await startServer((request, response) => {
    if (request.url === '/real.txt') return void response.end('User-agent: *\nDisallow: /x\n');
    response.writeHead(301, { location: '/real.txt', 'content-length': '1000' });
    response.write('Moved', () => response.destroy());
  });
  const decision = await createRobotsChecker({ get }).explain(`${server.origin}/x`);
  expect(decision, decision.reason).toMatchObject({ allowed: false, by: 'robots:rfc9309:line-2' });
});
