// A3: a policy as text, and the line of what is wrong in it.
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../core/errors.ts';
import { policyAsYaml, readPolicyText } from './policy-text.ts';

const policy = {
  provider_id: 'a',
  seed_urls: ['https://a.example/'],
  allowed_path_patterns: ['/**'],
  tos: { verdict: 'unclear' },
};

function problems(text: string): readonly string[] {
  try {
    readPolicyText(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
  }
  return [];
}

describe('a policy as text', () => {
  it('is read as it was written', () => {
    expect(readPolicyText(policyAsYaml(policy))).toEqual(policy);
  });

  it('names the line of each problem', () => {
    const text = `${policyAsYaml(policy)}max_pages: 9000\nmax_deph: 2\n`;
    expect(problems(text)).toEqual([
      expect.stringMatching(/^max_pages is 9000 in the text, line 8: /),
      expect.stringMatching(/max_deph.*line 9/),
    ]);
    expect(problems('a: [')).toEqual([expect.stringContaining('line 1')]);
    expect(problems('- a')).toEqual(['the text must hold the fields of one policy, such as max_pages: 50']);
  });
});
