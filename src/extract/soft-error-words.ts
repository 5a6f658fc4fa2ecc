// Phrases of pages that answer 200 and are none (H9): data only, the rules that read it are in soft-error.ts.
// All of it is in lower case, with straight apostrophes and without other punctuation.

/** Words around the sentence itself: "Oops! Error 404: …". */
export const fillers = ['oops', 'ooops', 'whoops', 'sorry', 'uh', 'oh', 'uh-oh', 'hmm', 'http', 'error', 'code'].concat(
  ['fehler', 'erreur', 'errore', 'erro', 'błąd', 'ошибка', 'エラー', '오류', '에러', '错误', '錯誤'],
);

const subjects = [
  'page',
  'this page',
  'that page',
  'the page',
  'the requested page',
  'requested page',
  'your page',
].concat(
  ['the page you requested', "the page you're looking for", 'the page you are looking for'],
  ['the page you were looking for', 'documentation page', 'file', 'document', 'the requested url', 'url'],
);
const predicates = ['not found', 'was not found', "wasn't found", 'could not be found', "couldn't be found"].concat(
  ['cannot be found', 'can not be found', "can't be found", 'does not exist', "doesn't exist", 'no longer exists'],
  ['is not available', "isn't available", 'not available', 'is missing', 'missing', 'has moved or does not exist'],
);
const searches = ["we can't find", "we couldn't find", 'we could not find', 'we cannot find', "can't find"].concat([
  'cannot find',
  "couldn't find",
  'could not find',
]);

/** Whole titles and headings of a page that is not there. */
export const notFound: readonly string[] = [
  'not found',
  ...subjects.flatMap((subject) => predicates.map((predicate) => `${subject} ${predicate}`)),
  ...searches.flatMap((search) => subjects.map((subject) => `${search} ${subject}`)),
  // German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Russian
  ...['nicht gefunden', 'seite nicht gefunden', 'die seite wurde nicht gefunden', 'diese seite wurde nicht gefunden'],
  ...['diese seite existiert nicht', 'die seite existiert nicht', 'seite existiert nicht'],
  ...['page non trouvée', 'page introuvable', 'non trouvé', 'non trouvée', "cette page n'existe pas"],
  ...["la page n'existe pas", 'la page demandée est introuvable', 'la page est introuvable'],
  ...['página no encontrada', 'no encontrado', 'no encontrada', 'esta página no existe', 'la página no existe'],
  ...['no se encontró la página', 'no se ha encontrado la página', 'no se pudo encontrar la página'],
  ...['página não encontrada', 'não encontrado', 'não encontrada', 'esta página não existe', 'a página não existe'],
  ...['pagina non trovata', 'non trovato', 'non trovata', 'questa pagina non esiste', 'la pagina non esiste'],
  ...['pagina niet gevonden', 'niet gevonden', 'deze pagina bestaat niet', 'de pagina is niet gevonden'],
  ...['nie znaleziono strony', 'strona nie została znaleziona', 'strona nie istnieje', 'nie znaleziono'],
  ...['sayfa bulunamadı', 'страница не найдена', 'не найдено', 'такой страницы не существует'],
  // Japanese, Korean, Chinese
  ...['ページが見つかりません', 'ページが見つかりませんでした', 'お探しのページは見つかりませんでした'],
  ...['お探しのページが見つかりません', 'ページは存在しません', '페이지를 찾을 수 없습니다', '페이지를 찾을 수 없음'],
  ...['찾을 수 없는 페이지입니다', '요청하신 페이지를 찾을 수 없습니다', '존재하지 않는 페이지입니다'],
  ...[
    '页面未找到',
    '找不到页面',
    '未找到页面',
    '页面不存在',
    '您访问的页面不存在',
    '頁面不存在',
    '找不到頁面',
    '找不到網頁',
  ],
];

/** Phrases for a visitor who came for another page, not about status codes. */
export const visitorWords: readonly string[] = [
  ...["you're looking for", 'you are looking for', 'you were looking for', 'you requested', 'the requested url'],
  ...[
    'has been moved',
    'have been moved',
    'was moved',
    'go back',
    'going back',
    'back to home',
    'home page',
    'homepage',
  ],
  ...['startseite', "page d'accueil", 'página de inicio', 'página inicial', 'pagina iniziale', 'startpagina'],
  ...[
    'strona główna',
    'на главную',
    'トップページ',
    'ホームに戻る',
    '홈으로',
    '요청하신 페이지',
    '返回首页',
    '回首頁',
    '首页',
  ],
];

/** Titles and headings of pages that require a password first. */
export const loginWords: readonly string[] = [
  ...['log in', 'login', 'log-in', 'sign in', 'signin', 'sign-in', 'sign on', 'sign up', 'authentication required'],
  ...[
    'password required',
    'enter password',
    'password protected',
    'protected page',
    'members only',
    'restricted access',
  ],
  ...['anmelden', 'anmeldung', 'einloggen', 'connexion', 'se connecter', 'iniciar sesión', 'acceder', 'iniciar sessão'],
  ...['entrar', 'accedi', 'inloggen', 'aanmelden', 'zaloguj', 'logowanie', 'giriş yap', 'войти', 'вход'],
  ...['ログイン', 'サインイン', '로그인', '登录', '登入', '登錄'],
];

/** Sentences that a page is shown for instead of its content. */
export const browserWalls: readonly string[] = [
  ...['your browser is not supported', "your browser isn't supported", 'your browser is no longer supported'],
  ...['this browser is not supported', "this browser isn't supported", 'this browser is no longer supported'],
  ...[
    'browser not supported',
    'unsupported browser',
    "we don't support your browser",
    'we do not support your browser',
  ],
  ...['your browser is out of date', 'your browser is outdated', 'you are using an outdated browser'],
  ...['your browser does not support javascript', "your browser doesn't support javascript"],
  ...['enable javascript', 'turn on javascript', 'javascript is required', 'javascript is disabled'],
  ...['javascript is not enabled', 'javascript must be enabled'],
  // Of anything else than the page it is a sentence of documentation: "The menu requires JavaScript."
  ...['site', 'website', 'page', 'app', 'application', 'documentation'].flatMap((thing) => [
    `this ${thing} requires javascript`,
    `this ${thing} needs javascript`,
  ]),
  ...["doesn't work properly without javascript", 'does not work without javascript'],
  ...['checking your browser before', 'verify you are human', 'verifying you are human'],
  ...['browser wird nicht unterstützt', 'browser wird nicht mehr unterstützt', 'javascript aktivieren'],
  ...['aktivieren sie javascript', 'aktiviere javascript', "navigateur n'est pas pris en charge"],
  ...["navigateur n'est plus pris en charge", 'activer javascript', 'activez javascript', 'navegador no es compatible'],
  ...[
    'habilite javascript',
    'habilitar javascript',
    'active javascript',
    'navegador não é compatível',
    'ative o javascript',
  ],
  ...['browser non è supportato', 'abilita javascript', 'browser wordt niet ondersteund', 'schakel javascript in'],
  ...['браузер не поддерживается', 'включите javascript', 'javascriptを有効に', 'ブラウザはサポートされていません'],
  ...['ブラウザには対応していません', '지원하지 않는 브라우저', '지원되지 않는 브라우저', '자바스크립트를 활성화'],
  ...[
    'javascript를 활성화',
    '不支持您的浏览器',
    '浏览器不受支持',
    '启用javascript',
    '启用 javascript',
    '啟用 javascript',
  ],
];

/** Words that follow in such a sentence. */
export const browserAdvice: readonly string[] = [
  ...[
    'please use',
    'please try',
    'please switch',
    'please update',
    'please upgrade',
    'please enable',
    'update your browser',
  ],
  ...['upgrade your browser', 'modern browser', 'supported browser', 'latest version', 'different browser'],
  ...['one of the following browsers', 'to continue', 'google chrome', 'mozilla firefox', 'reload'],
];
