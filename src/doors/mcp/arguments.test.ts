// A5: what a call is checked for, and that its messages name what to write instead.
import { describe, expect, it } from 'vitest';
import { argumentSchema } from './arguments.ts';

const schema = argumentSchema({
  query: { kind: 'text', max: 20, required: true, also: 'question', doc: 'What' },
  max_tokens: { kind: 'integer', min: 200, max: 20_000, doc: 'How much' },
})['~standard'];

async function problems(value: unknown): Promise<string> {
  const result = await schema.validate(value);
  return (result.issues ?? []).map(({ message }) => message).join('; ');
}

describe('A5: arguments of tools', () => {
  it('A5: what is right is passed on, numbers written as texts included', async () => {
    expect(await schema.validate({ query: 'x', max_tokens: '500' })).toEqual({
      value: { query: 'x', max_tokens: 500 },
    });
    expect(await schema.validate({ query: 'x', max_tokens: null })).toEqual({ value: { query: 'x' } });
  });

  it('A5: query may be called question, and is checked as query', async () => {
    expect(await schema.validate({ question: 'x', max_tokens: 300 })).toEqual({
      value: { query: 'x', max_tokens: 300 },
    });
    expect(await schema.validate({ question: 'x', query: '' })).toEqual({ value: { query: 'x' } });
    expect(await problems({ question: 5 })).toBe('query must be a text');
    expect(await problems({ question: '' })).toBe('query is missing');
    expect(await schema.validate({ query: 'x', question: null })).toEqual({ value: { query: 'x' } });
    expect(await problems({ question: 'x', query: 'y' })).toMatch(/^"question" is not an argument/);
  });

  it('A5, FAULTS 69: of thousands of unknown names ten are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`name${n}`, n]));
    expect((await schema.validate(many)).issues).toHaveLength(10);
  });

  it.each([
    [{}, 'query is missing'],
    [{ query: '' }, 'query is missing'],
    [undefined, 'query is missing'],
    ['text', 'the arguments must be an object'],
    [[], 'the arguments must be an object'],
    [{ query: 5 }, 'query must be a text'],
    [{ query: 'x'.repeat(21) }, 'query has 21 characters; at most 20 are read'],
    [{ query: 'x', max_tokens: 5 }, 'max_tokens is 5: it must be a whole number from 200 to 20000'],
    [{ query: 'x', max_tokens: 'many' }, 'max_tokens is "many": it must be a whole number from 200 to 20000'],
    [{ query: 'x', max_tokens: 300.5 }, 'max_tokens is 300.5: it must be a whole number from 200 to 20000'],
    [{ query: 'x', max_token: 300 }, '"max_token" is not an argument of this tool; did you mean "max_tokens"?'],
    [{ query: 'x', __proto__x: 1 }, '"__proto__x" is not an argument of this tool; it takes query, max_tokens'],
    [{ query: 'x', constructor: 1 }, '"constructor" is not an argument of this tool; it takes query, max_tokens'],
  ])('A5: %j is refused: %s', async (value, message) => {
    expect(await problems(value)).toBe(message);
  });

  it('A5: the schema a client reads has the same bounds', () => {
    expect(schema.jsonSchema.input({ target: 'draft-2020-12' })).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What' },
        max_tokens: { type: 'integer', minimum: 200, maximum: 20_000, description: 'How much' },
      },
      required: ['query'],
      additionalProperties: false,
    });
  });
});
