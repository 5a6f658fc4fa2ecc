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
  type RobotsChecker,
  type RobotsGet,
  type RobotsReply,
} from '../../robots.ts';
import { agentOf, applyOptions, type Settings } from '../../settings.ts';
import { resolveTargets, type Target } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { lookAtRobots, type RobotsLook } from './look.ts';

export interface RobotsQuestion {
  readonly url: string;
  /** More URLs, of the same site where its robots.txt is requested. */
  readonly more?: readonly string[] | undefined;
  /** A local file to read instead of a request to the host. */
  readonly file?: string | undefined;
  /** The text of a robots.txt, instead of a request to the host. */
  readonly text?: string | undefined;
  /** Whose rules are looked up. Default: docent's own, which also is the agent that requests the file. */
  readonly agent?: string | undefined;
  /** The name of the dialect to answer in. Default: the one in force. */
  readonly dialect?: string | undefined;
  readonly allDialects?: boolean | undefined;
  readonly lint?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
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
  /** One per URL and requested dialect. */
  readonly reports: readonly RobotsReport[];
  /** Only when linting was requested. */
  readonly findings?: readonly LintFinding[];
}

/**
 * Explains what robots.txt decides about URLs, in one dialect or in all of them; the file is requested once, in its turn, whatever their
 * number. Throws DOC_URL for a text that is no URL, DOC_DIALECT for an unknown dialect, DOC_USAGE for URLs of several sites.
 */
export async function askRobots(place: Place, question: RobotsQuestion, log: Log): Promise<RobotsAnswers> {
  const { settings } = place;
  const { url, more = [], file, text } = question;
  const dialect = dialectNamed(settings, question.dialect);
  const dialects = question.allDialects
    ? [...settings.dialects.values()].map((one) => applyOptions(one, settings.options))
    : [dialect];
  const largest = Math.max(...dialects.map((one) => one.limits.maxBytes)) + 1;
  const replies = new Map<string, Promise<RobotsReply>>();
  if (file !== undefined || text !== undefined) {
    const body = file === undefined ? Buffer.from(text ?? '').subarray(0, largest) : fileBytes(file, largest);
    const reply = Promise.resolve({ status: 200, body });
    replies.set('', reply);
    return answers(settings, question, { dialect, dialects }, { get: () => reply, replies, log });
  }
  const parsed = [url, ...more].map(checkedUrl);
  const [{ origin }] = parsed as [URL];
  const other = parsed.find((one) => one.origin !== origin);
  if (other !== undefined)
    throw new DocentError('DOC_USAGE', `${origin} and ${other.origin} have a robots.txt each: look at one at a time`);
  const [target] = resolveTargets([`${origin}/`], settings) as [Target];
  const ask = async ({ get, learnt }: RobotsLook): Promise<RobotsAnswers> => {
    const own = question.agent === undefined ? get : asOurselves(get, settings.agent);
    const means = { get: requestedOnce(own, largest, replies), replies, log };
    const found = await answers(settings, question, { dialect, dialects }, means);
    if (replies.size === 0) return found;
    // Whoever's rules are looked up, the next request is our own.
    const ours = checkerIn(settings, dialect, undefined, means.get, log);
    const { holdUntil } = await ours.explain(url);
    await learnt(ours.crawlDelay(url), holdUntil);
    return found;
  };
  return lookAtRobots(place, log, target, ask, question.signal);
}

function dialectNamed({ dialect, dialects, options }: Settings, name: string | undefined): Dialect {
  if (name === undefined) return dialect;
  const known = dialects.get(name);
  if (known === undefined)
    throw new DocentError('DOC_DIALECT', `there is no dialect "${name}"; known are ${[...dialects.keys()].join(', ')}`);
  return applyOptions(known, options);
}

function checkedUrl(url: string): URL {
  const parsed = parseHttpUrl(url);
  if (parsed === undefined) throw new DocentError('DOC_URL', `"${shownUrl(url)}" is not an http(s) URL`);
  return parsed;
}

interface Means {
  readonly get: RobotsGet;
  /** What was answered, by URL. */
  readonly replies: ReadonlyMap<string, Promise<RobotsReply>>;
  readonly log: Log;
}

async function answers(
  settings: Settings,
  { url, more = [], agent, file, text, lint }: RobotsQuestion,
  { dialect, dialects }: { readonly dialect: Dialect; readonly dialects: readonly Dialect[] },
  { get, replies, log }: Means,
): Promise<RobotsAnswers> {
  const isLive = file === undefined && text === undefined;
  const reports: RobotsReport[] = [];
  for (const one of dialects) {
    const checker = checkerIn(settings, one, agent, get, log);
    for (const at of [url, ...more])
      reports.push(await report(at, checker, agent ?? agentOf(one, settings.options), isLive, settings));
  }
  if (!lint) return { reports };
  // The file to lint is needed even where robots.txt is switched off or the path is excluded.
  if (replies.size === 0) await createRobotsChecker({ get, dialect, agent: settings.agent }).explain(url);
  const last = await [...replies.values()].at(-1);
  if (last !== undefined && (last.status < 200 || last.status > 299)) {
    throw new DocentError('DOC_FILE', `there is no robots.txt to lint: ${new URL(url).host} answered ${last.status}`);
  }
  return { reports, findings: lintRobots(last?.body ?? '', dialect) };
}

function checkerIn(
  { options }: Settings,
  dialect: Dialect,
  agent: string | undefined,
  get: RobotsGet,
  log: Log,
): RobotsChecker {
  return createRobotsChecker({
    get,
    agent: agent ?? agentOf(dialect, options),
    dialect,
    log,
    contact: options.contact,
    cacheHosts: options.robots_cache_hosts,
    logMatches: options.robots_log_matches,
    respectRobots: options.respect_robots,
    excludePaths: options.exclude_paths,
  });
}

async function report(
  url: string,
  checker: RobotsChecker,
  agent: string,
  isLive: boolean,
  { options }: Settings,
): Promise<RobotsReport> {
  const decision = await checker.explain(url);
  const crawlDelay = checker.crawlDelay(url);
  const sitemaps = options.respect_robots ? await checker.sitemaps(url) : [];
  return {
    url: shownUrl(fetchUrl(new URL(url))),
    agent,
    decision: { ...shownData(decision), ...(!isLive && { source: null }) },
    crawlDelay,
    sitemaps: sitemaps.map(shownUrl),
  };
}

/** Whoever's rules are looked up, the request is our own. */
function asOurselves(get: RobotsGet, agent: string): RobotsGet {
  return (url, request) => get(url, { ...request, headers: { ...request.headers, 'user-agent': agent } });
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
function fileBytes(name: string, maxBytes: number): Uint8Array {
  return readBounded({ name, path: name === '-' ? name : resolve(name), maxBytes, over: 'cut' });
}
