// The addresses of the lists of a source's stored pages.

/** A list of stored pages, below the base: by how they were read. */
export function pagesPath(provider: string, query: Readonly<Record<string, string>>): string {
  return `/quality/${encodeURIComponent(provider)}/pages?${new URLSearchParams(query)}`;
}

/** The list of a source's stored pages, below the base; its column Chunks adds up to all of them. */
export function storedPath(provider: string): string {
  return pagesPath(provider, { part: 'all' });
}
