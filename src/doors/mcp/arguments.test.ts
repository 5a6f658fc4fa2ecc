// A5: what a call is checked for, and that its messages name what to write instead.
import { describe, expect, it } from 'vitest';
import { argumentSchema } from './arguments.ts';

const schema = argumentSchema({
  question: { kind: 'text', max: 20, required: true, doc: 'What' },
  max_tokens: { kind: 'integer', min: 200, max: 20_000, doc: 'How much' },
})['~standard'];

async function problems(value: unknown): Promise<string> {
  const result = await schema.validate(value);
  return (result.issues ?? []).map(({ message }) => message).join('; ');
}

describe('A5: arguments of tools', () => {
  it('A5: what is right is passed on, numbers written as texts included', async () => {
    expect(await schema.validate({ question: 'x', max_tokens: '500' })).toEqual({
      value: { question: 'x', max_tokens: 500 },
    });
    expect(await schema.validate({ question: 'x', max_tokens: null })).toEqual({ value: { question: 'x' } });
  });

  it('A5, FAULTS 69: of thousands of unknown names ten are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`name${n}`, n]));
    expect((await schema.validate(many)).issues).toHaveLength(10);
  });

  it.each([
    [{}, 'question is missing'],
    [{ question: '' }, 'question is missing'],
    [undefined, 'question is missing'],
    ['text', 'the arguments must be an object'],
    [[], 'the arguments must be an object'],
    [{ question: 5 }, 'question must be a text'],
    [{ question: 'x'.repeat(21) }, 'question has 21 characters; at most 20 are read'],
    [{ question: 'x', max_tokens: 5 }, 'max_tokens is 5: it must be a whole number from 200 to 20000'],
    [{ question: 'x', max_tokens: 'many' }, 'max_tokens is "many": it must be a whole number from 200 to 20000'],
    [{ question: 'x', max_tokens: 300.5 }, 'max_tokens is 300.5: it must be a whole number from 200 to 20000'],
    [{ question: 'x', max_token: 300 }, '"max_token" is not an argument of this tool; did you mean "max_tokens"?'],
    [{ question: 'x', __proto__x: 1 }, '"__proto__x" is not an argument of this tool; it takes question, max_tokens'],
    [{ question: 'x', constructor: 1 }, '"constructor" is not an argument of this tool; it takes question, max_tokens'],
  ])('A5: %j is refused: %s', async (value, message) => {
    expect(await problems(value)).toBe(message);
  });

  it('A5: the schema a client reads has the same bounds', () => {
    expect(schema.jsonSchema.input({ target: 'draft-2020-12' })).toEqual({
      type: 'object',
      properties: {
        question: { type: 'string', description: 'What' },
        max_tokens: { type: 'integer', minimum: 200, maximum: 20_000, description: 'How much' },
      },
      required: ['question'],
      additionalProperties: false,
    });
  });
});
