// What `docent providers add` asks the operator; without a terminal nothing is asked.
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { FieldTexts } from '../../../app/providers/edit.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable } from '../../../core/printable.ts';
import { parseHttpUrl } from '../../../core/url/host.ts';
import type { Provider } from '../../../seed/provider.ts';
import { isOwnOrLoopback } from '../../../seed/terms.ts';

/** Asks a question and returns what was typed, without the spaces around it. */
export type AskPerson = (question: string) => Promise<string>;

const VERDICTS = ['allowed', 'unclear', 'forbidden'];

/** Runs a task with a way to ask the operator, undefined where there is no terminal. Ctrl-C and Ctrl-D throw DOC_USAGE: nothing is saved. */
export async function withPerson<T>(task: (ask: AskPerson | undefined) => Promise<T>): Promise<T> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return task(undefined);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const leave = new AbortController();
  lines.on('SIGINT', () => leave.abort()).on('close', () => leave.abort());
  try {
    return await task(async (question) => (await lines.question(question, { signal: leave.signal })).trim());
  } catch (error) {
    if (leave.signal.aborted) throw new DocentError('DOC_USAGE', 'stopped; nothing was saved', { cause: error });
    throw error;
  } finally {
    lines.close();
  }
}

/** C8: what the operator types about the terms of a site; empty where a verdict is set, or the site is their own or on loopback. */
export async function askForTerms(ask: AskPerson, provider: Provider): Promise<FieldTexts> {
  if (provider.tos.verdict !== undefined || isOwnOrLoopback(provider)) return {};
  const site = new URL(provider.seed_urls[0] as string).origin;
  let url = provider.tos.url ?? '';
  if (url === '')
    do url = await ask(`Terms of service of ${printable(provider.name)} (URL, Enter: not known): `);
    while (url !== '' && parseHttpUrl(url) === undefined);
  process.stdout.write(`Read ${printable(url || `the terms linked on ${site}`)}\n`);
  let verdict = '';
  do verdict = (await ask('Do they allow crawling? allowed, unclear, forbidden (Enter: not read yet): ')).toLowerCase();
  while (verdict !== '' && !VERDICTS.includes(verdict));
  const by = verdict === '' ? '' : await ask(`Who has read them? (Enter: ${printable(userInfo().username)}): `);
  return {
    ...(url !== '' && { 'tos.url': url }),
    ...(verdict !== '' && { 'tos.verdict': verdict, 'tos.checked_by': by || userInfo().username }),
  };
}

/** X1: whether questions about a provider may be sent to Context7; empty where they already are, or its channel does not use Context7. */
export async function askForConsent(ask: AskPerson, provider: Provider, context7Url: string): Promise<FieldTexts> {
  const { channel, context7, name } = provider;
  if (context7.ask || (channel !== 'context7-first' && channel !== 'crawl-unless-context7')) return {};
  const host = printable(new URL(context7Url).host);
  process.stdout.write(
    `Context7 can answer questions about ${printable(name)}. Every question, as it is typed,\nand the name of the library would be sent to ${host}. Without that\nnothing leaves this machine, and the crawled pages answer.\n`,
  );
  let typed = '';
  do typed = (await ask(`Send questions to ${host}? yes, no (Enter: no): `)).toLowerCase();
  while (!['', 'y', 'yes', 'n', 'no'].includes(typed));
  return typed.startsWith('y') ? { 'context7.ask': 'true' } : {};
}
