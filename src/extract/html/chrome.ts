// What is never a page's content (E2), what is although it looks like chrome, and where content is (E1): words only.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose inside is code or is not shown; nothing in them is looked at. */
export const closedNames = words('embed iframe noembed noframes noscript object script style template title');

/** Elements that are menus, page heads and page feet. */
export const chromeNames = words('aside footer header nav');

/** Drawings and players: their text is not prose, but the Markdown writer decides what becomes of them. */
export const wordlessNames = words('audio canvas datalist svg video');

/** What a reader presses; elements with such a role count too. */
export const controlNames = words('button clipboard-copy');

/** What titles a part of the page, also when pressing it opens that part. */
export const titleNames = words('caption dt h1 h2 h3 h4 h5 h6 legend summary');

/** What no mere button holds. */
export const blockNames = words('dl h1 h2 h3 h4 h5 h6 img math ol p picture pre table ul');

/**
 * E2's classes, then ours: the forms of the same things that DocBook writes, links to skip them, and what is beside
 * the text to act on it: to copy, to edit, to go back to where a footnote is named.
 */
export const chromeClasses = words(
  'ad ads advertisement sidebar breadcrumb breadcrumbs pagination pager cta banner announcement alert-banner promo ' +
    'feedback feedback-widget thumbs-up-down was-helpful cookie-banner cookie-consent gdpr-banner ' +
    'navheader navfooter skip-link skip-nav skip-to-content ' +
    'copy-button copybtn mw-editsection mw-cite-backlink data-footnote-backref reversefootnote footnote-back ' +
    'navpath spirit-nav toplang bottomlang page-menu col-sidebar search-results method-click-advice',
);

/** Ids of chrome. */
export const chromeIds = words('titlearea nav-path');

/** Parts of longer class names of chrome (`prev-next-area`, `nextra-breadcrumb`), unless one of `questionWords` is before. */
export const chromeParts = words('prev-next prevnext left-prev right-next pagination pager breadcrumb breadcrumbs');
export const questionWords = words('has with no without is show hide');

/** Classes that mean chrome on one element only: rustdoc's links to the source, and the titles of parts that are open. */
export const chromeClassOwners: ReadonlyMap<string, string> = new Map([
  ['src', 'a'],
  ['srclink', 'a'],
  ['hideme', 'summary'],
  ['rightside', 'span'],
  ['out-of-band', 'span'],
]);

/** Classes and ids of menus, which content has too: chrome where there is little but links in it. */
export const menuNames = words(
  'menu menubar mainmenu submenu nav nav-panel navbar navigation navbuttons topnav bottomnav subnav header path up linkbar',
);

/** Classes and ids of the ends of a page: chrome where it is at an end, and holds no heading and no code. */
export const edgeNames = words(
  'page-header site-header masthead footer page-footer site-footer copyright-footer copyright footer-text page-info ' +
    'vp-footer theme-footer doc-footer docs-footer home-footer main-footer global-footer',
);
/** Ids of the ends of a page; a class of this name is chrome everywhere. */
export const edgeIds = words('sidebar sidebar-wrapper left-sidebar leftsidebar right-sidebar');

/** Words of links to the neighbours of a page: as their text, as the text of their image, and before them. */
export const wayWords = words(
  'prev previous next up top home contents toc index back forward start first last parent logo',
);
export const wayRelations = words('prev previous next up contents start first last');
export const wayKeys = words('p n u h');
export const wayClasses = words(
  'prev previous next prevPage nextPage prev-page next-page prev-link next-link nav-prev nav-next page-prev page-next',
);
/** The title of such a link; the word alone may be the name of a function. */
export const wayTitle = /^(?:previous|prev|next|up)\s(?:page|section|chapter|topic|article|node)\b.{0,40}$/i;

/** Ends of links to the head of the page, and their words. */
export const topTargets = words('#top #page-header #page-top #pagetop #header #toc #TOC');
export const topWords: ReadonlySet<string> = new Set([
  ...['', 'top', 'up', 'to top', 'back to top', 'return to top', 'go to top', 'top of page', 'back to the top'],
  ...['table of contents', 'back to contents', 'back to toc', 'toc', 'contents'],
]);

/** Labels of what is chrome everywhere. */
export const wayLabel = /^\s*(?:breadcrumbs?|pagination|page navigation|breadcrumb navigation)\s*$/i;

/** Titles of a list of the page's own sections that only helps to move about. A list called “Contents” may be the author's. */
export const contentsTitles: ReadonlySet<string> = new Set([
  ...['on this page', 'in this article', 'in this page', 'page contents', 'jump to', 'quick navigation'],
  ...['이 페이지의 내용', '이 문서의 내용', 'このページの内容', '本页目录'],
]);

/** Links that act on what is beside them, by their whole text. */
export const actionTexts: ReadonlySet<string> = new Set([
  ...['source', '[source]', 'src', '[src]', 'view source', 'show source', 'source edit', 'edit', '[edit]', 'run'],
  ...['collapse', 'expand', 'show all', 'hide all', 'click to toggle source', 'toggle source', 'toggle'],
]);
/** Parts of the classes of such links, and of the lines that hold one beside a signature. */
export const actionClass = /(?:^|[\s_-])(?:src|seesrc|source|viewcode|toggle|edit)(?:$|[\s_-])/i;

/** A table of contents: chrome, unless a page holds little else. */
export const tocClasses = words('toc table-of-contents onthispage on-this-page');
export const tocRoles = words('doc-toc directory');

/** Ids of a table of contents, on elements that hold one: a heading or an anchor of this id is the author's. */
export const tocIds = words('toc TOC');
export const tocPlaces = words('div nav aside ul ol');

/** Where content is, by the names that E1 has and those that single generators write (Rspress, documentation.js). */
export const bodyClasses = words('markdown-body rspress-doc');
export const contentIds = words('content split-right');

/** The head of a landing page inside of the content: its title and what the product is. */
export const heroClass = /(?:^|[\s_-])hero(?:$|[\s_-])/i;

/** What `nav`, `header`, `footer`, `aside` and `search` are for a screen reader (ours). */
export const chromeRoles = words('navigation banner contentinfo complementary search');

export const chromeAttributes = words('data-ad data-adunit');

/** Footnotes, topics and admonitions, as the generators name them: content, also when they are an `aside`. */
export const keptClasses = words(
  'footnote footnotes footnote-list footnote-definition citation topic admonition theme-admonition admonitionblock ' +
    'note notice tip hint warning caution important danger error attention info seealso example callout notecard ' +
    'custom-block markdown-alert starlight-aside key-point key-term special success sidenote marginnote deprecated versionadded ' +
    'versionchanged',
);
export const keptRoles = words('note doc-footnote doc-endnote doc-endnotes doc-tip doc-notice doc-example');

/** docutils' sidebar directive writes content under the name of chrome; its title distinguishes it. */
export const sidebarTitle = 'sidebar-title';

/** One panel of a tab group or an accordion: hidden until it is clicked. */
export const panelClasses = words(
  'tab-pane tab-panel tabpanel tab-content tabcontent tabs-panel tabs-content sphinx-tabs-panel tabbed-block ' +
    'tabbed-content accordion-collapse accordion-content',
);
export const panelRoles = words('tabpanel region');

/** Tool tips that the generator's own style sheet hides until the pointer is over a name. */
export const hiddenClasses = words('ttc notable-traits-tooltiptext');

/** Notes to the text, which some generators write behind the content. */
export const noteIds = words('footnotes');
export const noteClasses = words('footnotes');
export const noteRoles = words('doc-endnotes');

/** Text for screen readers alone: it repeats visible text, unless it is all the text of a heading or a cell. */
export const readerOnlyClasses = words(
  'sr-only visually-hidden visuallyhidden visually-hidden-focusable screen-reader-text screenreader-only show-for-sr ' +
    'u-visually-hidden a11y-hidden assistive-text',
);

/** A hidden formula beside its picture: its TeX is what is kept. */
export const formulaClasses = words(
  'katex-mathml mwe-math-mathml-inline mwe-math-mathml-display mwe-math-mathml-a11y mjx-assistive-mml MJX_Assistive_MathML',
);
