// Proves the English stems (S2) against the samples of the algorithm's published description and words of documentation.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

const table = (rows: string): [string, string][] =>
  rows
    .trim()
    .split(/\s+/)
    .map((row) => row.split(':') as [string, string]);

describe('stem', () => {
  it.each(
    table(`
    consign:consign consigned:consign consigning:consign consignment:consign consist:consist consisted:consist
    consistency:consist consistent:consist consistently:consist consisting:consist consists:consist consolation:consol
    consolatory:consolatori console:consol consoled:consol consoles:consol consolidate:consolid consolidated:consolid
    consolingly:consol consonant:conson conspicuous:conspicu conspicuously:conspicu conspiracy:conspiraci
    conspirator:conspir conspire:conspir knack:knack knackeries:knackeri knave:knave knaves:knave knavish:knavish
    kneaded:knead kneel:kneel kneeling:kneel knees:knee knife:knife knightly:knight knits:knit knitted:knit
    knitting:knit knives:knive knocked:knock knots:knot`),
  )('S2: %s is stemmed as described: %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it.each(
    table(`
    caresses:caress ponies:poni ties:tie dies:die cats:cat gas:gas this:this kiwis:kiwi gaps:gap class:class status:status
    agreed:agre feed:feed proceed:proceed plastered:plaster sing:sing hopping:hop hoping:hope falling:fall filing:file
    happy:happi cry:cri by:by say:say relational:relat conditional:condit valence:valenc vietnamization:vietnam
    operator:oper feudalism:feudal decisiveness:decis hopefulness:hope formality:formal analogies:analog sensibility:sensibl
    triplicate:triplic formative:format formalize:formal electrical:electr goodness:good revival:reviv allowance:allow
    airliner:airlin adjustable:adjust replacement:replac adoption:adopt communism:communism activate:activ probate:probat
    cease:ceas controller:control roll:roll generate:generat generic:generic general:general communication:communic
    skies:sky dying:die news:news early:earli exceeding:exceed herrings:herring yes:yes boyish:boyish`),
  )('S2: %s becomes %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it.each([
    ['index', 'indexes', 'indexed', 'indexing'],
    ['configure', 'configured', 'configuring', 'configures'],
    ['query', 'queries', 'queried'],
    ['iterate', 'iterating', 'iterates', 'iteration', 'iterator'],
    ['serialize', 'serializer', 'serialized', 'serialization'],
  ])('S2: %s and its forms have one stem', (...words) => {
    expect(new Set(words.map(stem)).size).toBe(1);
  });

  it('S2: what is no word of small Latin letters stays as it is', () => {
    for (const word of ['', 'as', 'Words', 'utf8s', 'naïves', '서울', 'a-words']) expect(stem(word)).toBe(word);
  });

  it('S2: a stem is never empty and never longer than its word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,45}$/), (word) => {
        const result = stem(word);
        expect(result.length).toBeGreaterThan(0);
        expect(result.length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});
