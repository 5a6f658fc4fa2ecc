// What is not worth a request (U5): data only, the rules that read it are in traps.ts.

/**
 * File endings docent cannot read. Left out on purpose, because documentation pages end like that too: `.map`
 * (Array.map), `.class` (java.lang.Class), `.com`, `.ai`, `.io`, `.so`, `.ts`, `.db`; and everything docent may read: `.xml`,
 * and the endings of core/forms.ts.
 */
export const skippedExtensions = {
  archive: [
    'zip',
    'gz',
    'tgz',
    'bz2',
    'tbz2',
    'xz',
    'txz',
    'zst',
    'lz4',
    'br',
    '7z',
    'rar',
    'tar',
    'cab',
    'ear',
    'war',
  ],
  package: ['jar', 'whl', 'egg', 'gem', 'nupkg', 'crate', 'vsix', 'deb', 'rpm', 'apk', 'aab', 'ipa', 'snap', 'flatpak'],
  executable: [
    'exe',
    'msi',
    'msix',
    'dll',
    'dmg',
    'pkg',
    'iso',
    'img',
    'bin',
    'appimage',
    'wasm',
    'bat',
    'ps1',
    'torrent',
  ],
  image: [
    'png',
    'jpg',
    'jpeg',
    'jpe',
    'gif',
    'webp',
    'avif',
    'svg',
    'svgz',
    'ico',
    'bmp',
    'tif',
    'tiff',
    'heic',
    'psd',
  ],
  audio: ['mp3', 'wav', 'ogg', 'oga', 'opus', 'flac', 'aac', 'm4a', 'aiff', 'wma'],
  video: ['mp4', 'm4v', 'webm', 'mov', 'avi', 'mkv', 'mpg', 'mpeg', 'ogv', 'flv', 'wmv', '3gp', 'm3u8', 'swf'],
  font: ['woff', 'woff2', 'ttf', 'otf', 'eot'],
  style: ['css', 'css.map', 'js', 'mjs', 'cjs', 'js.map', 'mjs.map'],
  office: [
    'doc',
    'docx',
    'xls',
    'xlsx',
    'ppt',
    'pptx',
    'odt',
    'ods',
    'odp',
    'rtf',
    'epub',
    'mobi',
    'ics',
    'vcf',
    'eps',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Programs that answer by query; without a query they are pages like any other. */
export const scriptExtensions = ['cgi', 'pl', 'asp', 'aspx', 'jsp', 'php'] as const;

/** A folder of programs, wherever it is. */
export const gatewayFolders = ['cgi-bin'] as const;

/** Folders that are forums directly below the root; `/docs/forum/…` is documentation. */
export const forumRoots = ['forum', 'forums'] as const;

/**
 * E5: what people write to each other and about themselves, by the first segment of its path (default-excludes.ts decides when that
 * counts). Left out on purpose, because documentation is called like that: `user` (guides), `people`, `members`, `support`.
 */
export const defaultExcludes = {
  blog: ['blog', 'blogs'],
  forum: ['forum', 'forums'],
  community: ['community', 'communities'],
  discussion: ['discuss', 'discussion', 'discussions'],
  question: ['question', 'questions'],
  profile: ['users', 'profile', 'profiles'],
  author: ['author', 'authors'],
  comment: ['comment', 'comments'],
} as const satisfies Record<string, readonly string[]>;

/** E5: whole paths of a person or a question. What lies below them is documentation: `/@scope/pkg`, `/~user/manual/`. */
export const defaultExcludedPaths: readonly { readonly word: string; readonly path: RegExp }[] = [
  { word: 'u', path: /^u\/[^/]+$/ },
  { word: '@', path: /^@[^/]+$/ },
  { word: '~', path: /^~[^/]+$/ },
  { word: 'q', path: /^q\/\d+$/ },
];

/** Default excludes that never name things of an API, as `/users` and `/comments` do. */
export const neverInterfaces = [
  'blog',
  'forum',
  'community',
] as const satisfies readonly (keyof typeof defaultExcludes)[];

/** Languages that a path begins with: `/en/blog`, `/pt-br/blog`. Not every code: `/go/`, `/ts/` and `/ai/` are no languages there. */
export const pathLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'ja',
  'ko',
  'zh',
  'cs',
].concat(['sv', 'da', 'fi', 'nb', 'no', 'id', 'vi', 'th', 'ar', 'he', 'hi', 'fa', 'ro', 'hu', 'el', 'bg']);

/** Names that a host for documentation bears: `docs.example.com`, `developer.example.com`. */
export const documentationHosts = ['docs', 'doc', 'documentation', 'developer', 'developers', 'dev', 'api'].concat([
  'apidocs',
  'reference',
  'learn',
  'help',
  'guide',
  'guides',
  'manual',
]);

export interface Endpoint {
  readonly names: readonly string[];
  /** Parameters that give the program away; a documentation page may well have others (`?apiVersion=`, `?tab=`). */
  readonly params: readonly string[];
}

/** Words that name an endpoint rather than a page when they are a whole segment (traps.ts decides when that counts). */
export const endpoints = {
  search: {
    names: ['search'],
    params: [
      'q',
      'query',
      's',
      'search',
      'term',
      'terms',
      'text',
      'keyword',
      'keywords',
      'page',
      'start',
      'offset',
      'sort',
    ],
  },
  login: {
    names: [
      'login',
      'log-in',
      'logout',
      'log-out',
      'signin',
      'sign-in',
      'sign_in',
      'signout',
      'sign-out',
      'sign_out',
    ].concat(['signup', 'sign-up', 'sign_up', 'wp-login']),
    params: [
      'next',
      'return',
      'returnto',
      'return_to',
      'return_url',
      'returnurl',
      'redirect',
      'redirect_to',
      'redirect_url',
    ].concat([
      'redirect_uri',
      'redirecturl',
      'continue',
      'dest',
      'destination',
      'from',
      'back',
      'url',
      'source',
      'action',
    ]),
  },
  cart: {
    names: ['cart', 'basket', 'checkout'],
    params: ['add', 'add-to-cart', 'item', 'product', 'sku', 'qty', 'id'],
  },
  comment: { names: ['comment', 'comments'], params: ['replytocom', 'reply', 'parent', 'post', 'id', 'page', 'sort'] },
  forum: { names: ['forum', 'forums'], params: ['t', 'f', 'p', 'id', 'topic', 'thread', 'page', 'sort'] },
} as const satisfies Record<string, Endpoint>;

/** Endings that an endpoint's name may carry: `/search.html`, `/login.aspx`. */
export const endpointExtensions = ['html', 'htm', 'action', 'do', ...scriptExtensions] as const;
