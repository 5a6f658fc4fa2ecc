// How an engine reads what it keeps of runs, changes and alerts as JSON.
import {
  decodeJson,
  type Is,
  isCounts,
  isListOf,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isString,
  isStrings,
} from '../core/decode.ts';
import type { SectionChange } from '../core/sections.ts';
import type { Alert } from './alerts/alerts.ts';
import type { Excess } from './alerts/causes.ts';
import type { RunRecord } from './port.ts';
import type { Amounts } from './report/estimate.ts';

/** Whether a value is the amounts of a plan. */
export const isAmounts: Is<Amounts> = isShape<Amounts>({ pages: isNumber, bytes: isNumber, seconds: isNumber });

const isSections = isListOf(
  isShape<SectionChange>({
    kind: isOneOf({ added: true, changed: true, removed: true, renamed: true }),
    headings: isStrings,
    anchor: isOptional(isString),
    before: isOptional(isStrings),
  }),
);

const excess = {
  // A bound of another version of docent is shown like any other.
  bound: isString as Is<Alert['bound']>,
  value: isNumber,
  limit: isNumber,
  of: isOptional(isString),
} as const;

const isAlert = isShape<Alert>({
  key: isString,
  provider: isString,
  ...excess,
  about: isOptional(isString as Is<NonNullable<Alert['about']>>),
  bounds: isOptional(isListOf(isShape<Excess>(excess))),
  since: isNumber,
  cause: isString,
  command: isString,
  text: isString,
});

/** The estimate before a run. Throws DamagedValue, as everything here. */
export function decodeEstimate(json: unknown): Amounts {
  return decodeJson(json, 'the estimate of a run', isAmounts);
}

/** How many URLs of a run ended for each reason. */
export function decodeReasons(json: unknown): RunRecord['reasons'] {
  return decodeJson(json, 'the reasons of a run', isCounts);
}

/** The sections of a page that changed. */
export function decodeSections(json: unknown): readonly SectionChange[] {
  return decodeJson(json, 'the changed sections of a page', isSections);
}

export function decodeAlert(json: unknown): Alert {
  return decodeJson(json, 'an alert', isAlert);
}
