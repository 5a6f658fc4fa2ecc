// What a log is to the rooms, and how secrets are kept out of one.
import { hideParameters } from './url/secret-parameters.ts';

/** The log interface of the rooms; a pino logger fits. The event's name comes last. */
export interface Log {
  debug(fields: object, event: string): void;
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
  /** Written whatever the level; a log without it writes such events at INFO. */
  always?(fields: object, event: string): void;
}

/** Logs an event that no level leaves out, as far as the log can promise that. */
export function logAlways(log: Log, fields: object, event: string): void {
  if (log.always === undefined) log.info(fields, event);
  else log.always(fields, event);
}

const nothing = (): void => {};

/** A log that writes nothing: the default of every library function. */
export const silentLog: Log = Object.freeze({ debug: nothing, info: nothing, warn: nothing, error: nothing });

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

const SECRET_NAMES = 'token|access_token|api_?key|key|sig|signature|secret|password|passwd|auth';

/** Where secrets occur in a line, and what replaces them. */
const secrets: readonly (readonly [RegExp, string])[] = Object.freeze([
  // A password of a database holds whatever its operator wrote, also a slash.
  [/\b((?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?)(?:\+\w{1,9})?:\/\/)[^\s"\\]{1,256}@/gi, '$1***@'],
  // Not led by the scheme's letters: looking for them at every word is quadratic in a line from outside.
  [/(:\/\/)[^\s/?#"\\]*@/g, '$1***@'],
  [/("(?:proxy-)?authorization"\s*:\s*")(?:[^"\\]|\\.)*/gi, '$1***'],
  [/(\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{6,}/gi, '$1***'],
  // A token of the server, of which the id is no secret.
  [/\b(dct_[0-9a-f]{8}_)[A-Za-z0-9_-]+/g, '$1***'],
  [/(hooks\.slack\.com\/)[^\s"\\]*/gi, '$1***'],
  [new RegExp(`("(?:${SECRET_NAMES}|webhook(?:_url)?)"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi'), '$1***'],
]);

/** The text with user:pass@, token=…, Authorization, tokens of the server and webhook addresses hidden. */
export function hideSecrets(text: string): string {
  return secrets.reduce((hidden, [pattern, replacement]) => hidden.replace(pattern, replacement), hideParameters(text));
}
