// M1, M3: alerts and change reports as Block Kit messages within Slack's limits; nothing crawled is markup in them.
import { counted } from '../../core/counted.ts';
import { durationText, millisecondsText, percentText } from '../../core/figures.ts';
import type { Alert, EndedAlert } from '../alerts/alerts.ts';
import { boundsOf, excessText } from '../alerts/alerts.ts';
import { apartTexts, type ChangeReport, type PageChange } from './change-report.ts';
import { linkTarget, oneLine } from './link-text.ts';

export type SlackBlock =
  | {
      readonly type: 'header';
      readonly text: { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
    }
  | { readonly type: 'section'; readonly text: SlackText }
  | { readonly type: 'context'; readonly elements: readonly SlackText[] }
  | { readonly type: 'divider' };

interface SlackText {
  readonly type: 'mrkdwn';
  readonly text: string;
  /** Names and addresses in it are not made into links and mentions. */
  readonly verbatim: true;
}

/** The body of a webhook call. */
export interface SlackMessage {
  /** The text for notifications and screen readers. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}

/** The limits beyond which Slack refuses a message. */
export const slackLimits = Object.freeze({ blocks: 50, text: 3_000, header: 150 });

export interface AlertsToSend {
  readonly raised: readonly Alert[];
  readonly ended: readonly Pick<EndedAlert, 'alert' | 'text'>[];
}

/** The message about alerts that began and ended; undefined when there are none. */
export function slackAlerts({ raised, ended }: AlertsToSend): SlackMessage | undefined {
  if (raised.length + ended.length === 0) return undefined;
  const providers = [...new Set([...raised, ...ended.map(({ alert }) => alert)].map(({ provider }) => provider))];
  const title = `docent: ${[
    ...(raised.length > 0 ? [counted(raised.length, 'alert')] : []),
    ...(ended.length > 0 ? [`${ended.length} over`] : []),
  ].join(', ')} for ${providers.join(', ')}`;
  return message(title, [
    ...raised.map((alert) => section(alertText(alert))),
    ...ended.map(({ text }) => section(`:white_check_mark: ${escaped(text, 1_000)}`)),
  ]);
}

/** The message about a run: its figures, the first of its pages, and advice. */
export function slackReport(report: ChangeReport): SlackMessage {
  const { counts } = report;
  const apart = apartTexts(report);
  const figures = [
    `*${counts.new}* new, *${counts.updated}* updated, *${counts.deleted}* deleted of *${counts.total}* pages`,
    `Change rate ${percentText(report.changeRate)}, success rate ${percentText(report.successRate)}, average response ${millisecondsText(report.averageMs)}, ${durationText(report.durationMs)}`,
    ...(apart.length > 0 ? [apart.join('; ')] : []),
  ];
  const shown = report.pages.slice(0, MOST_PAGES).map(pageLine);
  const more = report.pages.length - shown.length;
  const advice = report.advice.map(({ setting, text }) => `\`${escaped(setting, 100)}\` ${escaped(text, 400)}`);
  return message(`docent: ${report.name} crawled`, [
    section(figures.join('\n')),
    ...packed([...shown, ...(more > 0 ? [`and ${more} more`] : [])]).map(section),
    ...packed(advice).map((text): SlackBlock => ({ type: 'context', elements: [mrkdwn(text)] })),
  ]);
}

const MOST_PAGES = 40;

function alertText(alert: Alert): string {
  const passed = boundsOf(alert).map(excessText).join('; ');
  return [
    `:warning: *${escaped(`${alert.provider}: ${alert.cause}`, 700)}*`,
    `Measured: ${escaped(passed, 1_500)}`,
    `Look closer: \`${escaped(alert.command, 300)}\``,
  ].join('\n');
}

function pageLine({ kind, url, title, sections = [] }: PageChange): string {
  const target = linkTarget(url);
  const name = escaped(oneLine(title === undefined || title === '' ? url : title, 120), 300);
  const count = sections.length === 0 ? '' : `, ${counted(sections.length, 'section')}`;
  const linked = target === undefined || target.length > 500 ? name : `<${escaped(target, 1_000)}|${name}>`;
  return `${kind}: ${linked}${count}`;
}

function message(title: string, blocks: readonly SlackBlock[]): SlackMessage {
  const header = oneLine(title, slackLimits.header);
  const all: SlackBlock[] = [{ type: 'header', text: { type: 'plain_text', text: header, emoji: false } }, ...blocks];
  const left = all.length - slackLimits.blocks;
  // The last block counts those that did not fit.
  const shown = left > 0 ? [...all.slice(0, slackLimits.blocks - 1), section(`and ${left + 1} more`)] : all;
  return { text: escaped(title, slackLimits.header * 2), blocks: shown };
}

/** Lines in as few texts as hold them. */
function packed(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= slackLimits.text)
      texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

function section(text: string): SlackBlock {
  return { type: 'section', text: mrkdwn(text) };
}

function mrkdwn(text: string): SlackText {
  return { type: 'mrkdwn', text, verbatim: true };
}

const entities: Readonly<Record<string, string>> = Object.freeze({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });

/** Text in which Slack sees no mention, link or quotation, at most this long, and never cut inside an entity. */
function escaped(text: string, longest: number): string {
  let result = '';
  // A back-tick would end the code span around a command.
  for (const char of oneLine(text, longest).replace(/`/g, 'ˋ')) {
    const next = entities[char] ?? char;
    if (result.length + next.length > longest) break;
    result += next;
  }
  return result;
}
