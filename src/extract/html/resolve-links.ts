// From the links a page has written to the URLs that may be offered to the frontier (U1).
import { alternateTypes } from '../../core/forms.ts';
import { baseOf, excerpt, resolveLink } from '../../core/url/fetch-url.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import type { LinkKind, WrittenLink } from './links.ts';
import type { Page } from './page.ts';

export interface FoundLink {
  /** The fetch URL. */
  readonly url: string;
  /** The first anchor text that is not empty. */
  readonly text: string;
  /** Whether every link to this URL is nofollow: one that is not may be followed. */
  readonly nofollow: boolean;
  /** How the page links to it first; `canonical` only when nothing else does. */
  readonly kind: LinkKind;
  /** Whether one of the links to it is in the page's own content. */
  readonly inContent: boolean;
  readonly hreflang?: string;
  readonly type?: string;
}

export interface RefusedLink {
  /** A short printable piece of what was written. */
  readonly href: string;
  readonly by: string;
  readonly detail: string;
}

export interface ResolvedLinks {
  /** Each URL once, in the order of the page. */
  readonly links: readonly FoundLink[];
  readonly refused: readonly RefusedLink[];
}

/**
 * Resolves a page's links against its `<base>` or its final URL. Refuses, each written form once, by the `link:…` rules of
 * `resolveLink` and by `link:type` (a feed or another form that is not read). Never throws.
 */
export function resolveLinks({ links, baseHref }: Pick<Page, 'links' | 'baseHref'>, pageUrl: string): ResolvedLinks {
  const found = new Map<string, FoundLink>();
  const refused = new Map<string, RefusedLink>();
  // A manual's index repeats its targets with other fragments; resolving each of them once is most of the work saved.
  const targets = new Map<string, string | Refused>();
  const base = { pageUrl: baseOf({ pageUrl, baseHref }) };
  for (const link of links) {
    const target = targetOf(link.href);
    let answer = targets.get(target);
    if (answer === undefined) {
      const resolved = resolveLink(target, base);
      answer = resolved.ok ? resolved.url : resolved;
      targets.set(target, answer);
    }
    const judged = typeof answer === 'string' ? (refusedType(link) ?? answer) : answer;
    if (typeof judged !== 'string') {
      const key = `${judged.by} ${target}`;
      if (!refused.has(key)) refused.set(key, { href: excerpt(link.href), by: judged.by, detail: judged.detail });
      continue;
    }
    const earlier = found.get(judged);
    found.set(judged, earlier === undefined ? foundLink(judged, link) : merge(earlier, link));
  }
  return { links: [...found.values()], refused: [...refused.values()] };
}

// A link that is nothing but a fragment keeps its mark, or it would be an empty one.
function targetOf(href: string): string {
  const hash = href.indexOf('#');
  if (hash < 0) return href;
  return hash === 0 ? '#' : href.slice(0, hash);
}

function refusedType({ kind, type = '' }: WrittenLink): Refused | undefined {
  // A feed or an embed is nothing to read; one that announces no type may be.
  if (kind !== 'alternate' || type === '' || alternateTypes.has(type)) return undefined;
  return refuse('link:type', `an alternate form of type ${excerpt(type)}`);
}

function foundLink(url: string, { text, nofollow, kind, inContent, hreflang, type }: WrittenLink): FoundLink {
  return {
    url,
    text,
    nofollow,
    kind,
    inContent,
    ...(hreflang !== undefined && { hreflang }),
    ...(type !== undefined && { type }),
  };
}

// The canonical link only names the page; a real link to the same URL counts.
function merge(earlier: FoundLink, link: WrittenLink): FoundLink {
  if (link.kind === 'canonical') return earlier;
  if (earlier.kind === 'canonical') return foundLink(earlier.url, link);
  const { text, nofollow, inContent } = link;
  const isNearer = inContent && !earlier.inContent;
  if (earlier.text !== '' && (!earlier.nofollow || nofollow) && !isNearer) return earlier;
  // The content's text for a page describes it better than a menu's.
  const words = isNearer ? text || earlier.text : earlier.text || text;
  return { ...earlier, text: words, nofollow: earlier.nofollow && nofollow, inContent: earlier.inContent || inContent };
}
