// Text of strangers, inspected before an assistant gets it: instructions are flagged, invisible characters are removed (FAULTS 48, 70).
import { hiddenIn, stripInvisible } from '../../core/invisible.ts';
import { decodedParts, unescaped } from './decode.ts';
import { foldText } from './lexicon.ts';
import { findMarkers } from './markers.ts';
import { type Fulfilled, scanText } from './scan.ts';

/**
 * - `instructions`: it tells an assistant what to do;
 * - `role-markers`: it pretends that another party speaks, or that a tool is called;
 * - `hidden-characters`: it holds invisible characters that ordinary text does not have;
 * - `encoded`: the instructions are disguised: Base64, spaced letters, look-alikes, digits for letters.
 */
export type UntrustedFlag = 'instructions' | 'role-markers' | 'hidden-characters' | 'encoded';

export interface InspectedText {
  /** The text without invisible, direction and tag characters. */
  readonly text: string;
  /** In the order of `UntrustedFlag`; empty for nearly every text. */
  readonly flags: readonly UntrustedFlag[];
  /** The rules that fired, to explain the flags: `override`, `secrecy`, `chat-template`. */
  readonly rules: readonly string[];
  /** What the removed characters spell, at most 200 characters; only where they spell something. */
  readonly hidden?: string | undefined;
}

/** Text that was encoded in text that was encoded is still looked at, further down nothing is. */
const deepest = 2;

interface Findings {
  readonly flags: Set<UntrustedFlag>;
  readonly rules: Set<string>;
}

const order: readonly UntrustedFlag[] = Object.freeze(['instructions', 'role-markers', 'hidden-characters', 'encoded']);

/** Inspects a text. Never throws; linear in its length. Deterministic. */
export function inspectText(text: string): InspectedText {
  const shown = stripInvisible(text);
  const findings: Findings = { flags: new Set(), rules: new Set() };
  const hidden = shown === text ? undefined : hiddenIn(text);
  if (hidden !== undefined) {
    findings.flags.add('hidden-characters');
    findings.rules.add('hidden-characters');
  }
  if (hidden) inspect(hidden, findings, 1, true);
  inspect(shown, findings, 0, false);
  return {
    text: shown,
    flags: order.filter((flag) => findings.flags.has(flag)),
    rules: [...findings.rules],
    ...(hidden && { hidden }),
  };
}

function inspect(text: string, findings: Findings, depth: number, isHidden: boolean): void {
  const folded = foldText(text);
  const markers = findMarkers(folded, text);
  for (const name of markers.names) note(findings, 'role-markers', name);
  for (const { name, disguised } of scanText(folded, markers, isHidden)) noteRule(findings, name, disguised);
  if (depth >= deepest) return;
  const decoded = decodedParts(text);
  if (decoded !== '') inspectEncoded(decoded, findings, depth, true);
  const plain = unescaped(text);
  // Escapes occur in the middle of ordinary text.
  if (plain !== undefined && findings.flags.size === 0) inspectEncoded(plain, findings, deepest - 1, false);
}

function inspectEncoded(text: string, findings: Findings, depth: number, isHidden: boolean): void {
  const inner: Findings = { flags: new Set(), rules: new Set() };
  inspect(stripInvisible(text), inner, depth + 1, isHidden);
  if (inner.flags.size === 0) return;
  for (const flag of inner.flags) findings.flags.add(flag);
  for (const rule of inner.rules) findings.rules.add(rule);
  note(findings, 'encoded', 'encoded');
}

function noteRule(findings: Findings, name: Fulfilled['name'], disguised: boolean): void {
  note(findings, name === 'role' || name === 'delimiter' ? 'role-markers' : 'instructions', name);
  if (disguised) note(findings, 'encoded', 'disguised');
}

function note({ flags, rules }: Findings, flag: UntrustedFlag, rule: string): void {
  flags.add(flag);
  rules.add(rule);
}
