// Proves that a body is bounded in every direction, so that checking it never holds up the server.
import { expect, it } from 'vitest';
import { jsonBody } from './body.ts';
import { readBody, readQuery } from './fields.ts';

const sent = (body: string): Promise<unknown> =>
  jsonBody(new Request('http://127.0.0.1/', { method: 'POST', body, headers: { 'content-type': 'application/json' } }));
const numbered = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it.each([
  ['200 fields', JSON.stringify(numbered(200))],
  ['2,000 entries', JSON.stringify({ urls: Array(2_000).fill('x') })],
  ['20 levels', nested(20)],
  ['null', 'null'],
])('FAULTS 69: a body of %s is read', async (_, body) => {
  expect(await sent(body)).toEqual(JSON.parse(body));
});

it.each([
  ['201 fields', JSON.stringify({ policy: numbered(201) }), 'at most 200 fields'],
  ['2,001 entries', JSON.stringify({ urls: Array(2_001).fill('x') }), 'at most 2,000 entries'],
  ['21 levels', nested(21), 'at most 20 levels'],
  ['500,000 levels', nested(500_000), 'at most 20 levels'],
])('FAULTS 69: a body of %s is refused', async (_, body, message) => {
  await expect(sent(body)).rejects.toMatchObject({ problem: 'too_large', message: expect.stringContaining(message) });
});

it('FAULTS 69: of many unknown names the first are named', () => {
  const act = (): unknown => readBody([{ name: 'q', kind: 'text', doc: 'What.' }], numbered(100));
  expect(act).toThrow(/there is no f0 in the body.*there is no f19.*and 80 more names are unknown$/s);
});

it('A2: a value that is sent twice is refused unless several are taken', () => {
  const fields = [
    { name: 'limit', kind: 'integer', min: 1, max: 9, doc: 'At most this many.' },
    { name: 'type', kind: 'list', of: 'text', doc: 'Which.' },
  ] as const;
  expect(() => readQuery(fields, new URLSearchParams('limit=1&limit=2'))).toThrow(
    'limit is there 2 times in the query',
  );
  expect(readQuery(fields, new URLSearchParams('type=a&type=b'))).toMatchObject({ type: ['a', 'b'] });
});
