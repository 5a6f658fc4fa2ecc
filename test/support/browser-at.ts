// What a run of the tests knows of its browser: set before the browser tests, read by them and by the summary.

/** Where the browser listens, or why there is none. */
export type BrowserAt = { readonly endpoint: string } | { readonly missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    /** Only in the project of the browser tests. */
    browser?: BrowserAt;
  }
}
