// M3: which sections of a page were added, changed, removed or renamed, found from hashes alone; no text is needed.
import { hash } from 'node:crypto';

/** What is kept of a chunk when its text is removed. */
export interface ChunkFact {
  /** The headings above it, the outermost first; none above the first heading. */
  readonly headings: readonly string[];
  readonly anchor?: string | undefined;
  readonly hash: string;
  /** Its position on the page. */
  readonly seq: number;
}

export interface SectionChange {
  readonly kind: 'added' | 'changed' | 'removed' | 'renamed';
  /** Its path now; of a removed one, as it was. */
  readonly headings: readonly string[];
  readonly anchor?: string | undefined;
  /** The earlier path of a renamed section. */
  readonly before?: readonly string[];
}

interface Section {
  readonly key: string;
  readonly headings: readonly string[];
  readonly anchor: string | undefined;
  readonly hash: string;
}

/**
 * What differs between two versions of a page: what is there now in its order, then what was removed in its own. All chunks below
 * one heading path are one section. A section that only moved, also below another heading, is not a change.
 */
export function sectionChanges(before: readonly ChunkFact[], now: readonly ChunkFact[]): readonly SectionChange[] {
  const old = sectionsOf(before);
  const fresh = sectionsOf(now);
  const pairs = new Map<Section, Section>();
  pairUp(old, fresh, pairs, ({ key }) => key);
  pairUp(old, fresh, pairs, ({ hash, headings }) => JSON.stringify([hash, headings.at(-1) ?? '']));
  pairUp(old, fresh, pairs, ({ hash }) => hash);
  // Below a renamed heading a changed section is known by its own.
  pairUp(old, fresh, pairs, ({ headings }) => headings.at(-1), 'unique');
  // An id above several sections names none of them.
  const shared = new Set([...sharedAnchors(old), ...sharedAnchors(fresh)]);
  pairUp(old, fresh, pairs, ({ anchor }) => (shared.has(anchor) ? undefined : anchor), 'unique');
  const changes: SectionChange[] = [];
  for (const section of fresh) {
    const change = changeOf(pairs.get(section), section);
    if (change !== undefined) changes.push(change);
  }
  const found = new Set(pairs.values());
  for (const section of old) if (!found.has(section)) changes.push(sectionChange('removed', section));
  return changes;
}

/** A heading path on one line; the text above the first heading has a name too. */
export function sectionName(headings: readonly string[]): string {
  return headings.length === 0 ? '(top of the page)' : headings.join(' › ');
}

function sharedAnchors(sections: readonly Section[]): readonly (string | undefined)[] {
  return [...Map.groupBy(sections, ({ anchor }) => anchor)].flatMap(([anchor, all]) =>
    all.length > 1 ? [anchor] : [],
  );
}

function changeOf(before: Section | undefined, now: Section): SectionChange | undefined {
  if (before === undefined) return sectionChange('added', now);
  if (before.headings.at(-1) !== now.headings.at(-1))
    return { ...sectionChange('renamed', now), before: before.headings };
  return before.hash === now.hash ? undefined : sectionChange('changed', now);
}

function sectionChange(kind: SectionChange['kind'], { headings, anchor }: Section): SectionChange {
  return { kind, headings, ...(anchor !== undefined && { anchor }) };
}

function sectionsOf(chunks: readonly ChunkFact[]): readonly Section[] {
  const byPath = new Map<string, ChunkFact[]>();
  for (const chunk of [...chunks].sort((one, other) => one.seq - other.seq)) {
    const key = JSON.stringify(chunk.headings);
    const below = byPath.get(key);
    if (below === undefined) byPath.set(key, [chunk]);
    else below.push(chunk);
  }
  return [...byPath].map(([key, below]) => {
    const [first] = below as [ChunkFact, ...ChunkFact[]];
    return { key, headings: first.headings, anchor: first.anchor, hash: joined(below) };
  });
}

function joined(chunks: readonly ChunkFact[]): string {
  if (chunks.length === 1) return (chunks[0] as ChunkFact).hash;
  return hash('sha256', JSON.stringify(chunks.map((chunk) => chunk.hash)), 'base64url');
}

/** Pairs what has the same name on both sides, the first with the first; `unique` only where it is the only one on both. */
function pairUp(
  old: readonly Section[],
  fresh: readonly Section[],
  pairs: Map<Section, Section>,
  nameOf: (section: Section) => string | undefined,
  how: 'in order' | 'unique' = 'in order',
): void {
  const taken = new Set(pairs.values());
  const left = grouped(
    old.filter((section) => !taken.has(section)),
    nameOf,
  );
  const right = grouped(
    fresh.filter((section) => !pairs.has(section)),
    nameOf,
  );
  for (const [name, sections] of right) {
    const partners = left.get(name) ?? [];
    if (how === 'unique' && (sections.length !== 1 || partners.length !== 1)) continue;
    for (const [at, section] of sections.entries()) {
      const partner = partners[at];
      if (partner !== undefined) pairs.set(section, partner);
    }
  }
}

function grouped(
  sections: readonly Section[],
  nameOf: (section: Section) => string | undefined,
): ReadonlyMap<string, readonly Section[]> {
  const groups = new Map<string, Section[]>();
  for (const section of sections) {
    const name = nameOf(section);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [section]);
    else group.push(section);
  }
  return groups;
}
