// What is never a page's content (E2), what is although it looks like chrome, and where content stands (E1): words only.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose inside is code or is not shown; nothing in them is looked at. */
export const closedNames = words('embed iframe noembed noframes noscript object script style template title');

/** Elements that are menus, page heads and page feet. */
export const chromeNames = words('aside footer header nav');

/** Drawings and players: their text is not prose, but what becomes of them is decided by whoever writes the page down. */
export const wordlessNames = words('audio canvas datalist svg video');

/** What a reader presses; the same is what says so by its role. */
export const controlNames = words('button clipboard-copy');

/** What titles a part of the page, also when pressing it opens that part. */
export const titleNames = words('caption dt h1 h2 h3 h4 h5 h6 legend summary');

/** What no mere button holds. */
export const blockNames = words('dl h1 h2 h3 h4 h5 h6 img math ol p picture pre table ul');

/**
 * E2's classes, then ours: the forms of the same things that DocBook writes, links to skip them, and what stands beside
 * the text to act on it: to copy, to edit, to go back to where a footnote is named.
 */
export const chromeClasses = words(
  'ad ads advertisement sidebar breadcrumb breadcrumbs pagination pager cta banner announcement alert-banner promo ' +
    'feedback feedback-widget thumbs-up-down was-helpful cookie-banner cookie-consent gdpr-banner ' +
    'navheader navfooter skip-link skip-nav skip-to-content ' +
    'copy-button copybtn mw-editsection mw-cite-backlink data-footnote-backref',
);

/** The same as parts of longer class names (`prev-next-area`, `nextra-breadcrumb`), unless a word before says whether there is one. */
export const chromeParts = words('prev-next prevnext left-prev right-next pagination pager breadcrumb breadcrumbs');
export const questionWords = words('has with no without is show hide');

/** Classes that mean chrome on one element only: rustdoc's links to the source, and the titles of parts that are open. */
export const chromeClassOwners: ReadonlyMap<string, string> = new Map([
  ['src', 'a'],
  ['srclink', 'a'],
  ['hideme', 'summary'],
]);

/** A table of contents: chrome, unless a page holds little else. */
export const tocClasses = words('toc table-of-contents');
export const tocRoles = words('doc-toc directory');

/** What `nav`, `header`, `footer`, `aside` and `search` are for a screen reader (ours). */
export const chromeRoles = words('navigation banner contentinfo complementary search');

export const chromeAttributes = words('data-ad data-adunit');

/** Footnotes, topics and admonitions, as the generators name them: content, also when they are an `aside`. */
export const keptClasses = words(
  'footnote footnotes footnote-list footnote-definition citation topic admonition theme-admonition admonitionblock ' +
    'note notice tip hint warning caution important danger error attention info seealso example callout notecard ' +
    'custom-block markdown-alert starlight-aside key-point key-term special sidenote marginnote deprecated versionadded ' +
    'versionchanged',
);
export const keptRoles = words('note doc-footnote doc-endnote doc-endnotes doc-tip doc-notice doc-example');

/** docutils' sidebar directive writes content under the name of chrome; its title tells it apart. */
export const sidebarTitle = 'sidebar-title';

/** One panel of a tab group or an accordion: hidden until it is clicked. */
export const panelClasses = words(
  'tab-pane tab-panel tabpanel tab-content tabcontent tabs-panel tabs-content sphinx-tabs-panel tabbed-block ' +
    'tabbed-content accordion-collapse accordion-content',
);
export const panelRoles = words('tabpanel region');

/** Text for screen readers alone. Inside a link or button it says what the icon beside it shows; elsewhere it is content. */
export const readerOnlyClasses = words(
  'sr-only visually-hidden visuallyhidden visually-hidden-focusable screen-reader-text screenreader-only show-for-sr ' +
    'u-visually-hidden a11y-hidden assistive-text',
);

/** A hidden formula beside its picture: its TeX is what is kept. */
export const formulaClasses = words(
  'katex-mathml mwe-math-mathml-inline mwe-math-mathml-display mwe-math-mathml-a11y mjx-assistive-mml MJX_Assistive_MathML',
);
