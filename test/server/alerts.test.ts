// M1, M2: alerts as a server lists them, messages on trial, and figures that follow what is stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { type ApiDocument, readDocument } from './call.ts';
import { openTestServer, type TestServer } from './open.ts';

describe('M1: alerts of a server', () => {
  let receiver: LocalServer;
  let server: TestServer;
  let api: ApiDocument;
  beforeAll(async () => {
    receiver = await startServer((_, response) => response.end('ok'));
    const config = `alert_bounds: [average_tokens_least=400, chunk_tokens_least=1]
slack_webhook: ${receiver.origin}/services/T0/B0/s3cr3t
allow_private: [127.0.0.1]
`;
    server = await openTestServer(() => config);
    api = await readDocument(server);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  it('A2: are listed with their cause, and those that are over apart', async () => {
    const { value, problems } = await api.perform({ shows: 'alerts', operation: 'listAlerts', status: 200 });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({
      alerts: [{ provider: server.provider, bound: 'average_tokens_least', limit: 400, cause: expect.any(String) }],
    });
    const over = await api.perform({ shows: 'none', operation: 'listAlerts', query: { state: 'over' }, status: 200 });
    expect(over.value).toMatchObject({ alerts: [] });
  });

  it('A2: a test message arrives, and the address of the webhook is not in the response', async () => {
    const before = receiver.requestLines.length;
    const { value, problems } = await api.perform({ shows: 'a test', operation: 'testAlerts', status: 200 });
    expect(problems).toEqual([]);
    expect(value).toEqual({ results: [{ to: expect.stringContaining('slack_webhook'), ok: true }] });
    expect(JSON.stringify(value)).not.toContain('s3cr3t');
    expect(receiver.requestLines.slice(before)).toEqual(['POST /services/T0/B0/s3cr3t']);
  });

  it('M2: the quality of what is stored follows a removal at once', async () => {
    const pages = async (): Promise<number | undefined> => {
      const { value } = await api.perform({ shows: 'quality', operation: 'getQuality', status: 200 });
      return (value as { sources: readonly { quality: { pages: number } }[] }).sources[0]?.quality.pages;
    };
    // Twice for each of the two threads, which keep what they have read.
    expect(await Promise.all([pages(), pages(), pages(), pages()])).toEqual([10, 10, 10, 10]);
    const body = { what: `${server.site}docs/rude` };
    expect((await api.perform({ shows: 'a removal', operation: 'forget', body, status: 200 })).problems).toEqual([]);
    expect(await Promise.all([pages(), pages(), pages(), pages()])).toEqual([9, 9, 9, 9]);
    const { value: listed } = await api.perform({ shows: 'alerts', operation: 'listAlerts', status: 200 });
    const path = { provider: server.provider };
    const { value: report } = await api.perform({ shows: 'a report', operation: 'getReport', path, status: 200 });
    const { quality, alerts, judgements } = report as {
      readonly quality: { readonly averageTokens: number };
      readonly alerts: readonly { readonly value: number; readonly text: string }[];
      readonly judgements: readonly { readonly bound: string; readonly value: number }[];
    };
    expect(alerts.map(({ value }) => value)).toEqual([quality.averageTokens]);
    expect(judgements).toContainEqual(
      expect.objectContaining({ bound: 'average_tokens_least', value: quality.averageTokens, raises: true }),
    );
    expect((listed as { readonly alerts: unknown }).alerts, 'the same figures and text').toMatchObject([
      { value: quality.averageTokens, bounds: [{ value: quality.averageTokens }], text: alerts[0]?.text },
    ]);
  });
});
