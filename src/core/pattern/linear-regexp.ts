// Regular expressions of operators, matched in linear time; what matches them is loaded by the first one: few configurations have any.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Whether an expression in RE2's syntax is found anywhere in a text. Throws where it is none, saying why. */
export function compileLinear(expression: string): (text: string) => boolean {
  const { RE2JS } = require('re2js') as typeof import('re2js');
  const compiled = RE2JS.compile(expression);
  return (text) => compiled.test(text);
}
