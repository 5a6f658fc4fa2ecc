// The body of a request, read within a bound.
import { counted } from '../../core/counted.ts';
import { readText } from '../body-text.ts';
import { HttpProblem } from './problem.ts';

/** Larger than any body the API takes. */
export const MOST_BODY = 1 << 20;

/** The body as text. Throws too_large, having read no more than the bound, and cut_off. */
export async function boundedText(request: Request, most = MOST_BODY): Promise<string> {
  const text = await readText(request, most);
  if (typeof text === 'string') return text;
  const detail =
    text.not === 'too_large'
      ? `a body has at most ${counted(most, 'byte')}`
      : 'the client left before its body was here';
  throw new HttpProblem(text.not, detail);
}

/** More than any policy has fields, and than a list of seeds that is sent: what is checked on the event loop takes milliseconds. */
const MOST = Object.freeze({ fields: 200, entries: 2_000, depth: 20 });

/** The body as JSON data. Throws not_json, bad_json, too_large and cut_off. */
export async function jsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new HttpProblem(
      'not_json',
      type === '' ? 'the body has no Content-Type' : `the body is ${type.slice(0, 80)}`,
    );
  const text = await boundedText(request);
  const data = parsed(text);
  refuseLarge(data);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpProblem('bad_json', (error as Error).message);
  }
}

/** Throws too_large. By levels, since recursion would end at a body that is deep enough. */
function refuseLarge(data: unknown): void {
  const objectsIn = (values: readonly unknown[]): readonly object[] =>
    values.filter((one) => typeof one === 'object' && one !== null);
  let level = objectsIn([data]);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MOST.depth) throw new HttpProblem('too_large', `a body has at most ${MOST.depth} levels`);
    const inner: unknown[] = [];
    for (const one of level) {
      const values: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
      if (Array.isArray(one) && values.length > MOST.entries)
        throw new HttpProblem('too_large', `a list in a body has at most ${counted(MOST.entries, 'entry', 'entries')}`);
      if (!Array.isArray(one) && values.length > MOST.fields)
        throw new HttpProblem('too_large', `an object in a body has at most ${MOST.fields} fields`);
      for (const value of values) inner.push(value);
    }
    level = objectsIn(inner);
  }
}
