// M2: what is stored of a source beside its bounds, and the advice about it.
import type { Settings } from '../../settings.ts';
import { type BoundName, isWithin } from '../../watch/alerts/bounds.ts';
import { type Quality, qualityMeasures } from '../../watch/metrics/quality.ts';
import type { RunRecord } from '../../watch/port.ts';
import type { Advice } from '../../watch/report/advice.ts';
import { contentAdvice } from '../../watch/report/content-advice.ts';
import { boundsFor, hasJudgedContent, type SourceBounds } from './source-bounds.ts';

/** A value beside its bound. */
export interface Judgement {
  readonly bound: BoundName;
  readonly value: number;
  readonly limit: number;
  readonly isWithin: boolean;
  /** Out of its bound it raises an alert; otherwise it is advice. */
  readonly raises: boolean;
  /** The selector it is about. */
  readonly of?: string | undefined;
}

/** What is measured of the chunks of a source, beside its bounds. */
export function judgementsOf(quality: Quality, { bounds, raises }: SourceBounds): readonly Judgement[] {
  return qualityMeasures(quality).flatMap(({ bound, value, of }) =>
    value === undefined
      ? []
      : [
          {
            ...{ bound, value, limit: bounds[bound], isWithin: isWithin(bound, value, bounds) },
            ...{ raises: raises(bound), ...(of && { of }) },
          },
        ],
  );
}

/** M2: advice about what is stored of a source; `latest` is its last run. */
export function adviceOn(
  quality: Quality,
  { provider, id }: Pick<RunRecord, 'provider' | 'id'>,
  settings: Settings,
): readonly Advice[] {
  if (!hasJudgedContent(provider, settings)) return [];
  return contentAdvice(quality, { provider, run: id, ...boundsFor(provider, settings) });
}
