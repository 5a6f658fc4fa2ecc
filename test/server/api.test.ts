// A2: every operation of the OpenAPI document is called, and each response, errors included, fits its schema.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { more, scaled } from '../support/how-long.ts';
import { type ApiDocument, type ExampleCalls, readDocument } from './call.ts';
import { backupCalls } from './calls/backups.ts';
import { changeCalls } from './calls/changes.ts';
import { channelCalls } from './calls/channels.ts';
import { fetchCalls } from './calls/fetches.ts';
import { blocklistCalls, forgetCalls } from './calls/forget.ts';
import { hostCalls } from './calls/hosts.ts';
import { judgedCalls } from './calls/judged.ts';
import { oneUrlCalls } from './calls/one-url.ts';
import { previewCalls } from './calls/preview.ts';
import { probeCalls } from './calls/probes.ts';
import { providerChangeCalls } from './calls/provider-changes.ts';
import { providerCalls } from './calls/providers.ts';
import { reportCalls } from './calls/reports.ts';
import { questionCalls, requestCalls } from './calls/requests.ts';
import { runCalls } from './calls/runs.ts';
import { searchCalls } from './calls/search.ts';
import { startRunCalls } from './calls/start-run.ts';
import { urlActCalls } from './calls/url-acts.ts';
import { urlCalls } from './calls/urls.ts';
import { openTestServer, type TestServer } from './open.ts';

/** Groups of calls, each in its own order. */
const groups: Readonly<Record<string, ExampleCalls>> = {
  providers: providerCalls,
  changes: providerChangeCalls,
  probes: probeCalls,
  preview: previewCalls,
  hosts: hostCalls,
  runs: runCalls,
  fetches: fetchCalls,
  reports: reportCalls,
  urls: urlCalls,
  'one URL': oneUrlCalls,
  search: searchCalls,
  judged: judgedCalls,
  'acts on one URL': urlActCalls,
  'what changed': changeCalls,
  blocklist: blocklistCalls,
  channels: channelCalls,
  'starting runs': startRunCalls,
  backups: backupCalls,
  // Last: what it removes others look for.
  forget: forgetCalls,
  requests: requestCalls,
  questions: questionCalls,
};

/** Groups that `npm test` leaves out: each change of docent.yml starts the server's threads anew, and policies.test.ts makes some. */
const changing: ReadonlySet<string> = new Set(['changes', 'preview', 'requests']);

/** Operations whose success is shown elsewhere, with the place. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['testAlerts', 'alerts.test.ts'],
  ['checkChannels', 'it sends requests to Context7: test/crawl/context7.test.ts'],
  ['pauseRun', 'a run that is under way'],
  ['resumeRun', 'a run that is under way'],
  ['stopRun', 'a run that is under way'],
]);

describe('A2: the admin API', () => {
  let server: TestServer;
  let api: ApiDocument;
  const shown = new Map<string, Set<number>>();
  beforeAll(async () => {
    server = await openTestServer();
    api = await readDocument(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('has a document that a public validator accepts', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(api.text));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  for (const [name, calls] of Object.entries(groups))
    describe(name, changing.has(name) ? more : scaled, () => {
      it('respond as the document says', async () => {
        for (const call of calls(server)) {
          const { problems, response, value } = await api.perform(call);
          expect(problems, `${call.operation} shows ${call.shows}`).toEqual([]);
          await call.check?.(value as never, response);
          shown.set(call.operation, (shown.get(call.operation) ?? new Set()).add(response.status));
        }
      });
    });

  it('is called whole: each operation with a success and an error', more, () => {
    const missing = [...api.operations.keys()].flatMap((id) => {
      const statuses = [...(shown.get(id) ?? [])];
      const success = statuses.some((status) => status < 400) || elsewhere.has(id) ? [] : [`${id}: no success`];
      return [...success, ...(statuses.some((status) => status >= 400) ? [] : [`${id}: no error`])];
    });
    expect(missing).toEqual([]);
  });
});
