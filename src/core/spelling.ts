// U13: a refusal or a failure belongs to the spelling it met, not to the key; which reasons those are, and how many are tried.

/** Spellings of one key that are tried or kept in a generation, the first of them included. */
export const mostSpellings = 3;

/** How a spelling stands: waiting for its turn, or as it ended. */
export interface SpellingRecord {
  readonly url: string;
  readonly state: string;
  readonly by: string;
  readonly detail: string;
}

/** Refusals at the door: the same URL, linked otherwise, may be welcome. */
const atTheDoor: readonly string[] = Object.freeze(['dynamic', 'excludePaths', 'scope', 'trap', 'link']);

/** Reasons that a request, or robots.txt before it, brought; another spelling may be answered otherwise. */
const ofTheAnswer: ReadonlySet<string> = new Set([
  ...[
    'http:404',
    'http:410',
    'content:soft-error',
    'redirect:loop',
    'redirect:scope',
    'redirect:trap',
    'redirect:query',
  ],
  ...['DOC_CONNECT', 'DOC_DNS', 'DOC_TLS', 'DOC_ADDRESS', 'DOC_TIMEOUT', 'DOC_PROTOCOL'],
]);

/** About the key, whatever its spelling: so many URLs like it were met. */
const ofTheKey: ReadonlySet<string> = new Set(['trap:template']);

/** Whether a URL was refused before it was ever requested, for a reason that another link to it may not have. */
export function isRefusedAtTheDoor(by: string): boolean {
  return !ofTheKey.has(by) && atTheDoor.some((room) => by === room || by.startsWith(`${room}:`));
}

/** Whether a reason leaves the key open for another spelling. */
export function isOfSpelling(by: string): boolean {
  return isRefusedAtTheDoor(by) || ofTheAnswer.has(by) || isRobotsRule(by);
}

/** A rule of robots.txt, or a robots.txt that cannot be read; what a page says about itself is not one. */
function isRobotsRule(by: string): boolean {
  return /^robots:[^:]+:/.test(by);
}

/** Whether a reason is that of a server that says there is no such page. */
export function isGone(by: string): boolean {
  return by === 'http:404' || by === 'http:410';
}

/** Whether an offered URL is another spelling than the one a key has, or the same that is judged otherwise now. */
export function isOtherSpelling(row: { readonly url: string; readonly by: string }, url: string): boolean {
  return row.url !== url || isRefusedAtTheDoor(row.by);
}
