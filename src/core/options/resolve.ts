// Joins defaults, file, environment and flags into one set of options; later wins over earlier.
import { suggest } from '../suggest.ts';
import type { ConfigDocument } from './config-document.ts';
import { type Field, fromText, type Origin, readField } from './field.ts';
import { type Alias, type Option, type OptionName, type Options, optionTable } from './table.ts';

export interface OptionSources {
  readonly document?: ConfigDocument | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flag values as text, by option name. */
  readonly flags: Readonly<Partial<Record<OptionName, string>>>;
}

export interface ResolvedOptions {
  readonly options: Options;
  /** Where each option that is not a default was written. */
  readonly origins: Readonly<Partial<Record<OptionName, Origin>>>;
  /** Which tradition's names were used, for the dialect they imply. */
  readonly used: { readonly crawlerKeys: boolean; readonly ragVariables: boolean };
}

/** Sections of the file that are not options themselves. */
export const configSections = ['crawler', 'providers', 'dialects', 'webhooks'] as const;

const rows: readonly Option[] = optionTable;

/** Reads every source; problems are pushed, one line each, and the value then counts as not set. */
export function resolveOptions(sources: OptionSources, problems: string[]): ResolvedOptions {
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const row of rows) if (row.default !== undefined) values[row.name] = row.default;
  const take = (row: Option, raw: unknown, origin: Origin, alias?: Alias): void => {
    const read = readField(inUnitsOf(row, alias), raw, origin, alias?.name ?? row.name);
    if (!read.ok) {
      if (!problems.includes(read.problem)) problems.push(read.problem);
      return;
    }
    values[row.name] = alias?.times === undefined ? read.value : (read.value as number) * alias.times;
    origins[row.name] = origin;
  };

  const crawlerKeys = takeFile(sources.document, take, problems);
  const ragVariables = takeEnvironment(sources.env, take);
  for (const row of rows) {
    const text = sources.flags[row.name as OptionName];
    if (text !== undefined) take(row, fromText(row, text), `the flag ${flagOf(row, text)}`);
  }
  return { options: values as unknown as Options, origins, used: { crawlerKeys, ragVariables } };
}

function flagOf({ name, flag, switches }: Option, text: string): string {
  return flag?.split(' ')[0] ?? switches?.find(({ value }) => value === text)?.flag ?? name;
}

type Take = (row: Option, raw: unknown, origin: Origin, alias?: Alias) => void;

function takeFile(document: ConfigDocument | undefined, take: Take, problems: string[]): boolean {
  if (document === undefined || !isMapping(document.content)) return false;
  const { content } = document;
  // A list written under two of its names is one list: a path that is excluded twice over must not open by that.
  const lists = new Map<Option, readonly unknown[]>();
  const whole = (row: Option, raw: unknown): unknown => {
    if (row.kind !== 'list' || !Array.isArray(raw)) return raw;
    const all = [...(lists.get(row) ?? []), ...raw];
    lists.set(row, all);
    return all;
  };
  for (const [key, raw] of Object.entries(content)) {
    const row = rows.find((candidate) => candidate.name === key);
    const other = row === undefined ? aliasIn('file', key) : undefined;
    if (row !== undefined) take(row, whole(row, raw), document.where([key]));
    else if (other !== undefined) take(other.row, whole(other.row, raw), document.where([key]), other.alias);
    else if (!(configSections as readonly string[]).includes(key)) {
      problems.push(
        unknownField(key, document.where([key]), [
          ...rows.map((known) => known.name),
          ...aliasesIn('file').map(({ alias }) => alias.name),
          ...configSections,
        ]),
      );
    }
  }
  const crawler = content.crawler;
  if (crawler === undefined || crawler === null) return false;
  if (!isMapping(crawler)) {
    problems.push(`crawler in ${document.where(['crawler'])} must hold settings such as respectRobots: true`);
    return false;
  }
  for (const [key, raw] of Object.entries(crawler)) {
    const found = aliasIn('crawler', key);
    if (found !== undefined) take(found.row, whole(found.row, raw), document.where(['crawler', key]), found.alias);
    else
      problems.push(
        unknownField(
          `crawler.${key}`,
          document.where(['crawler', key]),
          aliasesIn('crawler').map(({ alias }) => `crawler.${alias.name}`),
        ),
      );
  }
  return Object.keys(crawler).length > 0;
}

interface Aliased {
  readonly row: Option;
  readonly alias: Alias;
}

function aliasesIn(place: Alias['in']): readonly Aliased[] {
  return rows.flatMap((row) =>
    (row.aliases ?? []).filter((alias) => alias.in === place).map((alias) => ({ row, alias })),
  );
}

function aliasIn(place: Alias['in'], name: string): Aliased | undefined {
  return aliasesIn(place).find(({ alias }) => alias.name === name);
}

function takeEnvironment(env: OptionSources['env'], take: Take): boolean {
  let rag = false;
  for (const row of rows) {
    for (const alias of row.aliases ?? []) {
      const text = alias.in === 'environment' ? env[alias.name] : undefined;
      if (text === undefined || text === '') continue;
      rag = true;
      take(row, fromText(row, text), `the environment variable ${alias.name}`, alias);
    }
    // docent's own name is read last, so that it wins over a borrowed one.
    const text = env[row.env];
    if (text !== undefined && text !== '') take(row, fromText(row, text), `the environment variable ${row.env}`);
  }
  return rag;
}

/** The field as the alias counts it: minutes where the option counts seconds. */
export function inUnitsOf(row: Option, alias: Alias | undefined): Field {
  if (row.kind !== 'integer' || alias?.times === undefined) return row;
  return {
    ...row,
    min: Math.ceil(row.min / alias.times),
    max: Math.floor(row.max / alias.times),
    ...(alias.unit && { unit: alias.unit }),
  };
}

/** The message for an unknown field. */
export function unknownField(name: string, origin: Origin, known: readonly string[]): string {
  const suggestion = suggest(name, known);
  return `unknown field "${name}" in ${origin}${suggestion === undefined ? '; docs/options.md lists what there is' : `; did you mean "${suggestion}"?`}`;
}

/** A YAML or JSON mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
