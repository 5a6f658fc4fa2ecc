// Proves which identifiers a chunk is found by.
import { expect, it } from 'vitest';
import { symbolsOf } from './symbols.ts';

const ofIds = (...ids: string[]): readonly string[] => symbolsOf({ ids, names: [] });
const ofNames = (...names: string[]): readonly string[] => symbolsOf({ ids: [], names });

it('C1: identifiers in code names are taken whole, dots and colons included', () => {
  expect(ofNames('json.dumps(obj, *, skipkeys=False)', 'std::vec::Vec', 'Map#get', '한글.이름')).toEqual([
    ...['json.dumps', 'obj', 'skipkeys', 'False', 'std::vec::Vec', 'Map#get', '한글.이름'],
  ]);
  expect(ofNames('--no-cache', '@app.route', '@scope/name', 'background-color')).toEqual([
    ...['--no-cache', '@app.route', '@scope/name', 'background-color'],
  ]);
});

it.each([
  ['a dotted name', 'json.dumps', ['json.dumps']],
  ['a word', 'print', ['print']],
  ['a word that ends in digits', 'sha256', ['sha256']],
  ['a method with its arguments', 'charAt(int)', ['charAt']],
  ['what Sphinx puts before a name', 'module-json', ['json']],
  ['what rustdoc puts before a name', 'method.push_str', ['push_str']],
  ['an environment variable', 'envvar-PYTHONPATH', ['PYTHONPATH']],
  ['a name with capitals and a hyphen', 'getElement-x', ['getElement-x']],
])('C1: an id that is %s is a symbol', (_, id, expected) => {
  expect(ofIds(id)).toEqual(expected);
});

it.each([
  ...['id1', 'index-3', 'section-2', 'section-2.1.3', 'fn:4', 'fnref1', 'L120', '12', '_toc-4', 'a3f09c12be'],
  ...['6f1b2c3d-0000-4000-8000-0123456789ab', 'see-also', 'basic-usage', '', '-', '여러 말', '%20', 'x'],
])('C1: the id %j is no symbol', (id) => {
  expect(ofIds(id)).toEqual([]);
});

it('C1: there are at most 200 symbols of at most 100 characters, each once', () => {
  const many = Array.from({ length: 500 }, (_, at) => `name_${at}`);
  expect(ofNames(...many, ...many)).toHaveLength(200);
  expect(ofNames('a'.repeat(101), 'a'.repeat(100), 'a'.repeat(100))).toEqual(['a'.repeat(100)]);
  expect(ofIds('b'.repeat(2_000_000), 'ok')).toEqual(['ok']);
  expect(ofNames(`${'a.'.repeat(500_000)}`, '-'.repeat(1_000_000))).toEqual([]);
});
