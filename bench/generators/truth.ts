// What each generator itself calls content: chosen by reading its pages, never by what docent makes of them.

/** A title of a part that the page holds only as data, with the id the page has for it, if any. */
export interface EmbeddedHeading {
  readonly heading: string;
  readonly level: number;
  readonly id?: string;
}

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
  /** Cells of tables that are no `table`. */
  readonly cell?: string;
  /** Entries with all that explains them: the ids of such an element, and of the first one in it, refer to all of it. */
  readonly entry?: string;
  /** Texts that the page holds only as data for its scripts: they must come out; what else does is no chrome. */
  readonly embedded?: readonly (string | EmbeddedHeading)[];
  /** Paths that are no documentation pages: source listings, indexes made for scripts. */
  readonly skip?: RegExp;
}

const sphinx = { remove: '.headerlink, .viewcode-link', codeDrop: '.linenos, .linenodiv, .copybtn' } as const;

const sphinxSkip = /\/(?:genindex|search|py-modindex|contents)\.html$/;

const sphinxContents = 'div.contents.local, div.contents.topic, nav.contents, p.topic-title';

/** The Debian packages, by name; a package made by two generators has two rows. */
export const debianTruth = {
  'rust-doc (rustdoc)': {
    content: '#main-content',
    remove:
      '.out-of-band, .rightside, .srclink, a.src, a.anchor, summary.hideme, .notable-traits, .tooltip, .test-arrow, #copy-path, .sub',
    skip: /\/(?:src|implementors)\/|all\.html$|\/(?:help|settings)\.html$/,
  },
  'rust-doc (mdBook)': {
    content: '#content main',
    remove: '.nav-wrapper, .buttons, .boring-toggle, #giscus-container',
    codeDrop: '.buttons, .boring-toggle',
    skip: /\/(?:print|toc|404)\.html$/,
  },
  'openjdk-17-doc (javadoc)': {
    content: 'main[role=main]',
    cell: '.summary-table > div',
    remove: '.table-tabs, .anchor-link, a.copy, .sub-nav, .skip-nav',
    skip: /\/(?:index-all|index-files|allclasses|allpackages|search|help-doc|overview-tree)|\/(?:legal|specs)\//,
  },
  'git-doc (AsciiDoc)': {
    content: '#header, #content, #footnotes, body.book > div.book, body > div.book',
    neutral: '#toc, .toc',
    remove: '#footer',
    layout: '.admonitionblock > table, .colist > table',
  },
  'sqlite3-doc': {
    content: 'body',
    remove:
      'body > .nosearch:has(.menu), .searchmenu, .mainmenu, .submenu, .tagline, form, #search_submenu, p:has(> small > i)',
    neutral: '.imgcontainer, .fancy_toc, .fancy-toc, #toc_sub, .toct, [id^=toc]',
    title: '.fancy_title',
    skip: /\/(?:toc|keyword_index|search|matrix|releaselog)[^/]*\/|\/(?:toc|keyword_index|search)\.html$/,
  },
  'apache2-doc': {
    content: '#page-content',
    remove: '.toplang, .bottomlang, .top, .lang-toggle, .permalink, #comments_section, #comments_thread',
    neutral: '#quickview',
    layout: '#indextable',
  },
  'qtbase5-doc-html (qdoc)': {
    content: '.mainContent',
    remove: '.sidebar, .naviNextPrevious, .nextpage, .prevpage',
    neutral: '.toc',
    skip: /-manifest|-members\.html$/,
  },
  'libglib2.0-doc (gtk-doc)': {
    content: '.refentry, body > .chapter, body > .book, body > .part, body > .index, body > .section, body > .glossary',
    remove: 'table.navigation, .gallery_image, .footer, .listing_lines',
    neutral: '.toc',
    layout: '.refnamediv table, table.listing_frame',
  },
  'linux-doc-6.1 (Sphinx)': {
    content: '[itemprop=articleBody], [role=main] .document',
    ...sphinx,
    neutral: sphinxContents,
  },
  'python-scipy-doc (Sphinx)': {
    content: 'main > div:first-child',
    ...sphinx,
    remove: `${sphinx.remove}, .prev-next-area, .prev-next-bottom`,
    neutral: sphinxContents,
  },
  'python-sqlalchemy-doc (Sphinx)': {
    content: '#docs-body',
    ...sphinx,
    neutral: `${sphinxContents}, ul.simple:has(> li > p > a.reference.internal[id^=id])`,
  },
  'zsh-doc (texinfo)': {
    content: 'body',
    remove: 'table.header, body > hr, body > p:has(+ font), body > font, body > p:last-child, .header',
    neutral: '.contents, .shortcontents, table.menu, .menu',
    layout: 'table.menu, table.index-cp',
    skip: /\/FAQ|zsh_(?:abt|toc|ovr)/,
  },
  'libboost1.81-doc (BoostBook)': {
    content:
      'body > .section, body > .refentry, body > .chapter, body > .library, body > .article, body > .book, body > .part, body > .reference, body > .header, body > .index, body > .appendix, body > .preface, body > .glossary, body > .bibliography',
    remove: '.spirit-nav, .copyright-footer, .legalnotice',
    neutral: '.toc',
    layout: '.note table, .tip table, .warning table, .important table, .caution table, .blurb table, .sidebar table',
  },
} as const satisfies Record<string, Truth>;

/** The kit, by generator. */
export const truths = {
  mkdocs: { content: '[role=main]', remove: '.headerlink, .footnote-backref' },
  mkdocsReadthedocs: {
    content: '[role=main] .section, [itemprop=articleBody]',
    remove: '.headerlink, .footnote-backref',
  },
  mkdocsMaterial: {
    content: 'article.md-content__inner',
    remove: '.headerlink, .footnote-backref, .md-content__button, .linenos',
    layout: '.highlighttable',
  },
  sphinx: {
    furo: { content: 'article[role=main]', ...sphinx, skip: sphinxSkip },
    sphinx_rtd_theme: { content: '[itemprop=articleBody]', ...sphinx, skip: sphinxSkip },
    alabaster: { content: 'div.body[role=main]', ...sphinx, skip: sphinxSkip },
    classic: { content: 'div.body[role=main]', ...sphinx, skip: sphinxSkip },
    pydata_sphinx_theme: { content: 'main > div > section, main > section', ...sphinx, skip: sphinxSkip },
    sphinx_book_theme: { content: 'main > div > section, main section', ...sphinx, skip: sphinxSkip },
  },
  doxygen: {
    content: '.headertitle, div.contents',
    remove: '.ttc, .summary, .permalink, .dynheader, .directory .levels',
    codeDrop: '.ttc',
    neutral: '.toc, .dyncontent, .ingroups',
    title: '.headertitle .title',
    code: 'div.fragment',
    layout: '.memproto table, table.memname, table.mlabels, table.directory',
    skip: /_source\.html$|-members\.html$|graph_legend|\/(?:search|dir_|globals|functions|classes|namespacemembers|files|annotated|hierarchy|namespaces|pages)/,
  },
  asciidoctor: {
    content: '#header > h1, #content, #footnotes',
    neutral: '#toc',
    remove: '.anchor, #footer',
    codeDrop: '.linenos, .rouge-gutter, td.linenos',
    layout: '.admonitionblock > table, .colist > table, .linenotable',
  },
  asciidocKit: {
    content: '#header, #content, #footnotes',
    neutral: '#toc',
    layout: '.admonitionblock > table, .colist > table',
  },
  pandoc: { content: 'body', neutral: 'nav#TOC', remove: '.footnote-back' },
  jekyll: { content: 'article.post', remove: '.reversefootnote' },
  yard: {
    content: '#content',
    remove:
      '.summary_toggle, .constants_summary_toggle, a.inheritanceTree, .toggleSource, .showSource, .permalink, .lines',
    neutral: '#toc',
    layout: '.source_code',
    skip: /\/(?:class_list|method_list|file_list|frames|_index|top-level-namespace)\.html$/,
  },
  rdoc: {
    content: 'main[role=main]',
    remove: '.method-click-advice, .method-header .method-controls, .selflink, span:has(> a[href="#top"])',
    skip: /\/(?:table_of_contents|index)\.html$|created\.rid/,
  },
  ldoc: { content: '#content', neutral: '.contents' },
  texinfoKit: {
    content: 'body',
    remove: '.header, .nav-panel, table.header, body > hr, .copiable-link',
    neutral: '.contents, .shortcontents, .region-contents, ul.section-toc, table.menu, ul.mini-toc, .menu, ul.menu',
  },
  pod2html: { content: 'body', neutral: 'ul#index' },
  nim: {
    content: 'h1.title, #content',
    remove: '.nimdoc-source, a[href$=".html"]:has(.nonexistent)',
    neutral: '#toc-list',
    skip: /theindex|\/dochack/,
  },
  javadocKit: {
    content: 'main[role=main]',
    cell: '.summary-table > div',
    remove: '.table-tabs, .anchor-link, .sub-nav, .skip-nav',
    skip: /\/(?:index-all|allclasses|allpackages|search|help-doc|overview-tree|package-tree|index-files)/,
  },
  rustdocKit: {
    content: '#main-content',
    remove:
      '.out-of-band, .rightside, .src, a.anchor, summary.hideme, .tooltip, .test-arrow, #copy-path, rustdoc-toolbar, .rustdoc-breadcrumbs + button',
    skip: /\/(?:src|implementors|trait\.impl)\/|all\.html$|\/(?:help|settings)\.html$/,
  },
  docusaurus: {
    content: 'article, main > .row > header, main header h1',
    remove:
      '.hash-link, nav, .theme-doc-footer, .theme-edit-this-page, .pagination-nav, button, .breadcrumbs, .theme-doc-toc-mobile',
    neutral: 'article > footer, article > header > div, .theme-last-updated',
    skip: /\/(?:404|search)\.html$/,
  },
  vitepress: {
    content: '.vp-doc, .VPHero .main, .VPFeatures',
    remove: '.header-anchor, button.copy, .line-numbers-wrapper, span.lang, .VPImage',
    neutral: '.VPHero .actions',
    skip: /\/404\.html$/,
  },
  vuepress: {
    content: '[vp-content], .vp-hero, .vp-features',
    remove: '.line-numbers, .vp-copy-code-button, .vp-footer, .vp-page-meta, .vp-page-nav',
    neutral: '.vp-hero-actions',
    skip: /\/404\.html$/,
  },
  starlight: {
    content: 'main h1, .hero, .sl-markdown-content',
    neutral: '.hero .actions',
    remove: '.sl-anchor-link, .copy, .sr-only, .pagination-links, footer',
    skip: /\/404\.html$/,
  },
  nextra: {
    content: 'main[data-pagefind-body], article main',
    remove: '.subheading-anchor, .nextra-breadcrumb, .nextra-toc, button:not([role=tab])',
    skip: /\/(?:404|_not-found)/,
  },
  rspress: {
    content: '.rspress-doc, .rspress-home-hero, .rspress-home-feature',
    remove: '.header-anchor, .rspress-doc-footer',
    neutral: '[class*=actions]',
    skip: /\/404\.html$/,
  },
  typedoc: {
    content: '.col-content',
    remove: '.tsd-breadcrumb, .tsd-anchor-icon, button, .tsd-kind-icon',
    neutral: '.tsd-sources',
    entry: '.tsd-signatures > li',
    skip: /\/(?:hierarchy|modules)\.html$/,
  },
  jsdoc: { content: '#main', remove: 'nav, footer', skip: /\.js\.html$/ },
  // The page is the OpenAPI document in its script: what is drawn of it before the script runs is its beginning.
  redoc: {
    content: '.api-content',
    neutral: '.api-content > *',
    embedded: [
      { heading: 'Brindle API', level: 1 },
      '4.2.0',
      'The HTTP interface of a Brindle server.',
      { heading: 'Authentication', level: 2, id: 'section/authentication' },
      'Send the key of the queue in the header X-Brindle-Key.',
      'https://brindle.example.com',
      { heading: 'GET /queues/{queue}/jobs', level: 2 },
      ...['List waiting jobs', 'Returns the jobs of a queue in the order of their due time.'],
      ...['The name of the queue.', 'How many jobs are returned at most.', 'The jobs.', 'There is no such queue.'],
      { heading: 'POST /queues/{queue}/jobs', level: 2 },
      ...['Add a job', 'Stores a job and answers when it is on disk.', 'The name of the queue.', 'The job was stored.'],
      ...['What kind of job it is.', 'Anything JSON can hold.'],
      ...['The number of the job.', 'What kind of job it is.', 'The earliest moment it may be taken.'],
    ],
  },
  documentation: { content: '#split-right' },
  honkit: { content: 'section.markdown-section', remove: '.search-results' },
  slate: { content: '.page-wrapper .content', codeDrop: '.lineno', remove: '.dark-box' },
  pydoc: { content: 'body', remove: 'td[align=right]', layout: 'table' },
} as const;
