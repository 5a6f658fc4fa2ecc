// A number and the noun that goes with it.

/** `1 page`, `2 pages`, `0 pages`, `1,234 entries`: the noun for one, and for several where it is not that with an s. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : several}`;
}
