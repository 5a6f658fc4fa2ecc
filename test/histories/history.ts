// A history: a world, and the acts that take place in it, all drawn from one number.
import { createDice, type Dice } from '../fuzz/dice.ts';
import { type ActName, acts, Scene } from './acts.ts';
import type { Caller } from './caller.ts';
import { type World, worldOf } from './world.ts';

/** An act and the number of its dice: what it draws stays the same when others are left out. */
export interface Moment {
  readonly act: ActName;
  readonly nth: number;
}

export interface History {
  readonly seed: number;
  readonly world: World;
  readonly moments: readonly Moment[];
}

/** Sequences of acts, the usual ones more often; a name is a number of acts from the list below. */
const chapters = [
  ...(['crawl', 'crawl', 'crawl', 'crawl', 'crawl', 'crawl', 'turn', 'turn', 'turn', 'anew', 'spell'] as const),
  ...(['chrome', 'chrome', 'index', 'look', 'host', 'reopen'] as const),
];

const looks: readonly ActName[] = [
  ...(['nextDue', 'hosts', 'counts', 'stored', 'lastCrawl', 'seeds', 'linksOf', 'requestsSince'] as const),
  ...(['noteRequest', 'block', 'inbox', 'seed', 'respell', 'behindIndex', 'chrome', 'toCut'] as const),
];

/** The history of this number. */
export function historyOf(seed: number): History {
  const dice = createDice(seed, 0);
  const world = worldOf(dice);
  const names: ActName[] = ['begin', 'offer', 'offer'];
  for (const _ of world.providers.slice(1)) names.push('begin', 'offer');
  const length = 40 + dice.below(100);
  while (names.length < length) names.push(...chapterOf(dice));
  return { seed, world, moments: names.map((act, at) => ({ act, nth: at + 1 })) };
}

function chapterOf(dice: Dice): readonly ActName[] {
  const settles = Array<ActName>(2 + dice.below(6)).fill('settle');
  switch (dice.pick(chapters)) {
    case 'crawl':
      return [
        'lease',
        ...settles,
        ...some(dice, 'pass', 'release', 'offer'),
        ...(dice.chance(0.1) ? (['settleTwice'] as const) : []),
      ];
    case 'turn':
      return ['lease', ...settles, 'finish', 'beginAnew', ...some(dice, 'offer', 'hosts', 'seeds')];
    case 'anew':
      return ['beginAnew', 'lease', ...settles];
    case 'spell':
      return ['offer', 'offer', 'lease', ...settles, 'offer'];
    case 'chrome':
      return [...some(dice, 'keepChrome', 'pageEdges', 'toCut', 'askAgain'), 'cut', 'cut', 'joinTwins'];
    case 'index':
      return ['toIndex', 'putIndex', ...some(dice, 'behindIndex', 'refreshIndex', 'refreshIndex', 'cleanIndex')];
    case 'look':
      return [dice.pick(looks), dice.pick(looks), dice.pick(looks)];
    case 'host':
      return some(dice, 'hold', 'endWaiting', 'pass');
    default:
      return ['reopen'];
  }
}

function some(dice: Dice, ...names: readonly ActName[]): readonly ActName[] {
  return names.filter(() => dice.chance(0.4));
}

/** Plays a history; the caller records calls and answers. */
export async function play({ seed, world, moments }: History, caller: Caller): Promise<void> {
  const scene = new Scene(world);
  for (const { act, nth } of moments) await acts[act](caller, scene, createDice(seed, nth));
}
