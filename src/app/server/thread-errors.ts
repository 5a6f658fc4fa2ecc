// Errors on their way out of a thread: plain data there, the same kind of error again here.
import { ConfigError, DocentError, type ErrorCode } from '../../core/errors.ts';

/** An error as data. */
export interface ErrorData {
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  /** Of a ConfigError. */
  readonly problems?: readonly string[] | undefined;
}

/** The error as data that another thread can be sent. */
export function errorData(error: unknown): ErrorData {
  const code = error instanceof DocentError ? error.code : undefined;
  const problems = error instanceof ConfigError ? error.problems : undefined;
  return { code, message: error instanceof Error ? error.message : String(error), problems };
}

/** The error that was sent: a ConfigError or DocentError where it was one. */
export function errorFrom({ code, message, problems }: ErrorData): Error {
  if (problems !== undefined) return new ConfigError(problems);
  return code === undefined ? new Error(message) : new DocentError(code, message);
}
