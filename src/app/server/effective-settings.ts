// The configuration in effect, as rows for people and programs: each option with its value and where that was written.
import { hideSecrets } from '../../core/log.ts';
import { type Field, takes } from '../../core/options/field.ts';
import { type OptionName, optionTable } from '../../core/options/table.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Settings } from '../../settings.ts';
import { fixedOptions } from './settings-changes.ts';

export type SettingValue = string | number | boolean | readonly string[] | null;

export interface SettingRow {
  readonly name: OptionName;
  /** `***` for a secret that is set; null for what is not set and has no default. */
  readonly value: SettingValue;
  /** Where it was written, in words: `docent.yml, line 4`; `default` where nobody wrote it, or what it follows from. */
  readonly origin: string;
  /** Whether somebody wrote it. */
  readonly isSet: boolean;
  readonly default: SettingValue;
  /** What it may be, in words. */
  readonly takes: string;
  readonly doc: string;
  readonly secret: boolean;
  /** Whether a change of it in the file takes effect only at the next start of a process that stays. */
  readonly atNextStart: boolean;
}

/** Every option, in the order of docs/options.md. No secret is in it. */
export function effectiveSettings(settings: Settings): readonly SettingRow[] {
  const derived = derivedValues(settings);
  return optionTable.map((row) => {
    const field: Field = row;
    const { name, doc } = row;
    const written = settings.origins[name];
    const follows = written === undefined ? derived[name] : undefined;
    return {
      name,
      value: shown(field, follows?.value ?? settings.options[name]),
      origin: written ?? follows?.origin ?? 'default',
      isSet: written !== undefined,
      default: shown(field, field.default),
      takes: takes(field),
      doc,
      secret: field.secret === true,
      atNextStart: fixedOptions.has(name),
    };
  });
}

interface Derived {
  readonly value: SettingValue;
  readonly origin: string;
}

/** What is in effect for options that nobody set and that have no default of their own. */
function derivedValues({ dialect, agent, timeZone }: Settings): Readonly<Partial<Record<OptionName, Derived>>> {
  const { name, ttl, redirects, timeouts } = dialect;
  const byDialect = (value: SettingValue): Derived => ({ value, origin: `the dialect ${name}` });
  return {
    robots_dialect: { value: name, origin: 'default' },
    user_agent: byDialect(agent),
    robots_ttl_seconds: byDialect(ttl.goodSec),
    robots_fail_ttl_seconds: byDialect(ttl.failedSec),
    robots_max_redirects: byDialect(redirects.max),
    robots_timeout_ms: byDialect(timeouts.readMs),
    time_zone: { value: timeZone, origin: 'this machine' },
  };
}

function shown(field: Field, value: SettingValue | undefined): SettingValue {
  if (value === undefined) return null;
  if (field.secret) return '***';
  if (typeof value === 'string') return field.kind === 'url' ? shownUrl(value) : hideSecrets(value);
  return Array.isArray(value) ? value.map(hideSecrets) : value;
}
