// A policy as text: the YAML of one source, read with the line of everything that is wrong in it.
import { ConfigError } from '../../core/errors.ts';
import { loadYaml, parseConfigDocument } from '../../core/options/config-document.ts';
import { isMapping } from '../../core/options/resolve.ts';
import type { RawPolicy } from './config-file-providers.ts';
import { checked } from './edit.ts';

const NAME = 'the text';

/** The policy as YAML. */
export function policyAsYaml(policy: RawPolicy): string {
  return loadYaml().stringify(policy, { lineWidth: 0, flowCollectionPadding: false });
}

/** The policy that a text holds. Throws a ConfigError with every problem, each with its line. */
export function readPolicyText(text: string): RawPolicy {
  const { content, where } = parseConfigDocument(NAME, text);
  if (!isMapping(content)) throw new ConfigError([`${NAME} must hold the fields of one policy, such as max_pages: 50`]);
  checked(content, where);
  return content;
}
