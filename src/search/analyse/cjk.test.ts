// Proves that words inside unspaced writing and Korean words with particles are found (S2).
import { describe, expect, it } from 'vitest';
import { analyse, analysePhrase, analyseQuery } from './analyser.ts';
import { withoutParticle } from './cjk-korean.ts';

const index = (text: string): string[] => analyse(text, 'text').map(({ term }) => term);
const query = (text: string): string[] => analyseQuery(text).map(({ term }) => term);
/** At every place of the query one of its terms is there. */
function finds(typed: string, text: string): boolean {
  const indexed = new Set(index(text));
  const places = Map.groupBy(analyseQuery(typed), ({ position }) => position);
  return [...places.values()].every((tokens) => tokens.some(({ term }) => indexed.has(term)));
}

describe('Chinese and Japanese', () => {
  it('S2: every two neighbouring characters are a term, each a place further', () => {
    expect(analysePhrase('東大寺の仏像').map(({ term, position }) => `${term}@${position}`)).toEqual([
      '東大@0',
      '大寺@1',
      '寺の@2',
      'の仏@3',
      '仏像@4',
    ]);
  });

  it.each([
    ['仏像', '本項では東大寺の仏像について説明する'],
    ['数据库', '如何连接到数据库服务器'],
    ['サーバー', '新しいサーバーを起動'],
    ['ｻｰﾊﾞｰ', '新しいサーバーを起動'],
    ['寺', '東大寺'],
    ['東', '東大寺'],
    ['の', '東大寺の仏像'],
    ['どこですか', '駅はどこですか'],
    ['𠮷野家', '牛丼の𠮷野家です'],
    ['ข้อมูล', 'ฐานข้อมูลใหม่'],
  ])('S2: %s is found in %s', (typed, text) => {
    expect(finds(typed, text)).toBe(true);
  });

  it('S2: pairs of hiragana are dropped from a query that has anything else', () => {
    expect(query('仏像はどこですか')).toEqual(['仏像', '仏', '像は', '像']);
    expect(query('これは')).toEqual(['これ', 'れは']);
  });

  it('S2: Latin words beside Han are words', () => {
    expect(query('Python入門')).toEqual(['python', '入門', '入', '門']);
  });
});

describe('Korean', () => {
  it.each(
    ['은 는 이 가 을 를 에 에서 으로 로 와 과 의 도 만 까지 부터 에게 한테 께서 라고 이라고 입니다 합니다'.split(' ')]
      .flat()
      .map((particle) => [particle]),
  )('S2: a word is found without %s, and with it', (particle) => {
    expect(withoutParticle(`데이터베이스${particle}`)).toBe('데이터베이스');
    expect(finds('데이터베이스', `새 데이터베이스${particle} 있다`)).toBe(true);
    expect(finds(`데이터베이스${particle}`, '데이터베이스를 만든다')).toBe(true);
  });

  it.each([
    ['국가', '국가의 법'],
    ['회의', '회의에서 말했다'],
    ['법', '법은 법이다'],
    ['보안법', '국가보안법위반 혐의'],
    ['한글', '\u1112\u1161\u11ab\u1100\u1173\u11af을 쓴다'],
  ])('S2: %s is found in %s', (typed, text) => {
    expect(finds(typed, text)).toBe(true);
  });

  it('S2: words have the same distance with and without particles', () => {
    const distance = (text: string): number => {
      const at = (word: string) => analyse(text, 'text').find(({ term }) => term === word)?.position as number;
      return at('발견') - at('임종');
    };
    expect(distance('임종석을 발견')).toBe(distance('임종석 발견했다'));
  });
});
