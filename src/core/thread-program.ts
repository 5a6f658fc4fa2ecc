// Where a thread's program lies: beside the module that starts it, as TypeScript in the sources and as JavaScript once built.

/** The program of this name beside a module, whose `import.meta.url` is given. */
export function threadProgram(name: string, moduleUrl: string): URL {
  return new URL(`${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
}
