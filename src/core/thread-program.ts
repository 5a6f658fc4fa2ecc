// Where a thread's program lies: beside the module that starts it, as TypeScript in the sources and as JavaScript once built.

/** The program of this name beside the module with this `import.meta.url`. */
export function threadProgram(name: string, moduleUrl: string): URL {
  return new URL(`${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
}
