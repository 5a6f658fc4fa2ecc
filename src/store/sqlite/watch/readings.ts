// How stored pages were read, counted and listed.
import type { StatementSync } from 'node:sqlite';
import { type PageReading, type ReadingsPart, type RuleReadings, readingLimits } from '../../../watch/port-readings.ts';
import type { Row } from '../frontier/statements.ts';

const OF = 'provider = (SELECT id FROM providers WHERE slug = :provider)';
/** Of pages without a rule nothing is kept, so nothing of them is lost. */
const LOSSES = `(facts ->> 'rule' NOT IN ('', 'links-only') AND facts ->> 'fidelity' < ${readingLimits.fidelity})`;
const SHORT = `(words BETWEEN 1 AND ${readingLimits.shortWords - 1})`;
const conditions = {
  all: 'TRUE',
  empty: 'words = 0',
  short: SHORT,
  losses: LOSSES,
  rule: "facts ->> 'rule' = :rule",
} as const;

/** Prepares a statement, or returns it where it was prepared before. */
type Prepare = (text: string) => StatementSync;

/** The pages of a provider by rule, the most frequent first. */
export function countReadings(prepare: Prepare, provider: string): readonly RuleReadings[] {
  const rows = prepare(
    `SELECT facts ->> 'rule' AS rule, count(*) AS pages, sum(words = 0) AS empty, sum(${SHORT}) AS short, sum(${LOSSES}) AS losses,
      avg(facts ->> 'fidelity') AS fidelity FROM pages WHERE ${OF} GROUP BY 1 ORDER BY pages DESC, rule`,
  ).all({ provider });
  return rows.map((row) => ({
    rule: String(row.rule),
    ...{ pages: Number(row.pages), empty: Number(row.empty), short: Number(row.short), losses: Number(row.losses) },
    fidelity: Number(row.fidelity),
  }));
}

/** A part of the pages of a provider, in the order of their numbers. */
export function listReadings(
  prepare: Prepare,
  provider: string,
  part: ReadingsPart,
  { limit, after = 0 }: { readonly limit: number; readonly after?: number | undefined },
): readonly PageReading[] {
  const rows = prepare(
    `SELECT g.url AS page, u.url, g.title, g.words, g.facts ->> 'rule' AS rule, g.facts ->> 'fidelity' AS fidelity,
      g.fetched_at, g.verified_at, (SELECT count(*) FROM chunks WHERE page = g.url) AS chunks
      FROM pages g JOIN urls u ON u.id = g.url
      WHERE g.url IN (SELECT url FROM pages NOT INDEXED WHERE ${OF} AND url > :after AND ${conditions[part.kind]} ORDER BY url LIMIT :limit)
      ORDER BY g.url`,
  ).all({ provider, limit, after, ...(part.kind === 'rule' && { rule: part.rule }) });
  return rows.map((row: Row) => ({
    ...{ page: Number(row.page), url: String(row.url), title: String(row.title), rule: String(row.rule) },
    ...{ words: Number(row.words), fidelity: Number(row.fidelity), chunks: Number(row.chunks) },
    ...{ fetchedAt: Number(row.fetched_at), verifiedAt: Number(row.verified_at) },
  }));
}
