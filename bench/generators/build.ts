// Builds the kit with each generator.
import type { Truth } from './truth.ts';

export interface Generator {
  readonly name: string;
  readonly truth: Truth;
}

export const generators: readonly Generator[] = [];

export function built(generator: Generator): string {
  throw new Error(generator.name);
}
