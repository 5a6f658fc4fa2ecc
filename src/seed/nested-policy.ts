// Two ways to write a field of a section, `tos: { verdict: allowed }` and `tos.verdict: allowed`, become one before anything looks at it.
import { ConfigError } from '../core/errors.ts';
import type { Origin } from '../core/options/field.ts';
import { isMapping } from '../core/options/resolve.ts';
import { providerFields } from './provider-fields.ts';

type RawPolicy = Readonly<Record<string, unknown>>;

/** The names of what holds fields: `tos`, `api`. */
export const policySections: ReadonlySet<string> = new Set(providerFields.flatMap(({ name }) => sectionOf(name) ?? []));

/** The section that a dotted name leads into; undefined for a name without one. */
function sectionOf(name: string): string | undefined {
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : name.slice(0, dot);
}

/** The policy with its dotted names inside their sections. Throws a ConfigError for a field that is written both ways. */
export function nestedPolicy(raw: RawPolicy, where: (at: readonly string[]) => Origin): RawPolicy {
  const dotted = Object.entries(raw).filter(([name]) => policySections.has(sectionOf(name) ?? ''));
  if (dotted.length === 0) return raw;
  // A map, and no object: a field that is called __proto__ stays a field.
  const policy = new Map(Object.entries(raw));
  const problems: string[] = [];
  for (const [name, value] of dotted) {
    const section = sectionOf(name) as string;
    const inner = name.slice(section.length + 1);
    const beside = policy.has(section) ? policy.get(section) : {};
    policy.delete(name);
    if (isMapping(beside) && !Object.hasOwn(beside, inner))
      policy.set(section, Object.fromEntries([...Object.entries(beside), [inner, value]]));
    else problems.push(`${name} in ${where([name])} is written beside ${section}: write it in one of the two places`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(policy);
}
