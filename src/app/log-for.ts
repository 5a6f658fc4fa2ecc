// The log of a process, by its settings.
import type { Log } from '../core/log.ts';
import { createLog, type LogOptions } from '../core/log-writer.ts';
import type { Settings } from '../settings.ts';

/** The log that the settings configure, with their warnings in it; M4: that of a service is at INFO where they do not name a level. */
export function logFor(
  { options, origins, warnings = [] }: Settings,
  out: LogOptions['out'],
  { service = false }: { readonly service?: boolean } = {},
): Log {
  const level = service && origins.log_level === undefined ? 'info' : options.log_level;
  const log = createLog({ level, format: options.log_format, out });
  for (const warning of warnings) log.warn({}, warning);
  return log;
}

/**
 * The settings of a log that shares its terminal with what a command prints for people, which has every incident in words: errors alone.
 * An operator who names a level or a format gets that log.
 */
export function besideOutput(settings: Settings): Settings {
  if (isAskedFor(settings)) return settings;
  return { ...settings, options: { ...settings.options, log_level: 'error' } };
}

/** Whether the operator has named how to log. */
export function isAskedFor({ origins }: Settings): boolean {
  return origins.log_level !== undefined || origins.log_format !== undefined;
}
