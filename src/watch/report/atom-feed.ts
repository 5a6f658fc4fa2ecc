// M3: changes as an Atom 1.0 feed (RFC 4287): one entry for each run that changed something.

import { hash } from 'node:crypto';
import { counted } from '../../core/counted.ts';
import type { PageChangeKind } from '../../core/page-change.ts';
import { sectionName } from '../../core/sections.ts';
import { type ChangeReport, hasChanges, type PageChange } from './change-report.ts';
import { linkTarget, oneLine } from './link-text.ts';

export interface FeedOptions {
  readonly title: string;
  /** The id of the data folder, which identifies the feed and its entries for ever. */
  readonly id: string;
  /** Where the feed can be fetched, if anywhere. */
  readonly selfUrl?: string | undefined;
  /** The time of a feed without entries. */
  readonly now: number;
  /** At most this many runs, the newest: 100. */
  readonly mostEntries?: number | undefined;
}

/** The feed, newest entry first. Well-formed for any report: what XML cannot hold is left out, and the rest is escaped. */
export function atomFeed(reports: readonly ChangeReport[], options: FeedOptions): string {
  const { title, id, selfUrl, now, mostEntries = 100 } = options;
  const changed = reports
    .filter(hasChanges)
    .sort((one, other) => other.endedAt - one.endedAt || (one.run < other.run ? -1 : 1));
  const entries = changed.slice(0, mostEntries);
  const self = selfUrl === undefined ? undefined : linkTarget(selfUrl);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escapeXml(oneLine(title))}</title>`,
    `  <id>${uuidOf(id)}</id>`,
    `  <updated>${timeOf(entries[0]?.endedAt ?? now)}</updated>`,
    '  <author><name>docent</name></author>',
    ...(self === undefined ? [] : [`  <link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`]),
    ...entries.flatMap((report) => entryLines(report, id)),
    '</feed>',
    '',
  ].join('\n');
}

function entryLines(report: ChangeReport, feedId: string): readonly string[] {
  const { counts } = report;
  const summary = `${counts.new} new, ${counts.updated} updated, ${counts.deleted} deleted of ${counted(counts.total, 'page')}`;
  return [
    '  <entry>',
    `    <title>${escapeXml(`${oneLine(report.name)}: ${summary}`)}</title>`,
    `    <id>${uuidOf(JSON.stringify([feedId, report.provider, report.run]))}</id>`,
    `    <updated>${timeOf(report.endedAt)}</updated>`,
    `    <category term="${escapeXml(oneLine(report.provider))}"/>`,
    // The text of the element is HTML: its content is escaped as HTML, and all of it as XML.
    `    <content type="html">${escapeXml(contentOf(report))}</content>`,
    '  </entry>',
  ];
}

const MOST_PAGES = 100;
const MOST_SECTIONS = 20;
const kinds = ['new', 'updated', 'deleted'] as const satisfies readonly PageChangeKind[];

function contentOf({ pages }: ChangeReport): string {
  return kinds
    .map((kind) => {
      const some = pages.filter((page) => page.kind === kind);
      if (some.length === 0) return '';
      const more = some.length > MOST_PAGES ? `<li>and ${some.length - MOST_PAGES} more</li>` : '';
      return `<p>${kind}</p><ul>${some.slice(0, MOST_PAGES).map(pageItem).join('')}${more}</ul>`;
    })
    .join('');
}

function pageItem({ url, title, sections = [] }: PageChange): string {
  const target = linkTarget(url);
  const name = escapeXml(oneLine(title === undefined || title === '' ? url : title));
  const link = target === undefined ? name : `<a href="${escapeXml(target)}">${name}</a>`;
  const items = sections.slice(0, MOST_SECTIONS).map((section) => {
    const before = section.before === undefined ? '' : `, before: ${escapeXml(oneLine(sectionName(section.before)))}`;
    return `<li>${section.kind}: ${escapeXml(oneLine(sectionName(section.headings)))}${before}</li>`;
  });
  const more =
    sections.length > MOST_SECTIONS ? [`<li>and ${counted(sections.length - MOST_SECTIONS, 'more section')}</li>`] : [];
  return `<li>${link}${items.length === 0 ? '' : `<ul>${[...items, ...more].join('')}</ul>`}</li>`;
}

function timeOf(at: number): string {
  return new Date(Number.isFinite(at) ? at : 0).toISOString();
}

/** A version 8 UUID that follows from the text alone. */
function uuidOf(text: string): string {
  const digits = hash('sha256', `docent feed ${text}`, 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  return `urn:uuid:${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

const entities: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/** Text for XML and HTML alike; what XML 1.0 cannot hold is left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (char) => entities[char] ?? '');
}
