// The URL of a file in a folder, and the way back: the folder's own place is part of neither.

/** The URL of the file at this path below the folder of a provider. */
export function fileUrl(provider: string, segments: readonly string[]): string {
  return `folder://${provider}/${segments.map(escaped).join('/')}`;
}

/** The URL of the folder itself. */
export function folderUrl(provider: string): string {
  return `folder://${provider}/`;
}

/**
 * The names on the way from the folder to what a URL names, the last one empty where it ends with a slash; undefined for a URL that
 * names no place in the folder. No name leads up, or is two.
 */
export function segmentsOf(url: string): readonly string[] | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return undefined;
  const names = parsed.pathname.slice(1).split('/');
  try {
    const decoded = names.map(decodeURIComponent);
    const isPlace = decoded.every(
      (name, at) => !/[/\0]/.test(name) && name !== '.' && name !== '..' && (name !== '' || at === names.length - 1),
    );
    return isPlace ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** As a link would write it, as far as that is readable; what has a meaning in a URL is escaped. */
function escaped(name: string): string {
  return encodeURI(name.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}
