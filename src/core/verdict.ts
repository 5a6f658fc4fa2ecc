// A decision that names who took it, so that every refusal can be explained later.
import type { ReasonName } from './reasons.ts';

/** Whether one URL is accepted or refused; `by` is a stable, colon-separated name such as `robots:rfc9309:line-2` or `trap:cycle`. */
export type Verdict = Accepted | Refused;

export interface Accepted {
  readonly ok: true;
  readonly by: ReasonName;
  readonly detail?: string;
}

export interface Refused {
  readonly ok: false;
  readonly by: ReasonName;
  /** What was decided on: the rule, the pattern, the value. Fit to be printed. */
  readonly detail: string;
}

/** Accepts, naming the rule that decided. */
export function accept(by: ReasonName, detail?: string): Accepted {
  return detail === undefined ? { ok: true, by } : { ok: true, by, detail };
}

/** Refuses, naming the rule and what it matched. */
export function refuse(by: ReasonName, detail: string): Refused {
  return { ok: false, by, detail };
}
