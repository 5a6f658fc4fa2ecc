// Answers questions about one URL's robots.txt, in one dialect or in all of them.

import { resolve } from 'node:path';
import { readBounded } from '../../core/bounded-file.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { fetchUrl } from '../../core/url/fetch-url.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { shownData, shownUrl } from '../../core/url/shown-url.ts';
import {
  createRobotsChecker,
  type Decision,
  type Dialect,
  type LintFinding,
  lintRobots,
  type RobotsGet,
  type RobotsReply,
} from '../../robots.ts';
import { agentOf, applyOptions, type Settings } from '../../settings.ts';
import { resolveTargets, type Target } from '../crawl/targets.ts';
import { lookAtRobots } from './look.ts';

export interface RobotsQuestion {
  readonly url: string;
  /** A local file to read instead of a request to the host. */
  readonly file?: string | undefined;
  readonly allDialects?: boolean | undefined;
  readonly lint?: boolean | undefined;
}

export interface RobotsReport {
  readonly url: string;
  readonly agent: string;
  readonly decision: Decision;
  /** Seconds, or null when robots.txt sets none. */
  readonly crawlDelay: number | null;
  readonly sitemaps: readonly string[];
}

export interface RobotsAnswers {
  /** One per requested dialect. */
  readonly reports: readonly RobotsReport[];
  /** Only when linting was requested. */
  readonly findings?: readonly LintFinding[];
}

/** Explains a URL's robots.txt decision, in one dialect or in all of them; the file is requested once, in its turn, whatever their number. */
export async function askRobots(settings: Settings, question: RobotsQuestion, log: Log): Promise<RobotsAnswers> {
  const { url, file } = question;
  const dialects = question.allDialects
    ? [...settings.dialects.values()].map((dialect) => applyOptions(dialect, settings.options))
    : [settings.dialect];
  const largest = Math.max(...dialects.map((dialect) => dialect.limits.maxBytes)) + 1;
  const replies = new Map<string, Promise<RobotsReply>>();
  if (file !== undefined) {
    const get = fromFile(file, largest, replies);
    return answers(settings, question, dialects, { get, replies, log });
  }
  const parsed = parseHttpUrl(url);
  if (parsed === undefined) throw new DocentError('DOC_URL', `"${shownUrl(url)}" is not an http(s) URL`);
  const [target] = resolveTargets([`${parsed.origin}/`], settings) as [Target];
  return lookAtRobots(settings, log, target, async ({ get, learnt }) => {
    const means = { get: requestedOnce(get, largest, replies), replies, log };
    const found = await answers(settings, question, dialects, means);
    const [first] = found.reports;
    if (replies.size > 0) await learnt(first?.crawlDelay ?? null, first?.decision.holdUntil);
    return found;
  });
}

interface Means {
  readonly get: RobotsGet;
  /** What was answered, by URL. */
  readonly replies: ReadonlyMap<string, Promise<RobotsReply>>;
  readonly log: Log;
}

async function answers(
  settings: Settings,
  { url, file, lint }: RobotsQuestion,
  dialects: readonly Dialect[],
  { get, replies, log }: Means,
): Promise<RobotsAnswers> {
  const reports: RobotsReport[] = [];
  for (const dialect of dialects) reports.push(await report(settings, dialect, url, file === undefined, get, log));
  if (!lint) return { reports };
  // The file to lint is needed even where robots.txt is switched off or the path is excluded.
  if (replies.size === 0)
    await createRobotsChecker({ get, dialect: settings.dialect, agent: settings.agent }).explain(url);
  const last = await [...replies.values()].at(-1);
  if (last !== undefined && (last.status < 200 || last.status > 299)) {
    throw new DocentError('DOC_FILE', `there is no robots.txt to lint: ${new URL(url).host} answered ${last.status}`);
  }
  return { reports, findings: lintRobots(last?.body ?? '', settings.dialect) };
}

async function report(
  settings: Settings,
  dialect: Dialect,
  url: string,
  live: boolean,
  get: RobotsGet,
  log: Log,
): Promise<RobotsReport> {
  const { options } = settings;
  const agent = agentOf(dialect, options);
  const checker = createRobotsChecker({
    get,
    agent,
    dialect,
    log,
    contact: options.contact,
    cacheHosts: options.robots_cache_hosts,
    logMatches: options.robots_log_matches,
    respectRobots: options.respect_robots,
    excludePaths: options.exclude_paths,
  });
  const decision = await checker.explain(url);
  const crawlDelay = checker.crawlDelay(url);
  const sitemaps = options.respect_robots ? await checker.sitemaps(url) : [];
  return {
    url: shownUrl(fetchUrl(new URL(url))),
    agent,
    decision: { ...shownData(decision), ...(!live && { source: null }) },
    crawlDelay,
    sitemaps: sitemaps.map(shownUrl),
  };
}

/** However many dialects read it, a file is requested once. */
function requestedOnce(get: RobotsGet, maxBytes: number, replies: Map<string, Promise<RobotsReply>>): RobotsGet {
  return (url, request) => {
    const known = replies.get(url);
    if (known !== undefined) return known;
    const reply = get(url, { ...request, maxBytes }) as Promise<RobotsReply>;
    replies.set(url, reply);
    return reply;
  };
}

/** As much of the file as would be read of a server's. Throws DOC_FILE. */
function fromFile(name: string, maxBytes: number, replies: Map<string, Promise<RobotsReply>>): RobotsGet {
  const path = name === '-' ? name : resolve(name);
  const reply = Promise.resolve({ status: 200, body: readBounded({ name, path, maxBytes, over: 'cut' }) });
  replies.set(name, reply);
  return () => reply;
}
