// Which documentation a name refers to that a person or an assistant writes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { findLibrary, type LibraryEntry, type LibraryMatch, parseLibrary } from './library.ts';
import { compareVersions, parseVersion } from './version.ts';

/** An entry in a line: `id: name@version | alias | alias`; a host is what ends in a known domain. */
function entry(line: string): LibraryEntry {
  const [, provider = '', text = '', rest = ''] = /^(\S+): (\S+)(.*)$/.exec(line) ?? [];
  const others = rest.split('|').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  const isHost = (one: string): boolean => /\.(?:org|com|io)$/.test(one);
  return {
    provider,
    title: provider,
    library: parseLibrary(text) ?? expect.fail(`${text} is no library`),
    aliases: others.filter((one) => !isHost(one)),
    hosts: others.filter(isHost),
  };
}

const entries = [
  'python: python | docs.python.org',
  'python-311: python@3.11 | docs.python.org',
  'py39: python@3.9 | docs.python.org | 파이썬 3.9',
  'django-5: django@5.1.2',
  'django-4: django@v4.2',
  'django-6: django@6.0.0-rc.1',
  'next: next.js@15 | nextjs.org',
  'ubuntu-noble: ubuntu@noble',
  'ubuntu-22: ubuntu@22.04',
  'ubuntu-jammy: ubuntu@16-jammy',
  'stripe: stripe | docs.stripe.com',
  'toss-payments: toss-payments | 토스페이먼츠 | docs.tosspayments.com',
  'google-gemini: google-gemini | shared.com',
  'firebase-auth: firebase-auth | shared.com',
  'types-node: @types/node@20',
  'node-docs: node@22.4.1',
  'node-20: node@20.3',
  'dotnet: .net@8',
  'cpp: c++',
  'csharp: c#',
  'kr-a: widget@1 | widgets',
  'kr-b: widget@1 | widgets',
  'docs.example.com_guide: docs.example.com_guide | docs.example.com',
].map(entry);

/** The match in a line. */
function described(match: LibraryMatch): string {
  if (match.kind === 'found') return `${match.entry.provider} ${match.how}`;
  const several = match.kind === 'ambiguous' ? match.candidates : match.near;
  return [match.kind, ...several.map(({ provider }) => provider)].join(' ');
}

const find = (text: string, among = entries): string => described(findLibrary(among, text));

describe('findLibrary', () => {
  it.each([
    // Names, however they are written.
    ['stripe', 'stripe only'],
    ['  STRIPE ', 'stripe only'],
    ['Ｓｔｒｉｐｅ', 'stripe only'],
    ['Toss Payments', 'toss-payments only'],
    ['toss_payments', 'toss-payments only'],
    ['tosspayments', 'toss-payments only'],
    ['토스페이먼츠', 'toss-payments only'],
    ['토스페이먼츠'.normalize('NFD'), 'toss-payments only'],
    ['next.js', 'next only'],
    ['nextjs', 'next only'],
    ['Next', 'next only'],
    ['/vercel/next.js', 'next only'],
    ['/vercel/next.js/v15.0.0', 'next exact'],
    ['stripe.js', 'stripe only'],
    ['@types/node', 'types-node only'],
    ['@types/node@20', 'types-node exact'],
    ['.NET', 'dotnet only'],
    ['c++', 'cpp only'],
    ['C#', 'csharp only'],
    // Hosts count whole.
    ['docs.stripe.com', 'stripe only'],
    ['https://docs.stripe.com/api', 'stripe only'],
    ['www.docs.stripe.com', 'stripe only'],
    ['docs.example.com', 'docs.example.com_guide only'],
    ['docs.example.com_guide', 'docs.example.com_guide only'],
    ['example', 'none docs.example.com_guide'],
    ['shared.com', 'ambiguous google-gemini firebase-auth'],
    // No version requested.
    ['python', 'python latest'],
    ['docs.python.org', 'python latest'],
    ['python@latest', 'python latest'],
    ['django', 'django-5 latest'],
    ['ubuntu', 'ubuntu-22 latest'],
    ['py39', 'py39 exact'],
    ['파이썬 3.9', 'py39 exact'],
    ['widget', 'ambiguous kr-a kr-b'],
    ['widgets', 'ambiguous kr-a kr-b'],
    ['kr-b', 'kr-b exact'],
    // A version requested.
    ['python@3.11', 'python-311 exact'],
    ['Python 3.11', 'python-311 exact'],
    ['python 3.11', 'python-311 exact'],
    ['Python version 3.11', 'python-311 exact'],
    ['python v3.11', 'python-311 exact'],
    ['python3.11', 'python-311 exact'],
    ['python:3.11', 'python-311 exact'],
    ['python-3.11', 'python-311 exact'],
    ['python==3.11', 'python-311 exact'],
    ['docs.python.org@3.9', 'py39 exact'],
    ['파이썬 3.9@3.11', 'python-311 exact'],
    ['django@5', 'django-5 exact'],
    ['django@5.1', 'django-5 exact'],
    ['django 4.2', 'django-4 exact'],
    ['django@6.0.0rc1', 'django-6 exact'],
    ['python@3', 'python-311 range'],
    ['python@3.x', 'python-311 range'],
    ['python 3.x', 'python-311 range'],
    ['python@>=3.8 <3.11', 'py39 range'],
    ['python>=3.8,<3.11', 'py39 range'],
    ['python@^3.10', 'python-311 range'],
    ['django@>=4', 'django-5 range'],
    ['python@3.10', 'py39 nearest-lower'],
    ['python@3.11.4', 'python-311 nearest-lower'],
    ['python 3.14', 'python-311 nearest-lower'],
    ['python@~3.10', 'py39 nearest-lower'],
    ['django@6', 'django-6 nearest-lower'],
    ['django@6.x', 'django-6 nearest-lower'],
    ['python@2.7', 'ambiguous python python-311 py39'],
    ['python@<3', 'ambiguous python python-311 py39'],
    ['stripe@2024-06-20', 'ambiguous stripe'],
    ['widget@1', 'ambiguous kr-a kr-b'],
    ['ubuntu@noble', 'ubuntu-noble exact'],
    ['Ubuntu Noble', 'ubuntu-noble exact'],
    ['ubuntu@16-jammy', 'ubuntu-jammy exact'],
    ['ubuntu@16', 'ambiguous ubuntu-noble ubuntu-22 ubuntu-jammy'],
    ['ubuntu@plucky', 'ambiguous ubuntu-noble ubuntu-22 ubuntu-jammy'],
    ['python@', 'python latest'],
    ['node@22', 'node-docs exact'],
    ['nodejs 20', 'node-20 exact'],
    ['Node.js', 'node-docs latest'],
    // Slips, and what is not there.
    ['pyhton', 'none python python-311 py39'],
    ['pyhton@3.11', 'none python python-311 py39'],
    ['strpie', 'none stripe'],
    ['firebase', 'none firebase-auth'],
    ['google', 'none google-gemini'],
    ['kubernetes', 'none'],
    ['python cookbook', 'none python python-311 py39'],
    ['', 'none'],
    ['@', 'none'],
    ['...', 'none'],
  ])('A5: "%s" is %s', (text, expected) => {
    expect(find(text)).toBe(expected);
  });

  it('A5: an own name comes before an alias, and an alias before what is only spelled alike', () => {
    const some = ['stripe: stripe', 'mirror: other | stripe', 'third: third | str-ipe'].map(entry);
    expect(find('stripe', some)).toBe('stripe only');
    expect(find('str-ipe', some)).toBe('third only');
    expect(find('str.ipe', some)).toBe('stripe only');
    expect(find('stripe', some.slice(1))).toBe('mirror only');
    expect(find('str.ipe', some.slice(1))).toBe('ambiguous mirror third');
  });

  it('A5: a version that is only part of a name is found, too', () => {
    const some = ['python-3.11: python-3.11', 'docs.python.org_3.9: docs.python.org_3.9'].map(entry);
    for (const text of ['python-3.11', 'python 3.11', 'python@3.11', 'Python3.11'])
      expect(find(text, some)).toBe('python-3.11 only');
    expect(find('python 31.1', some)).toMatch(/^none python-3\.11\b/);
  });

  it('A5: an ending is left out only where nothing has the name whole', () => {
    const some = ['d3: d3', 'd3js: d3.js', 'vue: vue.js'].map(entry);
    expect(find('d3', some)).toBe('d3 only');
    expect(find('d3.js', some)).toBe('d3js only');
    expect(find('vue', some)).toBe('vue only');
    expect(find('vuejs', ['a: vue', 'b: vue | vuejs'].map(entry))).toBe('b exact');
    expect(find('v-ue', ['a: vue.js', 'b: vuejs2 | vue'].map(entry))).toBe('b only');
  });

  it('A5: the channel of one library decides between two that share a name', () => {
    const some = ['a: alpha@1 | shared', 'b: beta@2 | shared'].map(entry);
    expect(find('shared', some)).toBe('ambiguous a b');
    expect(find('shared@2', some)).toBe('b exact');
    expect(find('shared@3', some)).toBe('ambiguous a b');
  });

  it('A5: hostile input is answered at once and with nothing', () => {
    const many = Array.from({ length: 500 }, (_, at) => entry(`p${at}: lib${at}@${at} | alias${at} | docs${at}.org`));
    for (const text of ['x', '@', ' @', '1.', '<', '\u0000', '\ud800', '가', 'a-', '/', '1||'])
      expect(findLibrary(many, endless(text)).kind).toBe('none');
    for (const text of ['a-1 ', '@1', '<1'].map((part) => part.repeat(60).slice(0, 200))) findLibrary(many, text);
    expect(find('py\u0000thon\u001b')).toBe('python latest');
    expect(find('pyth\u200bon')).toBe('python latest');
    expect(find(`${' '.repeat(1_000)}python\n`)).toBe('python latest');
  });

  it('A5: nothing typed throws, and what is found is one of the entries', () => {
    const piece = fc.oneof(
      fc.constantFrom(...['python', 'Django', ' ', '@', '3.11', '>=3', '<4', '^', '.js', '/', '-rc.1', 'x', '||']),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const match = findLibrary(entries, pieces.join(''));
        const named = match.kind === 'found' ? [match.entry] : match.kind === 'none' ? match.near : match.candidates;
        for (const one of named) expect(entries).toContain(one);
      }),
      { numRuns: 500 },
    );
  });

  it('A5: of any versions, the requested one is found if present, and otherwise the next lower one', () => {
    const number = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 1, maxLength: 8 }), number, (versions, requested) => {
        const some = versions.map((version, at) => entry(`p${at}: lib@${version}`));
        const match = findLibrary(some, `lib@${requested}`);
        const order = (a: string, b: string): number =>
          compareVersions(parseVersion(a) ?? expect.fail(a), parseVersion(b) ?? expect.fail(b));
        const best = versions
          .filter((version) => order(version, requested) <= 0)
          .toSorted(order)
          .at(-1);
        if (best === undefined) expect(match.kind).toBe('ambiguous');
        else
          expect(match).toMatchObject({
            entry: { library: { version: best } },
            how: best === requested ? 'exact' : 'nearest-lower',
          });
      }),
    );
  });
});

describe('parseLibrary', () => {
  it.each([
    ['stripe', { name: 'stripe' }],
    ['python@3.11', { name: 'python', version: '3.11' }],
    ['@types/node@20', { name: '@types/node', version: '20' }],
    ['@types/node', { name: '@types/node' }],
    ['토스페이먼츠@2', { name: '토스페이먼츠', version: '2' }],
    ['django@6.0.0-rc.1', { name: 'django', version: '6.0.0-rc.1' }],
    ['c++', { name: 'c++' }],
    ['.net@8', { name: '.net', version: '8' }],
  ])('A5: %s', (text, library) => {
    expect(parseLibrary(text)).toEqual(library);
  });

  it.each([
    '',
    '@',
    'python@',
    'python@^3',
    'python 3.11',
    'a@b@c',
    'a\nb',
    'a\u0000',
    '<b>',
    'x'.repeat(101),
    'é'.repeat(1e5),
  ])('A5: %j is none', (text) => {
    expect(parseLibrary(text)).toBeUndefined();
  });
});
