// The policies of a file that is not the configuration: to be tried before anyone takes them over.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import type { Provider } from '../../seed/provider.ts';
import { loadSettings } from '../../settings.ts';

/** The providers in the file of that name; undefined when there is no such file. Throws a ConfigError with every problem found in it. */
export function policiesIn(path: string, cwd: string = process.cwd()): readonly Provider[] | undefined {
  if (!existsSync(resolve(cwd, path))) return undefined;
  const { providers } = loadSettings({ config: path, cwd, env: {} });
  if (providers.length === 0) throw new ConfigError([`${path} holds no provider`]);
  return providers;
}
