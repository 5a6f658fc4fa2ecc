// The version of extraction and chunking together.

/** Rises when the same bytes begin to make other blocks or chunks: what an older version made is made anew. */
export const extractorVersion = 6;
