// What pages are like that scripts write in a browser: data, read by the rules of shell.ts, words.ts and api-viewer.ts.
import type { Element } from '../html/node.ts';

/** Ids of the elements that scripts write a whole page into. */
const pageRootIds =
  'app root main-app app-root app-container react-root react-app vue-app mount __next __nuxt ___gatsby q-app __docusaurus ' +
  'docusaurus svelte storybook-root ember-app';
/** Ids of the elements that a viewer writes an API into. */
const viewerRootIds =
  'swagger-ui swagger-ui-container swagger-ui-wrap redoc redoc-container redoc_container rapidoc api-reference scalar-app ' +
  'elements-app';
const viewerElements =
  'redoc rapi-doc rapi-doc-mini elements-api elements-stoplight-project openapi-explorer swagger-ui scalar-api-reference';

const rootIds = new Set(`${pageRootIds} ${viewerRootIds}`.split(' '));
const rootElements = new Set(`app-root ${viewerElements}`.split(' '));
const viewerIds = new Set(viewerRootIds.split(' '));
const viewerNames = new Set(viewerElements.split(' '));

/** Whether scripts are known to write into an element. */
export function isKnownRoot({ name, marks }: Element): boolean {
  return rootElements.has(name) || (marks.id !== undefined && rootIds.has(marks.id));
}

/** Whether a program that shows an API writes into it. */
export function isViewerRoot({ name, marks }: Element): boolean {
  return viewerNames.has(name) || (marks.id !== undefined && viewerIds.has(marks.id));
}

/** Parts of the addresses of scripts that only watch, measure or talk: none of them writes a page. */
export const watchers: readonly string[] = [
  ...['googletagmanager.com', 'google-analytics.com', 'gtag/js', 'analytics', 'plausible', 'matomo', 'piwik', 'umami'],
  ...['hotjar', 'segment.com', 'segment.io', 'fathom', 'goatcounter', 'clarity.ms', 'cloudflareinsights', 'mixpanel'],
  ...['sentry', 'newrelic', 'nr-data', 'datadoghq', 'cookiebot', 'cookieconsent', 'onetrust', 'consent', 'adsbygoogle'],
  ...['googlesyndication', 'doubleclick', 'hs-scripts', 'hubspot', 'intercom', 'crisp.chat', 'drift.com', 'disqus'],
  ...[
    'giscus',
    'utteranc',
    'mathjax',
    'katex',
    'mermaid',
    'highlight',
    'prism',
    'live-reload',
    'livereload',
    'modernizr',
  ],
  ...['email-decode', 'polyfill', 'recaptcha', 'addthis', 'statcounter', 'baidu.com/hm', 'mc.yandex'],
];

/** What an inline script does that writes a page. */
export const writingCode: readonly string[] = [
  'innerHTML',
  'document.write',
  '.mount(',
  '.render(',
  'hydrate',
  'createApp(',
  'import(',
];

/** Content without words: a page that has one of these is not empty. */
export const wordless: ReadonlySet<string> = new Set(
  'img picture video audio object embed iframe frame math table'.split(' '),
);

/** Whole texts in the place of a page to come; lower case, without punctuation at their ends. */
export const placeHolders: ReadonlySet<string> = new Set([
  ...['loading', 'loading please wait', 'please wait', 'please wait while loading', 'please stand by', 'one moment'],
  ...['one moment please', 'just a moment', 'just a moment please', 'hang on', 'hold on'],
  ...['now loading', 'still loading'],
  ...['loading app', 'loading application', 'loading the app', 'loading the application', 'loading page'],
  ...['loading content', 'loading docs', 'loading documentation', 'loading data', 'loading specification'],
  ...['the page is loading', 'page is loading', 'content is loading', 'application is loading', 'app is loading'],
  ...['please wait while the page loads', 'please wait while the page is loading', 'your content is loading'],
  // German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Russian
  ...['bitte warten', 'wird geladen', 'lädt', 'seite wird geladen', 'einen moment', 'einen moment bitte'],
  ...['inhalt wird geladen', 'einen augenblick bitte', 'chargement', 'chargement en cours', 'veuillez patienter'],
  ...['un instant', 'patientez', 'cargando', 'por favor espere', 'espere por favor', 'un momento'],
  ...['un momento por favor', 'carregando', 'a carregar', 'aguarde', 'por favor aguarde', 'caricamento'],
  ...['caricamento in corso', 'attendere', 'attendere prego', 'bezig met laden', 'even geduld', 'even geduld aub'],
  ...['ładowanie', 'proszę czekać', 'wczytywanie', 'yükleniyor', 'lütfen bekleyin', 'загрузка', 'идёт загрузка'],
  ...['идет загрузка', 'подождите', 'пожалуйста подождите', 'пожалуйста, подождите', 'завантаження'],
  // Japanese, Korean, Chinese
  ...[
    '読み込み中',
    '読み込み中です',
    'ロード中',
    'ローディング中',
    'お待ちください',
    'お待ち下さい',
    'しばらくお待ちください',
  ],
  ...[
    '少々お待ちください',
    '読込中',
    '로딩 중',
    '로딩중',
    '로딩 중입니다',
    '로딩중입니다',
    '불러오는 중',
    '불러오는 중입니다',
  ],
  ...[
    '잠시만 기다려 주세요',
    '잠시만 기다려주세요',
    '잠시만 기다려 주십시오',
    '기다려 주세요',
    '페이지를 불러오는 중입니다',
  ],
  ...['加载中', '正在加载', '正在加载中', '页面加载中', '请稍候', '请稍等', '请等待', '载入中', '正在载入'],
  ...['載入中', '正在載入', '請稍候', '請稍等', '讀取中', '加載中', '正在加載'],
]);

/** How a place-holder begins that goes on with a name and ends with dots: "Loading Acme Docs …". */
export const placeHolderStarts: readonly string[] = [
  ...['loading', 'please wait', 'initializing', 'initialising', 'rendering', 'fetching', 'starting', 'connecting'],
  ...[
    'redirecting',
    'preparing',
    'bitte warten',
    'lade',
    'laden',
    'chargement',
    'veuillez patienter',
    'cargando',
    'espere',
  ],
  ...['carregando', 'caricamento', 'загрузка', 'ładowanie'],
];

/** Sentences about JavaScript in the place of a page to come. Shared words of soft-error-words.ts are about any browser. */
export const scriptWalls: readonly string[] = [
  ...[
    'enable javascript',
    'turn on javascript',
    'javascript is required',
    'javascript is disabled',
    'without javascript',
  ],
  ...['javascript is not enabled', 'javascript must be enabled', 'requires javascript', 'needs javascript'],
  ...[
    'javascript to be enabled',
    'javascript enabled',
    'activate javascript',
    'allow javascript',
    'javascript is turned off',
  ],
  ...['your browser does not support javascript', "your browser doesn't support javascript", 'need javascript'],
  ...[
    'javascript to run',
    'javascript to view',
    'javascript to use',
    'uses javascript',
    'javascript has been disabled',
  ],
  ...['javascript aktivieren', 'aktivieren sie javascript', 'aktiviere javascript', 'benötigt javascript'],
  ...[
    'javascript wird benötigt',
    'ohne javascript',
    'javascript ist deaktiviert',
    'activer javascript',
    'activez javascript',
  ],
  ...[
    'javascript est désactivé',
    'nécessite javascript',
    'sans javascript',
    'habilite javascript',
    'habilitar javascript',
  ],
  ...['active javascript', 'activar javascript', 'requiere javascript', 'ative o javascript', 'habilite o javascript'],
  ...['abilita javascript', 'abilitare javascript', 'attiva javascript', 'schakel javascript in', 'włącz javascript'],
  ...['включите javascript', 'javascriptを有効に', 'javascript を有効に', 'javascriptが無効', 'javascript が無効'],
  ...['javascript가 필요', 'javascript를 활성화', '자바스크립트를 활성화', '자바스크립트를 사용', 'javascript를 사용'],
  ...[
    '자바스크립트가 필요',
    '启用javascript',
    '启用 javascript',
    '开启javascript',
    '开启 javascript',
    '需要javascript',
  ],
  ...['需要 javascript', '啟用javascript', '啟用 javascript', '開啟 javascript', '开启 js'],
];

/** How such a sentence speaks to its reader, or about the page it replaces; sentences of a page name another thing. */
export const wallAddresses: readonly string[] = [
  ...[
    'please',
    'sorry',
    'you need',
    'you must',
    'you have',
    "you'll need",
    'your browser',
    'to continue',
    'to proceed',
  ],
  ...['this site', 'this website', 'this web site', 'this page', 'this web page', 'this webpage', 'this app'],
  ...['this application', 'this documentation', 'this content', 'this portal', 'this service', 'this viewer'],
  // German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian
  ...['bitte', 'ihr browser', 'ihrem browser', 'diese seite', 'dieser seite', 'diese website', 'diese anwendung'],
  ...['veuillez', 'votre navigateur', 'cette page', 'ce site', 'cette application', 'activez', 'por favor'],
  ...['su navegador', 'tu navegador', 'esta página', 'este sitio', 'esta aplicación', 'seu navegador', 'este site'],
  ...['esta aplicação', 'per favore', 'questa pagina', 'questo sito', 'il tuo browser', 'schakel', 'alstublieft'],
  ...[
    'deze pagina',
    'deze site',
    'proszę',
    'włącz',
    'ta strona',
    'пожалуйста',
    'включите',
    'этот сайт',
    'эта страница',
  ],
  // Japanese, Korean, Chinese
  ...[
    'ください',
    '下さい',
    'このページ',
    'このサイト',
    'お使いの',
    '세요',
    '십시오',
    '이 페이지',
    '이 사이트',
    '브라우저',
  ],
  ...['请', '請', '您', '本页', '本頁', '本站', '此页', '此頁', '该页', '此网站', '此網站'],
];

/** How lines at the foot of any page begin; lower case. */
export const besideStarts: readonly string[] = ['©', '(c)', 'c)', 'copyright', 'all rights reserved', 'powered by'];

/** A program that shows an API in a browser, or another page that is made of a file it names. */
export interface ViewerTraits {
  /** Its name, as shown to people. */
  readonly name: string;
  /** What the address or the beginning of one of its scripts holds, in lower case. */
  readonly hints: readonly string[];
  /** Functions that receive its settings. */
  readonly calls: readonly string[];
  /** Whether their first argument may be the address of the document. */
  readonly takesAddress?: true;
}

export const viewers: readonly ViewerTraits[] = [
  { name: 'Swagger UI', hints: ['swagger'], calls: ['SwaggerUIBundle', 'SwaggerUi', 'SwaggerUI'] },
  { name: 'Redoc', hints: ['redoc'], calls: ['Redoc.init', 'initRedoc'], takesAddress: true },
  { name: 'RapiDoc', hints: ['rapidoc', 'rapi-doc'], calls: ['loadSpec'], takesAddress: true },
  { name: 'Scalar', hints: ['scalar'], calls: ['createApiReference', 'mountScalarApiReference'] },
  { name: 'Stoplight Elements', hints: ['stoplight', 'elements/web-components'], calls: [] },
  { name: 'OpenAPI Explorer', hints: ['openapi-explorer'], calls: [] },
  { name: 'Docsify', hints: ['docsify'], calls: [] },
];

/** Attributes that name an OpenAPI document, on any element. */
export const documentAttributes: readonly string[] = [
  'spec-url',
  'data-spec-url',
  'apidescriptionurl',
  'api-description-url',
];

/** Keys of a viewer's settings that name an OpenAPI document, or hold one. */
export const documentKeys: readonly string[] = ['url', 'specUrl', 'spec_url', 'spec-url', 'apiDescriptionUrl'];
export const inlineKeys: readonly string[] = ['spec', 'content', 'definition', 'apiDescriptionDocument', 'swaggerDoc'];
/** Keys that hold more settings of the same kind. */
export const nestedKeys: readonly string[] = ['urls', 'sources', 'spec', 'configuration', 'customOptions'];

/** Scripts that only hold the settings of a viewer: the document is named there, and not in the page. */
export const settingsScripts = /(?:^|\/)(?:swagger-initializer|swagger-ui-init|swagger-config)\.js(?:[?#]|$)/i;
