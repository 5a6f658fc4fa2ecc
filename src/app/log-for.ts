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
