import { describe, expect, it } from 'vitest';
import { References } from './references.ts';
import { typeOf } from './schema-type.ts';

const words = (schema: unknown): string => typeOf(schema, new References({}));

describe('typeOf', () => {
  it.each([
    [{ type: 'string', nullable: true }, 'string or null'],
    [{ type: 'string', nullable: false }, 'string'],
    [{ type: 'string' }, 'string'],
    [{ type: 'string', nullable: 'true' }, 'string'],
    [{ type: 'array', items: { type: 'integer', nullable: true } }, 'array of integer or null'],
  ])('E7: %j is "%s"', (schema, type) => {
    expect(words(schema)).toBe(type);
  });
});
