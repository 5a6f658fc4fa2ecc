// Changes of a policy by forms: in force when the next page is shown; refused where it was changed meanwhile.
import type { PolicyChange } from '../../app/providers/policy-changes.ts';
import type { Means } from '../http/means.ts';
import { noSource } from '../http/operations/providers.ts';
import { problemsOf } from './policy-form.tsx';

type Policy = Readonly<Record<string, unknown>>;

const MEANWHILE =
  'It was changed meanwhile, in the file or by somebody else: open this page again, and make your change to what it is now.';

/** Changes fields of a policy; null brings one back to its default. Returns what is wrong with them: nothing where they are saved. */
export function saveFields(means: Means, id: string, fields: Policy, tag: string): Promise<readonly string[]> {
  return saved(id, () => means.policies.patch(id, fields, [tag]));
}

/** Makes a change, and takes it over. Returns what is wrong. Throws not_found, and what is no mistake in the form. */
export async function saved(id: string, change: () => Promise<PolicyChange>): Promise<readonly string[]> {
  try {
    const { kind } = await change();
    if (kind === 'missing') throw noSource(id);
    if (kind === 'changed') return [MEANWHILE];
    if (kind === 'preset') return ['It ships with docent and is not in the configuration; it can be disabled.'];
    return [];
  } catch (error) {
    return problemsOf(error);
  }
}
