// Weak signs that a text speaks to an assistant: what each weighs, and how much of them near each other is enough, as data.
import type { WordClass } from './words.ts';

/** One sign: classes near each other, as in a rule. It counts for its group, of which only the heaviest sign counts. */
export interface WeakSign {
  readonly group: SignGroup;
  readonly weight: number;
  readonly within: number;
  readonly steps: readonly (readonly WordClass[])[];
  readonly inOrder: boolean;
}

/** The subjects of signs. */
export type SignGroup =
  | 'machine'
  | 'own'
  | 'user'
  | 'frame'
  | 'role'
  | 'cancel'
  | 'secrecy'
  | 'told'
  | 'label'
  | 'deceit'
  | 'duty'
  | 'say'
  | 'unlimited'
  | 'deed'
  | 'tool'
  | 'new'
  | 'authority';

/** Groups of which documentation for people has little: some of the weight has to be theirs. */
export const tellingGroups: readonly SignGroup[] = Object.freeze([
  'machine',
  'own',
  'user',
  'frame',
  'role',
  'cancel',
  'secrecy',
  'unlimited',
  'authority',
  'told',
  'label',
  'tool',
  'deceit',
]);
/** The signs are at most this many words apart. */
export const signReach = 20;
/** This weight is enough, with this much of it from the telling groups. */
export const enoughWeight = 4;
export const enoughTelling = 2;

type Steps = readonly (WordClass | readonly WordClass[])[];

function sign(
  group: SignGroup,
  weight: number,
  steps: Steps,
  within = 1,
  kind: 'ordered' | 'any' = 'ordered',
): WeakSign {
  return {
    ...{ group, weight, within, inOrder: kind === 'ordered' },
    steps: steps.map((step) => (typeof step === 'string' ? [step] : step)),
  };
}

/** All signs. */
export const signs: readonly WeakSign[] = Object.freeze([
  sign('machine', 3.5, ['called']),
  sign('machine', 2.5, ['machine']),
  sign('machine', 0.75, ['machineMaybe']),
  sign('machine', 4, [['machine', 'machineMaybe'], 'readingThis', 'thisText'], 3),
  sign('machine', 2, ['machineMaybe', 'mustWord'], 2),
  sign('own', 3.25, ['yourWord', 'ownHard'], 2),
  sign('own', 1.75, ['yourWord', 'ownSoft'], 2),
  sign('own', 3, ['soFar']),
  sign('own', 1, [['talkNoun', 'sysNoun']]),
  sign('say', 1.25, ['eachWord', 'replyNoun'], 2),
  sign('user', 0.75, ['theUser']),
  sign('user', 2, ['persuade', 'theUser'], 3),
  sign('user', 2.75, ['usersThing']),
  sign('duty', 0.25, ['mustWord']),
  sign('duty', 1, ['youMust']),
  sign('told', 3.75, ['youOrdered']),
  sign('say', 2, ['sayFalse']),
  sign('say', 1, ['sayWord']),
  sign('secrecy', 3.5, ['secretlyHard']),
  sign('secrecy', 1, ['secretlyMaybe']),
  sign('secrecy', 1.5, ['notWord', 'tellingWord'], 3),
  sign('cancel', 2, ['cancelWord', 'orderNoun'], 8, 'any'),
  sign('cancel', 3.75, ['cancelWord', 'orderNoun', 'earlierWord'], 9, 'any'),
  sign('cancel', 2, ['cancelWord', 'orderMaybe', 'earlierWord'], 7, 'any'),
  sign('cancel', 3.75, [['cancelWord', 'cancelVerb'], 'sysNoun'], 8, 'any'),
  sign('cancel', 2, ['cancelVerb', 'orderNoun'], 5),
  sign('cancel', 1, ['cancelVerb', 'orderMaybe'], 4),
  sign('cancel', 3, ['cancelVerb', 'orderNoun', 'earlierWord'], 8, 'any'),
  sign('cancel', 2, ['cancelVerb', 'orderMaybe', 'earlierWord'], 8, 'any'),
  sign('role', 2, ['actAs']),
  sign('role', 1, ['modeWord']),
  sign('role', 3.5, ['actAs', ['modeWord', 'personWord']], 4),
  sign('role', 4, ['start', 'actAs', ['modeWord', 'personWord']], 4),
  sign('role', 3, ['behaveWord', ['machine', 'machineMaybe']], 4),
  sign('deceit', 4, ['start', 'deceiveHard'], 2),
  sign('deceit', 2.75, ['start', 'deceiveMaybe']),
  sign('secrecy', 3, ['start', 'quietlyWord']),
  sign('secrecy', 1.5, ['leaveWord', 'outWord'], 6),
  sign('role', 2, ['machine', 'modeWord'], 2),
  sign('label', 1.5, ['label']),
  sign('unlimited', 2, ['unlimited']),
  sign('unlimited', 1, ['unaskedMaybe']),
  sign('deed', 0.25, [['carryWord', 'deed']]),
  sign('deed', 1.5, ['carryWord', 'secretThing'], 8, 'any'),
  sign('deed', 3.5, ['encodeHard', 'secretThing', ['channel', 'url']], 10, 'any'),
  sign('deed', 3, ['carryWord', 'secretThing', ['channel', 'url']], 14, 'any'),
  sign('tool', 1, ['toolWord']),
  sign('tool', 2.5, ['useWord', 'toolKind', 'toolWord'], 3),
  sign('tool', 3, ['yourWord', 'toolKind', 'toolWord'], 2),
  sign('frame', 3, ['whenWord', 'askedWord'], 2),
  sign('frame', 2, ['whenWord', 'theUser', 'asksWord'], 3),
  sign('frame', 2.5, ['whenWord', 'youWord', 'assistVerb'], 3),
  sign('frame', 1.5, ['whenWord', 'assistVerb'], 1),
  sign('frame', 1, ['whenWord', 'youWord', 'assistMaybe'], 3),
  sign('frame', 1, ['whenWord', 'assistMaybe'], 1),
  sign('frame', 2, ['codeYou']),
  sign('frame', 2, ['whenWord', 'discussedWord'], 6),
  sign('deed', 1.5, ['offVerb', 'safetyThing'], 4),
  sign('new', 1, ['fromNow']),
  sign('authority', 1, ['bossHard']),
  sign('authority', 2, [['bossHard', 'bossWord'], 'orderVerb'], 3),
]);
