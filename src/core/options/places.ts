// What the options `data` and `store` mean together: this machine's own folder, and where pages are kept.
import type { StoreAddress } from '../store-address.ts';
import type { ResolvedOptions } from './resolve.ts';

export interface Places {
  /** This machine's own folder, as it was written. */
  readonly data: string;
  readonly store: StoreAddress;
}

/** One letter before the colon is a drive: `C:\docs` is a folder. */
const SCHEME = /^([a-z][a-z0-9+.-]+):\/\//i;
const POSTGRES = /^postgres(?:ql)?(?::|$)/i;

/**
 * `store: sqlite` means the folder of `data`; a path means that folder, which is then this machine's own as well. Problems are pushed, one
 * line each, which never hold an address that may have a password in it. `absolute` makes a path absolute.
 */
export function readPlaces(
  { options, origins }: Pick<ResolvedOptions, 'options' | 'origins'>,
  absolute: (path: string) => string,
  problems: string[],
): Places {
  const { data, store } = options;
  const inFolder = (folder: string): Places => ({
    data: folder,
    store: { kind: 'sqlite', folder: absolute(folder) },
  });
  const scheme = SCHEME.exec(data)?.[1];
  if (scheme !== undefined)
    problems.push(`data is a ${scheme}:// address in ${origins.data}: it must be a folder of this machine`);
  if (/^sqlite$/i.test(store)) return inFolder(data);
  const problem = problemOf(store);
  if (problem !== undefined) problems.push(`${problem.what} in ${origins.store}: ${problem.why}`);
  else if (origins.data === undefined) return inFolder(store);
  else if (scheme === undefined && absolute(data) !== absolute(store))
    problems.push(
      `data is "${data}" in ${origins.data} and store is "${store}" in ${origins.store}: they must be the same folder; write one of them`,
    );
  return inFolder(data);
}

/** Why a store is none that this version opens; undefined for a folder. */
function problemOf(store: string): { readonly what: string; readonly why: string } | undefined {
  if (POSTGRES.test(store))
    return {
      what: 'store names a PostgreSQL database',
      why: 'this version keeps pages in a folder; write its path, or sqlite for the folder of data',
    };
  const scheme = SCHEME.exec(store)?.[1];
  if (scheme !== undefined)
    return {
      what: `store is a ${scheme}:// address`,
      why: 'it must be the path of a folder, or sqlite for the folder of data',
    };
  if (/^memory$/i.test(store))
    return {
      what: `store is "${store}"`,
      why: 'pages are kept in a folder; a program that wants nothing kept passes a temporary folder as data (a folder of this name is ./memory)',
    };
  return undefined;
}
