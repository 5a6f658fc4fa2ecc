// X4: a limit that GitHub reports without end: longer pauses, and then a failure that says what to do.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { repositoryOf } from '../../core/github-repository.ts';
import { createGitHub, type GitHubNeeds } from './client.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 1, 23);

let server: LocalServer;
let now: number;
let held: number[];
/** The headers of the next answers; none: a tree. */
let limits: (Record<string, string> | undefined)[];

beforeEach(async () => {
  now = START;
  held = [];
  limits = [];
  server = await startServer((_, response) => {
    const headers = limits.shift();
    if (headers === undefined) response.end('{"sha":"x","tree":[],"truncated":false}');
    else response.writeHead(403, headers).end('{"message":"API rate limit exceeded"}');
  });
});
afterEach(() => server[Symbol.asyncDispose]());

const needs: GitHubNeeds = {
  now: () => now,
  hold: async (until) => void held.push(until),
  async get() {
    const reply = await fetch(server.origin);
    return {
      reply: {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: new Uint8Array(await reply.arrayBuffer()),
      },
    };
  },
};

/** As a run does: requests when the pause has passed, and ends with what is no pause. */
async function treeAfterPauses(): Promise<{
  readonly pauses: readonly number[];
  readonly end: { readonly kind: string };
}> {
  const client = createGitHub(
    repositoryOf('acme/kettle', {}),
    { folder: '', defaultExcludes: true, maxFileBytes: 1 },
    needs,
  );
  const pauses: number[] = [];
  for (;;) {
    const end = await client.tree();
    if (end.kind !== 'later') return { pauses, end };
    pauses.push(end.until - now);
    expect(held.at(-1)).toBe(end.until);
    now = end.until;
  }
}

const past = (): Record<string, string> => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(START / 1_000 - 3_600),
});

describe('X4: a limit that is reported again and again', () => {
  it.each<[string, () => Record<string, string>, readonly number[]]>([
    ['with a reset in the past', past, [1_000, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]],
    ['with Retry-After 0', () => ({ 'retry-after': '0' }), [1_000, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]],
    ['with Retry-After 300', () => ({ 'retry-after': '300' }), [5, 5, 5, 5, 8].map((n) => n * MINUTE)],
    ['without a time', () => ({}), [MINUTE, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]],
    [
      'with a clock of GitHub that is ahead',
      () => ({ ...past(), date: new Date(START + 86_400_000).toUTCString() }),
      [1_000, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE],
    ],
  ])('X4: %s waits longer each time, and ends with what to do', async (_, headers, pauses) => {
    limits = Array.from({ length: 20 }, headers);
    const found = await treeAfterPauses();
    expect(found.pauses).toEqual(pauses);
    expect(found.end).toEqual({
      kind: 'outage',
      detail: expect.stringMatching(/API rate limit exceeded.*6 times in a row.*GITHUB_TOKEN/),
    });
    expect(server.requestLines).toHaveLength(6);
  });

  it('X4: an answer in between begins the count anew', async () => {
    const client = createGitHub(
      repositoryOf('acme/kettle', {}),
      { folder: '', defaultExcludes: true, maxFileBytes: 1 },
      needs,
    );
    for (let round = 0; round < 4; round++) {
      limits = [past(), past(), past(), undefined];
      const kinds: string[] = [];
      for (let nth = 0; nth < 4; nth++) {
        const { kind } = await client.tree();
        kinds.push(kind);
      }
      expect(kinds).toEqual(['later', 'later', 'later', 'read']);
    }
  });
});
