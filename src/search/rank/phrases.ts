// Whether a chunk holds a phrase word for word, seen in its forward index.
import { forwardFields, termHash } from '../index/forward.ts';
import { ForwardView } from '../index/forward-view.ts';
import { isFrequent } from './words.ts';

interface Placed {
  readonly term: string;
  readonly position: number;
}

const BODY = forwardFields.indexOf('body');

/** Whether every required phrase is in some field, and no excluded one. */
export function holdsPhrases(
  forward: Uint8Array,
  required: readonly (readonly Placed[])[],
  excluded: readonly (readonly Placed[])[],
): boolean {
  return (
    required.every((phrase) => holds(forward, phrase)) &&
    // Single words are excluded by the engine.
    !excluded.some((phrase) => phrase.length > 1 && holds(forward, phrase))
  );
}

const view = new ForwardView();

function holds(forward: Uint8Array, phrase: readonly Placed[]): boolean {
  if (phrase.length === 0) return true;
  view.read(
    forward,
    phrase.map(({ term }) => termHash(term)),
  );
  return forwardFields.some((_, field) => view.isHit[field] === 1 && holdsIn(field, phrase));
}

/** The text's index leaves frequent words out: there they are taken on trust, as long as another word is left. */
function holdsIn(field: number, phrase: readonly Placed[]): boolean {
  const checked = phrase
    .map((_, nth) => nth)
    .filter((nth) => field !== BODY || !isFrequent((phrase[nth] as Placed).term));
  const first = checked[0];
  if (first === undefined) return false;
  const start = (phrase[first] as Placed).position;
  const at = field * view.termCount + first;
  for (let hit = view.from[at] as number; hit < (view.to[at] as number); hit++) {
    const shift = (view.places[hit] as number) - start;
    if (checked.every((nth) => isAt(field, nth, (phrase[nth] as Placed).position + shift))) return true;
  }
  return false;
}

function isAt(field: number, nth: number, place: number): boolean {
  const at = field * view.termCount + nth;
  for (let hit = view.from[at] as number; hit < (view.to[at] as number); hit++)
    if (view.places[hit] === place) return true;
  return false;
}
