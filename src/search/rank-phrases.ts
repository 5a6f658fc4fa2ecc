// Whether a chunk holds a phrase word for word, seen in its forward index.
import { type FieldView, forwardFields, termHash, viewForward } from './forward.ts';
import { isFrequent } from './rank-words.ts';

interface Placed {
  readonly term: string;
  readonly position: number;
}

const BODY = forwardFields.indexOf('body');

/** Whether every phrase of the one list is in some field, and none of the other. */
export function holdsPhrases(
  forward: Uint8Array,
  wanted: readonly (readonly Placed[])[],
  unwanted: readonly (readonly Placed[])[],
): boolean {
  return (
    wanted.every((phrase) => holds(forward, phrase)) &&
    // Words for themselves are the engine's business.
    !unwanted.some((phrase) => phrase.length > 1 && holds(forward, phrase))
  );
}

function holds(forward: Uint8Array, phrase: readonly Placed[]): boolean {
  const fields = viewForward(
    forward,
    phrase.map(({ term }) => termHash(term)),
  );
  return fields.some((field, nth) => holdsIn(field, phrase, nth === BODY));
}

/** The text's index leaves frequent words out: there they are taken on trust, as long as another word is left. */
function holdsIn({ places, isHit }: FieldView, phrase: readonly Placed[], isText: boolean): boolean {
  if (!isHit) return phrase.length === 0;
  const checked = phrase.map((_, nth) => nth).filter((nth) => !isText || !isFrequent((phrase[nth] as Placed).term));
  const first = checked[0];
  if (first === undefined) return false;
  const start = (phrase[first] as Placed).position;
  return (places[first] ?? []).some((place) =>
    checked.every((nth) => places[nth]?.includes(place + (phrase[nth] as Placed).position - start) ?? false),
  );
}
