// R3, R25: the rules of one agent, ready to be matched many times.
import type { Dialect } from './dialect.ts';
import { comparablePattern } from './escape.ts';
import type { Rule } from './groups.ts';
import { compilePattern, matches, type Pattern } from './match.ts';

export interface CompiledRule extends Pattern {
  readonly rule: Rule;
  /** Octets of the pattern as it is compared. */
  readonly length: number;
}

/** Up to here looking at every rule is faster than an index of those that may match. */
const FEW = 12;
/** An index pays for itself only when the same rules are matched again. */
const USES_BEFORE_INDEX = 4;

export class RuleSet {
  readonly #rules: readonly CompiledRule[];
  readonly #firstWins: boolean;
  /** Rules by the text before their first wildcard, and the lengths such texts have. */
  #byPrefix: Map<string, CompiledRule[]> | undefined;
  #prefixLengths: readonly number[] = [];
  #uses = 0;

  constructor(rules: readonly Rule[], dialect: Dialect) {
    this.#rules = compileRules(rules, dialect);
    this.#firstWins = dialect.winner === 'first';
  }

  /** The rule that decides about this comparable path, if any matches. */
  winner(path: string): CompiledRule | undefined {
    if (this.#rules.length <= FEW || ++this.#uses < USES_BEFORE_INDEX) return this.#best(this.#rules, path, undefined);
    const byPrefix = this.#byPrefix ?? this.#index();
    let best: CompiledRule | undefined;
    for (const length of this.#prefixLengths) {
      if (length > path.length) break;
      const rules = byPrefix.get(path.slice(0, length));
      if (rules !== undefined) best = this.#best(rules, path, best);
    }
    return best;
  }

  #best(rules: readonly CompiledRule[], path: string, best: CompiledRule | undefined): CompiledRule | undefined {
    let winner = best;
    for (const candidate of rules) {
      if ((winner === undefined || this.#beats(candidate, winner)) && matches(candidate, path)) winner = candidate;
    }
    return winner;
  }

  #beats(candidate: CompiledRule, winner: CompiledRule): boolean {
    if (this.#firstWins) return candidate.rule.line < winner.rule.line;
    if (candidate.length !== winner.length) return candidate.length > winner.length;
    return candidate.rule.type === 'allow' && winner.rule.type === 'disallow';
  }

  #index(): Map<string, CompiledRule[]> {
    const byPrefix = new Map<string, CompiledRule[]>();
    for (const rule of this.#rules) {
      const same = byPrefix.get(rule.prefix);
      if (same === undefined) byPrefix.set(rule.prefix, [rule]);
      else same.push(rule);
    }
    this.#prefixLengths = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))].sort((a, b) => a - b);
    this.#byPrefix = byPrefix;
    return byPrefix;
  }
}

function compileRules(rules: readonly Rule[], dialect: Dialect): CompiledRule[] {
  const compiled: CompiledRule[] = [];
  for (const rule of rules) {
    if (rule.pattern === '' && dialect.emptyRule === 'no-rule') continue;
    compiled.push(compileRule(rule, rule.pattern, dialect));
    if (!dialect.indexFileOpensFolder || rule.type !== 'allow') continue;
    const folder = /^(.*\/)index\.htm[^/]*$/s.exec(rule.pattern)?.[1];
    if (folder !== undefined) compiled.push(compileRule(rule, `${folder}$`, dialect));
  }
  return compiled;
}

function compileRule(rule: Rule, pattern: string, dialect: Dialect): CompiledRule {
  const comparable = comparablePattern(pattern, dialect);
  const { prefix, pieces, anchored } = compilePattern(comparable, dialect.wildcards);
  return { rule, length: comparable.length, prefix, pieces, anchored };
}
