// The flags of `docent providers add`: one for each field of a policy.
import { type Command, Option } from 'commander';
import type { FieldTexts } from '../../../app/providers/edit.ts';
import { providerFields } from '../../../seed/provider-fields.ts';
import { collect } from '../options.ts';

/** Flag and field; a flag with a value for a list may be repeated. */
const policyFlags = Object.freeze({
  '--name <text>': 'name',
  '--category <text>': 'category',
  '--alias <name>': 'aliases',
  '--library <name>': 'library',
  '--note <text>': 'note',
  '--seed <url>': 'seed_urls',
  '--allow <pattern>': 'allowed_path_patterns',
  '--block <pattern>': 'blocked_path_patterns',
  '--exclude <path>': 'exclude_paths',
  '--max-pages <n>': 'max_pages',
  '--max-depth <n>': 'max_depth',
  '--delay <ms>': 'request_delay_ms',
  '--own-site': 'own_site',
  '--headers-from-env <header=VARIABLE>': 'headers_from_env',
  '--dialect <name>': 'robots_dialect',
  '--query <kind>': 'query',
  '--keep-param <name>': 'keep_query_params',
  '--allow-dynamic': 'allow_dynamic',
  '--selector <css>': 'custom_selectors.content',
  '--remove <css>': 'custom_selectors.remove',
  '--sitemap <url>': 'sitemap_url',
  '--spa <how>': 'spa_rendering',
  '--readability': 'readability',
  '--no-learn-chrome': 'learn_chrome',
  '--keep-links': 'keep_links',
  '--retain <how>': 'retain',
  '--forbidden <how>': 'forbidden',
  '--image-label <word>': 'image_label',
  '--channel <how>': 'channel',
  '--context7-ask': 'context7.ask',
  '--context7-library <id>': 'context7.library',
  '--context7-topic <question>': 'context7.topics',
  '--context7-max-age <days>': 'context7.max_age_days',
  '--tos-url <url>': 'tos.url',
  '--tos-verdict <verdict>': 'tos.verdict',
  '--tos-checked-by <name>': 'tos.checked_by',
  '--tos-checked-at <date>': 'tos.checked_at',
} as const satisfies Readonly<Record<string, (typeof providerFields)[number]['name']>>);

/** Adds the flags. */
export function withPolicyFlags(command: Command): Command {
  for (const [flag, name] of Object.entries(policyFlags)) {
    const field = providerFields.find((each) => each.name === name);
    const option = new Option(flag, field?.doc);
    command.addOption(field?.kind === 'list' ? option.argParser(collect) : option);
  }
  return command;
}

/** The values that were passed, by field. */
export function policyFrom(flags: Readonly<Record<string, unknown>>): FieldTexts {
  const values: Record<string, string | readonly string[]> = {};
  for (const [flag, name] of Object.entries(policyFlags)) {
    const value = flags[new Option(flag).attributeName()];
    // Commander sets true for a "--no-" flag that was not passed.
    if (value === true && flag.startsWith('--no-')) continue;
    if (Array.isArray(value)) values[name] = value as readonly string[];
    else if (value !== undefined) values[name] = String(value);
  }
  return values;
}
