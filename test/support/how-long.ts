// How much of a long test is run: a part in `npm test`, all of it in `npm run test:long`.

/** Whether tests run in full. */
const isLong = process.env.DOCENT_TEST_LONG === '1';

/** A number of rounds, cases or kills: in `npm test` the first, in `npm run test:long` the second. */
export function inAll(short: number, long: number): number {
  return isLong ? long : short;
}

/** The runs of a property: in `npm test` a fifth of them. */
export function runs(all: number): number {
  return inAll(Math.ceil(all / 5), all);
}
