// What a crawl would refuse of a policy that can be read: found when it is saved or taken over, not when it would run.
import { ConfigError } from '../../core/errors.ts';
import type { Origin } from '../../core/options/field.ts';
import { compileSelector } from '../../extract/html/content-selector.ts';
import type { Provider } from '../../seed/provider.ts';
import { isOwnOrLoopback } from '../../seed/terms.ts';

/** One line for each field that a crawl would refuse; none where it would begin. `where` names the place of a field. */
export function policyProblems(
  provider: Provider,
  where: (at: readonly (string | number)[]) => Origin,
): readonly string[] {
  const { custom_selectors: selectors, retain, tos } = provider;
  const problems: string[] = [];
  const check = (selector: string, at: readonly [string, string, number?]): void => {
    try {
      compileSelector(selector, `${at[0]}.${at[1]}`);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const place = where(at.filter((part) => part !== undefined));
      problems.push(...error.problems.map((problem) => `${problem}, in ${place}`));
    }
  };
  if (selectors.content !== undefined) check(selectors.content, ['custom_selectors', 'content']);
  for (const [index, selector] of selectors.remove.entries()) check(selector, ['custom_selectors', 'remove', index]);
  if (retain === 'full' && tos.verdict !== 'allowed' && !isOwnOrLoopback(provider))
    problems.push(
      `retain is "full" in ${where(['retain'])}: it must be preview unless tos.verdict is allowed or own_site is true`,
    );
  return problems;
}
