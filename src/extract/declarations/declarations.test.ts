// Declaration files as pages: made-up ones, those of our own dependencies, and hostile ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { root } from '../../../test/support/repository.ts';
import { declarationsPage } from './markdown.ts';
import { scanDeclarations } from './scan.ts';

describe('documented declarations', () => {
  it('E7: are found with their names, signatures and comments; private and undocumented ones are not', () => {
    const text = `
/** Not about anything. */

/** Opens a client. */
export declare function open(url: string, options?: { readonly retries: number; }): Promise<Client>;
export declare function undocumented(): void;
/** A client; not a "}" of a string. */
export declare class Client<T extends { a: 1 } = { a: 1 }> extends Base<T> {
    /** How long it waits. */
    timeout?: number;
    private secret: string;
    /** Hidden.
     * @internal */
    hidden(): void;
    /**
     * Sends { things }.
     * @param body - What is sent.
     */
    send(body: string | "}", done: () => void): void;
}
declare namespace Client {
  /** Options of it. */
  export interface Options { /** In ms. */ wait: number, /** Name. */ name: string }
}
/** The kinds. */
export type Kind = { a: string; } | 'b';
`;
    expect(scanDeclarations(text).map(({ name, signature }) => `${name} | ${signature}`)).toEqual([
      'open | export declare function open(url: string, options?: { readonly retries: number; }): Promise<Client>',
      'Client | export declare class Client<T extends { a: 1 } = { a: 1 }> extends Base<T>',
      'Client.timeout | timeout?: number',
      'Client.send | send(body: string | "}", done: () => void): void',
      'Client.Options | export interface Options',
      'Client.Options.wait | wait: number',
      'Client.Options.name | name: string',
      "Kind | export type Kind = { a: string; } | 'b'",
    ]);
  });

  it('E7: members of types that are written in place carry the names around them', () => {
    const text = `
export interface Options {
  /** How it is cut. */
  cut?: { /** In cm. */ length: number; deep: { /** Below it. */ part: string } } | false
  plain: { a: string }
}
/** A shape. */
export type Shape = { /** Its edges. */ edges: number, /** Its name. */ name: string } & { /** More. */ more: 1 };
`;
    expect(scanDeclarations(text).map(({ name, depth }) => `${depth} ${name}`)).toEqual([
      '1 Options.cut',
      '2 Options.cut.length',
      '3 Options.cut.deep.part',
      '0 Shape',
      '1 Shape.edges',
      '1 Shape.name',
      '1 Shape.more',
    ]);
  });

  it('E7: no comment of pino’s declarations is lost', () => {
    const text = readFileSync(join(root, 'node_modules', 'pino', 'pino.d.ts'), 'utf8');
    expect(scanDeclarations(text)).toHaveLength(text.split('/**').length - 1);
  });

  it('E7: tags become lists and code', () => {
    const page = declarationsPage(
      'x',
      '/**\n * Adds, see {@link sum the sum}.\n * @param a - The first.\n * @returns Both.\n * @deprecated Use sum.\n * @example\n * add(1)\n */\nexport function add(a: number): number;\n',
    );
    expect(page).toBe(
      '# x\n\n## add\n\n```ts\nexport function add(a: number): number\n```\n\nAdds, see the sum.\n\n- `a` The first.\n- returns Both.\n\nDeprecated. Use sum.\n\nExample:\n\n```ts\nadd(1)\n```\n',
    );
  });

  it('E7: a file that documents nothing is no page', () => {
    expect(declarationsPage('x', 'export declare const a: number;\n// a\n/* b */\n')).toBeUndefined();
  });

  it.each([
    ['commander', 'typings/index.d.ts', 'Command.requiredOption', /required/i],
    ['commander', 'typings/index.d.ts', 'Option.env', /environment variable/i],
    ['undici', 'types/client.d.ts', 'Client.Options.keepAliveTimeout', /keep-?alive|socket/i],
    ['pino', 'pino.d.ts', 'pino.LoggerOptions.redact', /redact/i],
    ['croner', 'dist/croner.d.ts', 'Cron.nextRun', /next/i],
  ])('E7: %s, in %s, documents %s', (name, file, member, said) => {
    const found = scanDeclarations(readFileSync(join(root, 'node_modules', name, file), 'utf8'));
    expect(found.find((one) => one.name === member)?.doc ?? found.map((one) => one.name).join(' ')).toMatch(said);
  });

  it('E7: no text makes it throw', () => {
    const piece = fc.constantFrom(
      '/**',
      '*/',
      '{',
      '}',
      '(',
      ')',
      '<',
      '>',
      '"',
      '`',
      '\\',
      ';',
      ',',
      'class A',
      'x',
      '\n',
      '//',
      '@param',
      '=>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (all) => void declarationsPage('x', all.join(' '))),
      { numRuns: 300 },
    );
  });

  it.each([
    '/**',
    '/** a */',
    '{',
    '<',
    '(',
    '"',
    '`',
    'class A {',
    '/** a */ class A {',
    '/** a */ x;',
    ' ',
    '//\n',
    ',',
    '/** {@link ',
    'a: { /** b */ ',
    'a: { /** b */ c } ',
  ])('E7: %j again and again takes no longer than its length', (piece) => {
    declarationsPage('x', endless(piece));
  });
});
