// M2: what could be better in the chunks of a source, for those that set no bounds of content: advice, and no alert.
import { excessesIn, excessText, remedyOf } from '../alerts/alerts.ts';
import type { AlertBounds, BoundName } from '../alerts/bounds.ts';
import { type CauseName, causesOf } from '../alerts/causes.ts';
import { type Quality, qualityMeasures } from '../metrics/quality.ts';
import type { Advice } from './advice.ts';

/** Fewer pages than this are chance. */
export const LEAST_PAGES = 5;

/** The setting that each cause is about. */
const settings: Readonly<Partial<Record<CauseName, string>>> = Object.freeze({
  selector: 'custom_selectors.content',
  repeated: 'query',
});

/** A line for each cause behind what is out of its bound and raises no alert. */
export function contentAdvice(
  quality: Quality,
  {
    provider,
    run,
    bounds,
    raises,
  }: {
    readonly provider: string;
    readonly run: number;
    readonly bounds: AlertBounds;
    readonly raises: (bound: BoundName) => boolean;
  },
): readonly Advice[] {
  if (quality.pages < LEAST_PAGES) return [];
  const excesses = excessesIn(qualityMeasures(quality), bounds).filter(({ bound }) => !raises(bound));
  // The report of the run itself has the pages on which the selector missed.
  const found = causesOf(excesses).filter(({ excesses: all }) => all.some(({ bound }) => bound !== 'selector_hits'));
  return found.map((caused) => {
    const { cause, command } = remedyOf(caused, { provider, run });
    const text = `${caused.excesses.map(excessText).join('; ')}. ${cause}. Look closer: ${command}`;
    return { code: `content-${caused.cause}`, setting: settings[caused.cause] ?? 'custom_selectors.content', text };
  });
}
