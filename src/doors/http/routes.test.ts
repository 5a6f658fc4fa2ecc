// Proves that what nobody reads is not left open.
import { expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import type { Means } from './means.ts';
import { rawOperation } from './operation.ts';
import { perform } from './routes.ts';

it.each([
  ['HEAD', true],
  ['GET', false],
] as const)('A2: the stream of a %s request is cancelled: %s', async (method, isCancelled) => {
  let isOver = false;
  const body = new ReadableStream({
    cancel() {
      isOver = true;
    },
  });
  const stream = rawOperation({
    ...{ id: 'stream', method: 'get', path: '/stream', tag: 'Runs', summary: 'A stream', scope: 'read' },
    returns: { status: 200, contentType: 'text/event-stream', description: 'Events.' },
    respond: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  });
  const request = new Request('http://127.0.0.1/stream', { method });
  // It uses none of the others.
  const means = { settings: () => loadSettings({ cwd: '/nonexistent', env: {} }) } as Means;
  const response = await perform(stream, request, {}, { means, scopes: ['read'], isStill: () => true });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect([isOver, response.body === null]).toEqual([isCancelled, isCancelled]);
  await response.body?.cancel();
});
