// A number and the noun that goes with it.

/** `1 page`, `2 pages`, `0 pages`, `1,234 entries`: the noun for one, and for several where it is not that with an s. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : several}`;
}

/** `1,234`. */
export function grouped(n: number): string {
  // Without Intl, which takes 10 MB.
  return String(n).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}
