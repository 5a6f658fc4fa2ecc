// How much of a page is read at most; apart from the reader, so that code that reports the limits need not load it.

/** Elements and texts of a page, UTF-16 code units of one text, and different targets of its links. */
export const pageCaps = Object.freeze({ nodes: 300_000, text: 1_048_576, linkTargets: 10_000 });
