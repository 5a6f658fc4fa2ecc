// The terms of Korean words: the word without particles and endings, and every two neighbouring syllables.
import type { GramSink } from './cjk.ts';

/**
 * Particles and endings; the longest that fits is removed. Endings of one syllable that as often end a noun (`나`, `서`,
 * `고`, `인`, `일`) are not among them: measured, they cost more than they find.
 */
const particles: readonly string[] = Object.freeze(
  `은 는 이 가 을 를 에 의 도 만 로 와 과 에서 으로 에게 한테 께서 까지 부터 처럼 보다 마다 조차 마저 이나
   이며 이고 라고 라는 이란 들은 들이 들을 들의 들에 으로서 으로써 로서 로써 에서는 에서도 에서의 에게서 에는 에도 에만 까지는 까지의 부터는 으로는 으로의
   으로도 로는 로의 로도 와의 과의 와는 과는 이라고 이라는 이라도 라도 인가 인지 이었다 였다 이다 이던 입니다 합니다 했다 하는 하고 하여 하기 되는
   되어 됐다 되었다 하였다 했던 하던 하며 했는가 하는가 한다 된다 되는가 였는가 이었는가 인가요 입니까 합니까 들에게 들에서 들과 들도 들만`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length),
);
const byLast = Map.groupBy(particles, (particle) => particle.at(-1) as string);

/** The word without its particle; at least one syllable stays. */
export function withoutParticle(word: string): string {
  for (const particle of byLast.get(word.at(-1) ?? '') ?? []) {
    if (word.length > particle.length && word.endsWith(particle)) return word.slice(0, -particle.length);
  }
  return word;
}

/**
 * The terms of a run of Hangul syllables in NFKC: pairs of syllables, those that reach into a particle for the index
 * only, and a word of one syllable. Returns how many places it takes: one a syllable, particles none.
 */
export function koreanTermsOf(run: string, sink: GramSink): number {
  const bare = withoutParticle(run).length;
  // Many words of two syllables end like a particle (`국가`, `회의`): they are searched for as they are.
  const length = run.length === 2 ? 2 : bare;
  if (bare === 1) sink(run.slice(0, 1), length === 1 ? 'word' : 'part', 0, 0, 1);
  for (let at = 0; at + 1 < run.length; at++) {
    sink(run.slice(at, at + 2), at + 2 <= length ? 'gram' : 'other', Math.min(at, length - 1), at, at + 2);
  }
  return length;
}
