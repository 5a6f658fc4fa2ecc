// Every reason that a decision about a URL can have: what it means, and what follows from it; docs/reasons.md is generated from it.
import { errorCatalogue } from './errors.ts';

/** What kind of end or state a reason describes. */
export type ReasonKind =
  | 'stored'
  | 'duplicate'
  | 'skipped'
  | 'blocked'
  | 'gone'
  | 'failed'
  | 'waiting'
  | 'allowed'
  | 'note';

/** The flags of a reason that code checks; a missing flag is false. */
export interface ReasonFlags {
  /** About the way to a page, not about the page: found by a better way, it is accepted. */
  readonly soft?: true;
  /** Refused before it was ever requested, for a reason that another link to it may not have (U13). */
  readonly beforeRequest?: true;
  /** A request, or robots.txt before it, brought it: another spelling of the URL may be answered otherwise (U13). */
  readonly ofSpelling?: true;
  /** The server reports that there is no such page: only this removes a stored copy (F10). */
  readonly gone?: true;
  /** The response was no page, so the stored copy stays (F10). */
  readonly keepsCopy?: true;
  /** Another page answers in its place, and its own copy stays; many of them are an alert (F10, M1). */
  readonly elsewhere?: true;
  /** Nobody answered: a command that a person starts forgets it (F5). */
  readonly unanswered?: true;
  /** Nobody is there, or nobody who is trusted: a seed of such a command is tried once (F5). */
  readonly nobodyThere?: true;
  /** Nothing usable came: a stored page is reported as unreachable, not as excluded (M3). */
  readonly unusable?: true;
  /** The other URLs of the host end with the run for the same reason (R11). */
  readonly closesHost?: true;
  /** The bound is the host's own: the host waits, not the URL (F4). */
  readonly holdsHost?: true;
  /** Refused by the operator: a refresh does not queue the URL again. */
  readonly staysBlocked?: true;
  /** Not held against a seed, nor against a file that takes the place of a page on its host (H9). */
  readonly notForSeeds?: true;
  /** No seed of a command ends by it: a URL that does opens no address of this machine (H7). */
  readonly ofNoSeed?: true;
  /** A seed that is skipped for it has not failed: never, or as long as the provider has other pages. */
  readonly asSeed?: 'fine' | 'fine-with-pages';
  /** Each URL that ends by it is a warning of the run (M4). */
  readonly warns?: true;
}

/** A row of the table. */
export interface ReasonRow extends ReasonFlags {
  readonly kind: ReasonKind;
  /** One plain sentence, as `docent why` prints it below the reason. */
  readonly means: string;
}

function unansweredBy(code: 'DOC_DNS' | 'DOC_CONNECT' | 'DOC_TIMEOUT' | 'DOC_TLS') {
  const { means } = errorCatalogue[code];
  return { kind: 'failed', means, unusable: true, ofSpelling: true, unanswered: true } as const satisfies ReasonRow;
}

/** A row for each reason; the parts in angle brackets are parameters. */
export const reasonTable = Object.freeze({
  // The page is stored, or its stored copy is current.
  'http:200': { kind: 'stored', means: 'The server sent the page, and it is stored.' },
  'http:304': { kind: 'stored', means: 'The server reports that the page has not changed.' },
  'content:same': { kind: 'stored', means: 'The same text is stored already.' },
  'refresh:not-due': { kind: 'stored', means: 'It was not requested: the time of its next request has not come.' },
  'sitemap:lastmod': { kind: 'stored', means: 'It was not requested: its sitemap reports no change.' },
  'sitemap:read': { kind: 'stored', means: 'The sitemap was read, and its URLs were offered to the crawl.' },
  'folder:read': { kind: 'stored', means: 'The file was read from its folder, and it is stored.' },
  'folder:same': { kind: 'stored', means: 'The same file of its folder is stored already.' },
  'context7:read': { kind: 'stored', means: 'Context7 has answered the topic, and the answer is stored.' },
  'context7:same': { kind: 'stored', means: 'The same answer of Context7 is stored already.' },
  'channel:instead': {
    kind: 'stored',
    means: 'It was not requested: Context7 answers in place of its site.',
  },
  'github:read': { kind: 'stored', means: 'The file was read from its repository, and it is stored.' },
  'github:same': { kind: 'stored', means: 'The same file of its repository is stored already.' },

  // The page is stored under another address.
  'content:duplicate': { kind: 'duplicate', means: 'Another page has the same text, and is stored in its place.' },
  'redirect:known': { kind: 'duplicate', means: 'It redirects to a page that is stored already.' },
  'redirect:followed': { kind: 'duplicate', means: 'It redirects to the address that its page is stored under.' },
  'canonical:known': { kind: 'duplicate', means: 'Its canonical link names a page that is stored already.' },
  'canonical:followed': {
    kind: 'duplicate',
    means: 'Its canonical link names the address that its page is stored under.',
  },

  // The operator’s scope: `allowed_path_patterns`, `blocked_path_patterns`, `max_depth`.
  'scope:host': {
    kind: 'skipped',
    means: 'It is on another host than the seeds.',
    beforeRequest: true,
    ofNoSeed: true,
  },
  'scope:blocked': {
    kind: 'skipped',
    means: 'A blocked pattern of the provider matches it.',
    beforeRequest: true,
    ofNoSeed: true,
  },
  'scope:no-match': {
    kind: 'skipped',
    means: 'None of the allowed patterns matches it.',
    beforeRequest: true,
    notForSeeds: true,
    ofNoSeed: true,
  },
  'scope:default-exclude': {
    kind: 'skipped',
    means: 'Such pages are left out unless a pattern names them.',
    beforeRequest: true,
    notForSeeds: true,
    ofNoSeed: true,
  },
  'scope:depth': {
    kind: 'skipped',
    means: 'Every way to it has more links than max_depth allows.',
    beforeRequest: true,
    soft: true,
    ofNoSeed: true,
  },

  // Traps, refused before they cost a request.
  'trap:url': { kind: 'skipped', means: 'It is not an http(s) URL.', beforeRequest: true },
  'trap:length': { kind: 'skipped', means: 'The URL is longer than a crawl requests.', beforeRequest: true },
  'trap:extension': {
    kind: 'skipped',
    means: 'Its file ending is one of files that cannot be read.',
    beforeRequest: true,
  },
  'trap:cycle': { kind: 'skipped', means: 'Its path repeats itself, as endless paths do.', beforeRequest: true },
  'trap:template': { kind: 'skipped', means: 'There are too many URLs of the same form.' },
  dynamic: {
    kind: 'skipped',
    means: 'It calls a program (search, login, a script), not a page.',
    beforeRequest: true,
    notForSeeds: true,
  },

  // Files of a folder that are not read.
  'folder:ending': { kind: 'skipped', means: 'Its ending is not one of files that are read.' },
  'folder:size': { kind: 'skipped', means: 'The file is larger than a page may be.' },
  'folder:link': { kind: 'skipped', means: 'It is a symbolic link to a folder, out of the folder, or nowhere.' },
  'folder:left-out': {
    kind: 'skipped',
    means: 'It is left out by default: hidden, or among third-party files.',
  },
  'folder:special': {
    kind: 'skipped',
    means: 'It is no regular file: a pipe, a device, or made up by a kernel.',
  },
  'package:other': { kind: 'skipped', means: 'It is not among the files that document the installed package.' },
  'package:undocumented': { kind: 'skipped', means: 'The type declarations have no doc comments.' },
  'package:bound': { kind: 'skipped', means: 'The package brings along more than is read of one package.' },

  // Files of a repository that are not read.
  'github:size': { kind: 'skipped', means: 'The file of the repository is larger than a page may be.' },
  'github:not-read': {
    kind: 'skipped',
    means: 'It is no document of the repository’s folder.',
    asSeed: 'fine-with-pages',
  },

  // Links that are not followed.
  'link:nofollow': {
    kind: 'skipped',
    means: 'Every link to it is marked rel=nofollow.',
    beforeRequest: true,
    soft: true,
  },
  'link:empty': { kind: 'skipped', means: 'The link is empty.', beforeRequest: true },
  'link:fragment': { kind: 'skipped', means: 'The link leads to a place in its own page.', beforeRequest: true },
  'link:invalid': { kind: 'skipped', means: 'The link is not a URL.', beforeRequest: true },
  'link:scheme': { kind: 'skipped', means: 'The link is not http or https.', beforeRequest: true },
  'link:outside': { kind: 'skipped', means: 'The link leads out of the folder of its file.', beforeRequest: true },
  'link:email': { kind: 'skipped', means: 'The path of the link has an e-mail address in it.', beforeRequest: true },
  'link:length': { kind: 'skipped', means: 'The link is too long to be a URL.', beforeRequest: true },
  'link:type': {
    kind: 'skipped',
    means: 'The link names a form of the page that cannot be read.',
    beforeRequest: true,
  },
  'query:dropped': { kind: 'skipped', means: 'Without its query, which is dropped, it is another page.' },

  // Redirects that end a URL.
  'redirect:temporary': {
    kind: 'skipped',
    means: 'It redirects elsewhere for now; the stored copy stays.',
    elsewhere: true,
  },
  'redirect:elsewhere': {
    kind: 'skipped',
    means: 'It redirects to a page that is not its own; its copy stays.',
    elsewhere: true,
  },
  'canonical:elsewhere': {
    kind: 'skipped',
    means: 'Its canonical link names one that is not its own; its copy stays.',
    elsewhere: true,
  },
  'redirect:scope': { kind: 'skipped', means: 'It redirects to a URL outside of the scope.', ofSpelling: true },
  'redirect:trap': { kind: 'skipped', means: 'It redirects to a URL that is refused as a trap.', ofSpelling: true },
  'redirect:missing': { kind: 'failed', means: 'It redirects without saying where to.' },
  'redirect:invalid': { kind: 'failed', means: 'It redirects to something that is not a URL.' },
  'redirect:scheme': { kind: 'failed', means: 'It redirects to a URL that is not http or https.' },
  'redirect:email': { kind: 'failed', means: 'It redirects to a path with an e-mail address in it.' },
  'redirect:loop': { kind: 'failed', means: 'Its redirects lead back to where they began.', ofSpelling: true },
  'redirect:limit': { kind: 'failed', means: 'It redirects too many times.' },
  'redirect:query': { kind: 'failed', means: 'It redirects to itself with a query that is dropped.', ofSpelling: true },

  // Answers without a text to store.
  'content:type': { kind: 'skipped', means: 'Its content is of a type that is not read.', unusable: true },
  'content:empty': {
    kind: 'skipped',
    means: 'Of a page without text nothing is stored.',
    unusable: true,
    keepsCopy: true,
  },
  'content:nodes': {
    kind: 'skipped',
    means: 'It is too large to be read as far as its text.',
    unusable: true,
    keepsCopy: true,
  },
  'content:menu': { kind: 'skipped', means: 'It only lists other pages.', unusable: true },
  'content:soft-error': {
    kind: 'skipped',
    means: 'It refuses the browser, or would replace a page by an error.',
    unusable: true,
    keepsCopy: true,
    ofSpelling: true,
  },
  'content:needs-browser': {
    kind: 'skipped',
    means: 'Scripts write its text, and only a browser runs them.',
    unusable: true,
    keepsCopy: true,
  },
  'content:no-document': {
    kind: 'skipped',
    means: 'It was named as a file with a page’s text, and is none.',
    unusable: true,
    keepsCopy: true,
  },
  'duplicate:collapsed': {
    kind: 'skipped',
    means: 'Its text is now the text of another page; its earlier copy stays.',
    elsewhere: true,
  },
  'shell:openapi': {
    kind: 'skipped',
    means: 'Scripts write it; its OpenAPI document is read instead.',
    keepsCopy: true,
    asSeed: 'fine-with-pages',
  },
  'shell:markdown': {
    kind: 'skipped',
    means: 'Scripts write it; its Markdown files are read instead.',
    keepsCopy: true,
    asSeed: 'fine-with-pages',
  },
  'shell:script': {
    kind: 'skipped',
    means: 'Scripts write it; the files that they name are read instead.',
    keepsCopy: true,
    asSeed: 'fine-with-pages',
  },

  // Excluded by the page, its site or the operator.
  'channel:left': {
    kind: 'skipped',
    means: 'Context7 answers in place of its site, which is not crawled.',
    asSeed: 'fine',
  },
  'robots:noindex': {
    kind: 'skipped',
    means: 'The page’s own wish is obeyed, and nothing of it is stored.',
    asSeed: 'fine',
  },
  'robots:<dialect>:line-<n>': { kind: 'blocked', means: 'This line of robots.txt decided.', ofSpelling: true },
  'robots:<dialect>:closed': {
    kind: 'blocked',
    means: 'robots.txt cannot be read, so nothing of the site is requested.',
    ofSpelling: true,
    closesHost: true,
  },
  'robots:<dialect>:deferred': {
    kind: 'blocked',
    means: 'robots.txt cannot be read; it is requested again later.',
    ofSpelling: true,
  },
  excludePaths: {
    kind: 'blocked',
    means: 'A pattern of exclude_paths matches it.',
    beforeRequest: true,
    staysBlocked: true,
  },
  blocklist: { kind: 'blocked', means: 'It is on the blocklist.', staysBlocked: true },
  'terms:forbidden': { kind: 'blocked', means: 'The terms of the site forbid crawling.' },
  'provider:disabled': { kind: 'blocked', means: 'The provider is disabled.' },

  // What the server answered.
  'http:401': { kind: 'skipped', means: 'The server requires a login.', unusable: true },
  'http:403': {
    kind: 'blocked',
    means: 'The server forbids it, so it is not requested again.',
    unusable: true,
    warns: true,
  },
  'token:refused': {
    kind: 'skipped',
    means: 'The server forbids it to the token that was sent with the request.',
    unusable: true,
    warns: true,
  },
  'http:404': {
    kind: 'gone',
    means: 'The server reports that there is no such page.',
    gone: true,
    ofSpelling: true,
  },
  'http:410': {
    kind: 'gone',
    means: 'The server reports that the page is gone for good.',
    gone: true,
    ofSpelling: true,
  },
  'folder:missing': { kind: 'gone', means: 'There is no such file in the folder.', gone: true },
  'context7:gone': {
    kind: 'gone',
    means: 'Context7 has nothing about the topic, or it is no topic any more.',
    gone: true,
  },
  'context7:failed': { kind: 'failed', means: 'Context7 could not answer about the topic.', unusable: true },
  'folder:unreadable': {
    kind: 'failed',
    means: 'The file, or the folder with its files, could not be read.',
    unusable: true,
  },
  'github:missing': { kind: 'gone', means: 'There is no such file in the repository.', gone: true },
  'github:cut': {
    kind: 'failed',
    means: 'GitHub lists a part of the repository, and the file is not in it.',
    unusable: true,
  },
  'github:mismatch': {
    kind: 'failed',
    means: 'GitHub sent other bytes than those of the listed file.',
    unusable: true,
  },
  'github:refused': {
    kind: 'failed',
    means: 'GitHub refuses the repository, or there is none of that name.',
    unusable: true,
  },
  'github:outage': {
    kind: 'failed',
    means: 'GitHub cannot be reached, or does not answer as documented.',
    unusable: true,
  },
  'http:<status>': {
    kind: 'failed',
    means: 'The status of the server’s answer; only 2xx brings a page.',
    unusable: true,
  },

  // No answer, or none that can be used; docs/errors.md describes what to do.
  DOC_ADDRESS: { kind: 'failed', means: errorCatalogue.DOC_ADDRESS.means, unusable: true, ofSpelling: true },
  DOC_DNS: { ...unansweredBy('DOC_DNS'), nobodyThere: true },
  DOC_CONNECT: { ...unansweredBy('DOC_CONNECT'), nobodyThere: true },
  DOC_TIMEOUT: unansweredBy('DOC_TIMEOUT'),
  DOC_TLS: { ...unansweredBy('DOC_TLS'), nobodyThere: true },
  DOC_PROTOCOL: { kind: 'failed', means: errorCatalogue.DOC_PROTOCOL.means, unusable: true, ofSpelling: true },
  DOC_HEADERS: { kind: 'failed', means: errorCatalogue.DOC_HEADERS.means, unusable: true },
  DOC_TOO_LARGE: { kind: 'skipped', means: errorCatalogue.DOC_TOO_LARGE.means, unusable: true, warns: true },
  DOC_TRUNCATED: { kind: 'failed', means: errorCatalogue.DOC_TRUNCATED.means, unusable: true },
  DOC_ENCODING: { kind: 'failed', means: errorCatalogue.DOC_ENCODING.means, unusable: true },
  DOC_EXTRACT: { kind: 'failed', means: errorCatalogue.DOC_EXTRACT.means, unusable: true },

  // Sitemaps that cannot be read.
  'sitemap:doctype': { kind: 'failed', means: 'The sitemap declares entities of its own.' },
  'sitemap:depth': { kind: 'failed', means: 'The elements of the sitemap are nested too deeply.' },
  'sitemap:gzip': { kind: 'failed', means: 'The compressed sitemap is damaged.' },
  'sitemap:not-a-sitemap': { kind: 'failed', means: 'The file is not a sitemap.' },

  // Addresses that are not connected to.
  'address:loopback': { kind: 'failed', means: 'The address is that of this machine.', ofNoSeed: true },
  'address:own': { kind: 'failed', means: 'The address is that of this docent itself.' },
  'address:private': { kind: 'failed', means: 'The address is one of a private network.' },
  'address:link-local': { kind: 'failed', means: 'The address is one of the nearest network only.' },
  'address:metadata': { kind: 'failed', means: 'The address is that of a cloud’s metadata service.' },
  'address:reserved': { kind: 'failed', means: 'The address is reserved, or none at all.' },

  // The URL waits.
  'frontier:queued': { kind: 'waiting', means: 'It waits for its turn.' },
  'frontier:refresh': { kind: 'waiting', means: 'It waits to be requested again.' },
  'frontier:spelling': { kind: 'waiting', means: 'Another spelling of the URL has its turn.' },
  'redirect:following': { kind: 'waiting', means: 'It redirects; the next request goes there.' },
  'robots:asked': { kind: 'waiting', means: 'robots.txt was requested first; the page comes next.' },
  'run:stopped': { kind: 'waiting', means: 'The run was stopped while it was under way.' },
  'host:clock': { kind: 'waiting', means: 'The pause between two requests to the host is not over.' },
  'host:silent': { kind: 'waiting', means: 'The host has not answered yet.' },
  'host:pause': { kind: 'waiting', means: 'The host has requested a pause.' },
  'host:parked': { kind: 'waiting', means: 'The host answered with too many errors and is left alone.' },
  'live:busy': { kind: 'waiting', means: 'Too many pages are being read at once.' },
  'budget:hour': { kind: 'waiting', means: 'The requests allowed in an hour have been made.' },
  'budget:day': { kind: 'waiting', means: 'The requests allowed in a day have been made.' },
  'budget:host-hour': {
    kind: 'waiting',
    means: 'The requests allowed to the host in an hour have been made.',
    holdsHost: true,
  },
  'budget:host-day': {
    kind: 'waiting',
    means: 'The requests allowed to the host in a day have been made.',
    holdsHost: true,
  },
  'budget:host-run': {
    kind: 'waiting',
    means: 'The requests allowed to the host in one run have been made.',
    holdsHost: true,
  },
  'budget:api': {
    kind: 'waiting',
    means: 'The requests that the API allows for now have been made.',
    holdsHost: true,
  },
  'github:retry': { kind: 'waiting', means: 'GitHub did not answer; it is requested again after a pause.' },

  // Decisions in favour of a URL, and steps on its way.
  'scope:seed': { kind: 'allowed', means: 'It is a seed.' },
  'scope:allowed': { kind: 'allowed', means: 'An allowed pattern matches it.' },
  'shell:document': { kind: 'allowed', means: 'It is a file in place of a page that scripts write.' },
  'trap:none': { kind: 'allowed', means: 'No trap was found.' },
  'robots:<dialect>:no-rule': { kind: 'allowed', means: 'No rule of robots.txt matches it.' },
  'robots:<dialect>:no-group': { kind: 'allowed', means: 'No group of robots.txt is about this crawler.' },
  'robots:<dialect>:too-large': {
    kind: 'allowed',
    means: 'robots.txt is too large to be read, which allows everything.',
  },
  'robots:<dialect>:itself': { kind: 'allowed', means: 'robots.txt itself may always be requested.' },
  'robots:<dialect>:open': {
    kind: 'allowed',
    means: 'robots.txt forbids nothing: there is none, or it is out of reach.',
  },
  'robots:off': { kind: 'allowed', means: 'robots.txt is switched off by the operator.' },
  'robots:page': { kind: 'allowed', means: 'The page itself states what is allowed.' },
  'address:public': { kind: 'allowed', means: 'The address is public.' },
  'address:name': { kind: 'allowed', means: 'The host is a name; its addresses are judged next.' },
  'address:open': { kind: 'allowed', means: 'The address is that of a server which was opened here.' },
  'address:allow_private': { kind: 'allowed', means: 'The operator allows the address (allow_private).' },
  'content:sniffed': { kind: 'allowed', means: 'The server does not name the type; the content decides.' },
  'canonical:none': { kind: 'allowed', means: 'The page has no canonical link.' },
  'canonical:self': { kind: 'allowed', means: 'The canonical link names the page itself.' },
  'canonical:link': { kind: 'allowed', means: 'The canonical link names the address to store it under.' },
  'canonical:host': { kind: 'allowed', means: 'The canonical link names another host, and is not followed.' },
  'canonical:scope': { kind: 'allowed', means: 'The canonical link leads out of the scope, and is not followed.' },
  'refresh:first': { kind: 'allowed', means: 'It was never requested before.' },
  'refresh:failed': { kind: 'allowed', means: 'Its last answer was an error.' },
  'refresh:clock': { kind: 'allowed', means: 'The time of its last request lies in the future.' },
  'refresh:longest': { kind: 'allowed', means: 'It is requested at least this often.' },
  'refresh:lastmod': { kind: 'allowed', means: 'The sitemap has the date of its last change.' },
  'refresh:interval': { kind: 'allowed', means: 'It is due by how often it has changed.' },
  'terms:allowed': { kind: 'allowed', means: 'The terms of the site allow crawling.' },
  'terms:unclear': { kind: 'allowed', means: 'The terms of the site do not state whether crawling is allowed.' },
  'terms:unknown': { kind: 'allowed', means: 'Nobody has recorded what the terms of the site allow.' },

  // What a run reports beside its URLs.
  'cap:pages': { kind: 'note', means: 'As many pages are stored as max_pages allows.' },
  'cap:flag': { kind: 'note', means: 'A flag is above the bound of the source, which holds.' },
  'cap:run': { kind: 'note', means: 'As many pages were stored as one run may store.' },
  trial: { kind: 'note', means: 'The first run of a provider is a trial with few pages.' },
  'retain:preview': { kind: 'note', means: 'Only the beginning of each text is kept.' },
  'index:behind': { kind: 'note', means: 'Pages are stored that the search index does not have yet.' },
  'chrome:learnt': { kind: 'note', means: 'Menus and footers that all pages share were found.' },
  redirect: { kind: 'note', means: 'The server names another address.' },
  sitemap: { kind: 'note', means: 'The sitemap was read.' },
  extract: { kind: 'note', means: 'Something was noted while the page was read.' },
  'extract:links-cut': { kind: 'note', means: 'The page has more links than are followed.' },
  'extract:nodes-cut': { kind: 'note', means: 'The page has more elements than are read.' },
  'extract:text-cut': { kind: 'note', means: 'The page has a longer text without markup than is read.' },
  'body-surplus': { kind: 'note', means: 'The server sent more than it had announced.' },
  'channel:crawl': { kind: 'note', means: 'The site itself is crawled, not a copy of it elsewhere.' },
  'channel:api': { kind: 'note', means: 'The documentation is read through an official interface.' },
  'channel:context7': { kind: 'note', means: 'Context7 has the library, fresh enough.' },
  'channel:miss': {
    kind: 'note',
    means: 'Context7 does not have the library, its version or the subject.',
  },
  'channel:later': { kind: 'note', means: 'Context7 has not finished indexing the library.' },
  'channel:stale': { kind: 'note', means: 'The copy of Context7 is older than the provider allows.' },
  'channel:limited': {
    kind: 'note',
    means: 'Context7 requests a lower rate, or is paused after several faults.',
  },
  'channel:outage': { kind: 'note', means: 'Context7 cannot be reached, or does not answer as documented.' },
  'channel:off': { kind: 'note', means: 'Context7 refuses this account or request: somebody has to look.' },
  'channel:consent': { kind: 'note', means: 'Questions may not leave this machine (context7.ask is off).' },
  'render:missing': { kind: 'note', means: 'Pages are to be rendered, and docent has no browser yet.' },
  'seed:query': { kind: 'note', means: 'A seed is requested without its query.' },
  'seed:blocked': { kind: 'note', means: 'A blocked pattern of its own provider matches a seed, and wins.' },
  'agent:contact': { kind: 'note', means: 'The site has no contact to write to about the crawl.' },
  'provider:unknown': { kind: 'note', means: 'The provider is not configured any more.' },
  'package:missing': { kind: 'note', means: 'The package is not installed any more.' },
} as const satisfies Record<string, ReasonRow>);
