// What TeX calls the characters of MathML. Names rather than the characters: a search for `alpha` or `sum` finds them, and
// every program that shows TeX knows them. A character that is not here stays as it is.

const pairs = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((pair) => [pair.slice(0, String.fromCodePoint(pair.codePointAt(0) as number).length), pair] as const)
      .map(([character, pair]) => [character, pair.slice(character.length)] as const),
  );
const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const letters = pairs(String.raw`
  α\alpha β\beta γ\gamma δ\delta ϵ\epsilon ε\varepsilon ζ\zeta η\eta θ\theta ϑ\vartheta ι\iota κ\kappa λ\lambda μ\mu µ\mu
  ν\nu ξ\xi π\pi ϖ\varpi ρ\rho ϱ\varrho σ\sigma ς\varsigma τ\tau υ\upsilon ϕ\phi φ\varphi χ\chi ψ\psi ω\omega
  Γ\Gamma Δ\Delta Θ\Theta Λ\Lambda Ξ\Xi Π\Pi Σ\Sigma Υ\Upsilon Φ\Phi Ψ\Psi Ω\Omega
  ∂\partial ∇\nabla ∞\infty ∅\emptyset ℓ\ell ℏ\hbar ℜ\Re ℑ\Im ℵ\aleph ∀\forall ∃\exists ¬\neg ∠\angle ⊤\top ⊥\bot †\dagger
  ℝ\mathbb{R} ℂ\mathbb{C} ℕ\mathbb{N} ℤ\mathbb{Z} ℚ\mathbb{Q} ℙ\mathbb{P}
  …\ldots ⋯\cdots ⋮\vdots ⋱\ddots ′' ″'' ‴'''
  {\{ }\} %\% #\# &\& _\_ $\$ \\backslash ~\sim
`);

/** Signs between two operands, with a space on either side. */
const infixes = pairs(String.raw`
  == << >> ++ -- −- ∗* :: ≔:= ≠\ne ≤\le ≥\ge ⩽\le ⩾\ge ≪\ll ≫\gg ±\pm ∓\mp ×\times ⋅\cdot ·\cdot ÷\div ∘\circ
  ∈\in ∉\notin ∋\ni ⊂\subset ⊆\subseteq ⊃\supset ⊇\supseteq ∪\cup ∩\cap ∖\setminus ∧\land ∨\lor ⊕\oplus ⊗\otimes ⊙\odot
  →\to ←\leftarrow ↔\leftrightarrow ⇒\Rightarrow ⇐\Leftarrow ⇔\Leftrightarrow ⟶\longrightarrow ⟹\implies ⟺\iff ↦\mapsto
  ≈\approx ≡\equiv ∼\sim ≃\simeq ≅\cong ∝\propto ∣\mid ∥\parallel ⊢\vdash ⊨\models ≺\prec ≻\succ ⋆\star
`);

const openings = pairs(String.raw`(( [[ {\{ ⟨\langle ⌊\lfloor ⌈\lceil ‖\|`);
const closings = pairs(String.raw`)) ]] }\} ⟩\rangle ⌋\rfloor ⌉\rceil`);

/** Operators that carry their limits above and below. */
const large = pairs(String.raw`
  ∑\sum ∏\prod ∐\coprod ∫\int ∬\iint ∭\iiint ∮\oint ⋃\bigcup ⋂\bigcap ⋁\bigvee ⋀\bigwedge ⨁\bigoplus ⨂\bigotimes ⨆\bigsqcup
`);

/** Signs over something, and under it. */
export const overAccents = pairs(String.raw`
  ^\hat ˆ\hat ~\tilde ˜\tilde ¯\overline ‾\overline ―\overline _\overline →\vec ⃗\vec ˙\dot .\dot ¨\ddot ˇ\check ˘\breve ⏞\overbrace ⏜\overbrace
`);
export const underAccents = pairs(String.raw`_\underline ̲\underline ―\underline ‾\underline ⏟\underbrace ⏝\underbrace`);

const functions = wordSet(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr ' +
    'sec sin sinh sup tan tanh',
);
const limitFunctions = wordSet('det gcd inf lim liminf limsup max min Pr sup');

const invisible = /[\u2061-\u2064\u200b]/g;

export type SymbolRole = 'atom' | 'infix' | 'open' | 'close' | 'comma' | 'large';

export interface TexSymbol {
  readonly tex: string;
  readonly role: SymbolRole;
}

/** A name: one letter as it is, a function by its command, any other word upright. */
export function identifier(text: string): TexSymbol {
  const name = text.normalize('NFKC').replace(invisible, '').trim();
  if (Array.from(text.trim()).length === 1 && letters.has(text.trim())) return atom(letters.get(text.trim()) as string);
  if (functions.has(name)) return { tex: `\\${name}`, role: limitFunctions.has(name) ? 'large' : 'atom' };
  if (Array.from(name).length <= 1) return atom(plain(name));
  return /^[A-Za-z\d]+$/.test(name) ? atom(`\\mathrm{${name}}`) : atom(plain(name));
}

/** An operator, by its only character or as a word. */
export function operator(text: string): TexSymbol {
  const sign = text.replace(invisible, '').trim();
  if (sign === '') return atom('');
  if (sign === ',' || sign === ';') return { tex: sign, role: 'comma' };
  const kinds = [
    ['infix', infixes],
    ['open', openings],
    ['close', closings],
    ['large', large],
  ] as const;
  for (const [role, map] of kinds) {
    const tex = map.get(sign);
    if (tex !== undefined) return { tex, role };
  }
  return /^[A-Za-z]{2,}$/.test(sign) ? identifier(sign) : atom(plain(sign));
}

/** Characters that mean something else to TeX, and those it has a name for. */
export function plain(text: string): string {
  const names: string[] = [];
  for (const character of text) {
    const name = letters.get(character) ?? large.get(character) ?? character;
    names.push(/^[A-Za-z]/.test(name) && endsInCommand(names.at(-1) ?? '') ? ` ${name}` : name);
  }
  return names.join('');
}

/** Whether a letter right behind it would be part of a command's name. */
export function endsInCommand(tex: string): boolean {
  return /\\[A-Za-z]+$/.test(tex.slice(-24));
}

/** Words within a formula. */
export function textWords(text: string): string {
  return `\\text{${text.replace(/[\\{}$%#&_^~]/g, (character) => (character === '\\' ? '\\backslash ' : `\\${character}`))}}`;
}

function atom(tex: string): TexSymbol {
  return { tex, role: 'atom' };
}
