// How much an answer may hold (A5).

/** What an answer may take, in tokens of o200k. */
export const tokenBudget = Object.freeze({ least: 200, most: 20_000, usual: 6_000 });
