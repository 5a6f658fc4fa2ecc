// What each generator itself calls content: chosen by reading its pages, never by what docent makes of them.

/** Where the content of a generator's pages is, as CSS selectors. */
export interface Truth {
  /** The content: every outermost match, in order. Pages without one (redirects, frames, search pages) are not judged. */
  readonly content: string;
  /** The generator's own chrome inside of it: nothing of this may come out. */
  readonly remove?: string;
  /** What may come out or not: tables of contents on the page, diagrams. Its headings do not count either. */
  readonly neutral?: string;
  /** The page's title where it is no h1 to h6. */
  readonly title?: string;
  /** Code blocks that are no `pre`. */
  readonly code?: string;
  /** Inside of code: line numbers, signs, buttons. */
  readonly codeDrop?: string;
  /** Inside of code: elements that are lines although the source has no line end after them. */
  readonly codeLine?: string;
  /** Tables that only place things. */
  readonly layout?: string;
  /** Paths that are no documentation pages: source listings, indexes made for scripts. */
  readonly skip?: RegExp;
}

const sphinx = { remove: '.headerlink, .viewcode-link', codeDrop: '.linenos, .linenodiv, .copybtn' } as const;

const sphinxContents = 'div.contents.local, div.contents.topic, nav.contents, p.topic-title';

/** The Debian packages, by name; a package made by two generators has two rows. */
export const debianTruth = {
  rustdoc: {
    content: '#main-content',
    remove:
      '.out-of-band, .rightside, .srclink, a.src, a.anchor, summary.hideme, .notable-traits, .tooltip, .test-arrow, #copy-path, .sub',
    skip: /\/(?:src|implementors)\/|all\.html$|\/(?:help|settings)\.html$/,
  },
  mdbook: {
    content: '#content main',
    remove: '.nav-wrapper, .buttons, .boring-toggle, #giscus-container',
    codeDrop: '.buttons, .boring-toggle',
    skip: /\/(?:print|toc|404)\.html$/,
  },
  javadoc: {
    content: 'main[role=main]',
    remove: '.table-tabs, .anchor-link, a.copy, .sub-nav, .skip-nav',
    skip: /\/(?:index-all|index-files|allclasses|allpackages|search|help-doc|overview-tree)|\/(?:legal|specs)\//,
  },
  'asciidoc-py': {
    content: '#header, #content, #footnotes, body.book > div.book, body > div.book',
    neutral: '#toc, .toc',
    remove: '#footer',
    layout: '.admonitionblock > table, .colist > table',
  },
  sqlite: {
    content: 'body',
    remove:
      'body > .nosearch:has(.menu), .searchmenu, .mainmenu, .submenu, .tagline, form, #search_submenu, p:has(> small > i)',
    neutral: '.imgcontainer, .fancy_toc, .fancy-toc, #toc_sub, .toct, [id^=toc]',
    title: '.fancy_title',
    skip: /\/(?:toc|keyword_index|search|matrix|releaselog)[^/]*\/|\/(?:toc|keyword_index|search)\.html$/,
  },
  apache: {
    content: '#page-content',
    remove: '.toplang, .bottomlang, .top, .lang-toggle, #comments_section, #comments_thread',
    neutral: '#quickview',
  },
  qdoc: {
    content: '.mainContent',
    remove: '.sidebar, .naviNextPrevious, .nextpage, .prevpage',
    neutral: '.toc',
    skip: /-manifest|-members\.html$/,
  },
  'gtk-doc': {
    content: '.refentry, body > .chapter, body > .book, body > .part, body > .index, body > .section, body > .glossary',
    remove: 'table.navigation, .gallery_image, .footer, .listing_lines',
    neutral: '.toc',
    layout: '.refnamediv table, table.listing_frame',
  },
  'sphinx-rtd (Linux)': {
    content: '[itemprop=articleBody], [role=main] .document',
    ...sphinx,
    neutral: sphinxContents,
  },
  'sphinx-pydata (SciPy)': {
    content: 'main > div:first-child',
    ...sphinx,
    remove: `${sphinx.remove}, .prev-next-area, .prev-next-bottom`,
    neutral: sphinxContents,
  },
  'sphinx (SQLAlchemy)': {
    content: '#docs-body',
    ...sphinx,
    neutral: `${sphinxContents}, ul.simple:has(> li > p > a.reference.internal[id^=id])`,
  },
  'texinfo (zsh)': {
    content: 'body',
    remove: 'table.header, body > hr, body > p:has(+ font), body > font, body > p:last-child, .header',
    neutral: '.contents, .shortcontents, table.menu, .menu',
    layout: 'table.menu, table.index-cp',
    skip: /\/FAQ|zsh_(?:abt|toc|ovr)/,
  },
  boostbook: {
    content:
      'body > .section, body > .refentry, body > .chapter, body > .library, body > .article, body > .book, body > .part, body > .reference, body > .header, body > .index, body > .appendix, body > .preface, body > .glossary, body > .bibliography',
    remove: '.spirit-nav, .copyright-footer, .legalnotice',
    neutral: '.toc, .index',
    layout: '.note table, .tip table, .warning table, .important table, .caution table, .blurb table, .sidebar table',
  },
} as const satisfies Record<string, Truth>;
