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

/** Phrases that a site shows in place of its content: what the visitor must switch on, never how. */
export const browserWalls: readonly string[] = [
  ...['browser not supported', 'unsupported browser', 'browser unsupported', 'you are using an outdated browser'],
  ...['please enable javascript', 'need to enable javascript', 'have to enable javascript', 'must enable javascript'],
  ...['enable javascript to', 'enable javascript in order', 'please turn on javascript', 'turn on javascript to'],
  ...['javascript is required', 'javascript is disabled', 'javascript is not enabled', 'javascript must be enabled'],
  // Of anything else than the page it is a sentence of documentation: "The menu requires JavaScript."
  ...['site', 'website', 'page', 'app', 'application', 'documentation', 'document'].flatMap((thing) => [
    `this ${thing} requires javascript`,
    `this ${thing} needs javascript`,
    `this ${thing} uses frames`,
    `this ${thing} requires frames`,
    `this ${thing} is designed to be viewed using frames`,
  ]),
  ...["doesn't work properly without javascript", 'does not work without javascript'],
  ...['checking your browser before', 'verify you are human', 'verifying you are human'],
  ...['browser wird nicht unterstützt', 'browser wird nicht mehr unterstützt', 'bitte javascript aktivieren'],
  ...['bitte aktivieren sie javascript', 'bitte aktiviere javascript', "navigateur n'est pas pris en charge"],
  ...["navigateur n'est plus pris en charge", 'veuillez activer javascript', 'activez javascript pour'],
  ...['navegador no es compatible', 'debe habilitar javascript', 'por favor habilite javascript'],
  ...['habilite javascript para', 'active javascript para', 'navegador não é compatível', 'ative o javascript para'],
  ...[
    'browser non è supportato',
    'abilita javascript per',
    'browser wordt niet ondersteund',
    'schakel javascript in om',
  ],
  ...['браузер не поддерживается', 'включите javascript чтобы', 'пожалуйста включите javascript'],
  ...[
    '不支持您的浏览器',
    '浏览器不受支持',
    '请启用javascript',
    '请启用 javascript',
    '請啟用javascript',
    '請啟用 javascript',
  ],
  // Korean and Japanese
  ...['자바스크립트를 활성화해', '자바스크립트를 활성화하세요', 'javascript를 활성화해', 'javascript를 활성화하세요'],
  ...[
    '자바스크립트를 켜',
    '자바스크립트가 필요합니다',
    'javascript가 필요합니다',
    '자바스크립트가 꺼져',
    'javascript가 꺼져',
  ],
  ...[
    '페이지는 프레임을 사용',
    '프레임을 지원하는 브라우저',
    '지원 브라우저가 아닙니다',
    '지원하는 브라우저가 아닙니다',
  ],
  ...[
    'javascriptを有効にして',
    'javascriptが無効',
    'javascriptが必要です',
    'ページはフレームを使用',
    'ページではフレームを使用',
  ],
  ...['フレーム対応のブラウザ', 'フレーム対応ブラウザ', 'フレームに対応したブラウザ'],
];

/**
 * The browser that a sentence is about, with what is said of it: both in one sentence are a wall. In documentation a thing is "not
 * supported in" a browser; a wall speaks of the visitor's.
 */
export const browserRefusals: readonly {
  readonly browsers: readonly string[];
  readonly refusals: readonly string[];
}[] = [
  {
    browsers: ['your', 'this', 'the current', 'your current', 'your web', 'this web']
      .map((whose) => `${whose} browser`)
      .concat([
        'the browser you are using',
        "the browser you're using",
        'the browser you use',
        'version of your browser',
      ]),
    refusals: [
      'not supported',
      "isn't supported",
      'no longer supported',
      'unsupported',
      'not compatible',
      'incompatible',
    ].concat(
      ['does not support', "doesn't support", 'do not support', "don't support", 'no longer support', 'cannot display'],
      ["can't display", 'cannot show', "can't show", 'cannot handle', "can't handle", 'is not able to', 'is unable to'],
      ['is incapable', 'out of date', 'outdated', 'too old', 'obsolete'],
    ),
  },
  {
    browsers: [
      '브라우저입니다',
      '브라우저예요',
      '브라우저는',
      '브라우저가',
      '브라우저를',
      '브라우저로는',
      '브라우저 버전',
    ].concat(['브라우저에서는 이 페이지', '브라우저에서는 이 사이트']),
    refusals: [
      '지원되지 않',
      '지원하지 않',
      '지원되지않',
      '지원하지않',
      '지원 안',
      '지원이 종료',
      '지원이 중단',
      '미지원',
    ].concat(
      ['호환되지 않', '표시할 수 없', '볼 수 없', '이용할 수 없', '이용하실 수 없', '사용할 수 없', '사용하실 수 없'],
      ['오래된', '구형', '너무 낮'],
    ),
  },
  {
    browsers: ['この', 'お使いの', 'ご利用の', 'ご使用の', '現在の', 'あなたの', 'ご利用中の', 'お使いになっている']
      .map((whose) => `${whose}ブラウザ`)
      .concat(['ブラウザです', 'ブラウザーです', 'ブラウザをお使い', 'ブラウザーをお使い', 'ブラウザのバージョン']),
    refusals: [
      'サポートされてい',
      'サポートしてい',
      'サポートされません',
      'サポート対象外',
      '対応していません',
      '対応していない',
    ].concat(
      [
        '対応しておりません',
        '非対応',
        '未対応',
        '表示できません',
        '表示することができません',
        'ご覧いただけません',
        'ご覧になれません',
      ],
      ['ご利用いただけません', '利用できません', '使用できません', '古い', '古く'],
    ),
  },
];

/** Words of sentences about such a message, which only documentation has. */
export const explainingWords: readonly string[] = [
  ...[
    'if',
    'when',
    'whenever',
    'why',
    'how',
    'means',
    'shows',
    'displays',
    'message',
    'error',
    'users',
    'returns',
    'returned',
  ],
  ...['경우', '때', '왜', '이유', '방법', '메시지', '오류', '라는', '라고'],
  ...['場合', 'とき', '理由', '方法', 'メッセージ', 'エラー', 'という', 'と表示'],
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
    'please download',
  ],
  ...[
    'update your browser',
    'upgrade your browser',
    'upgrading your browser',
    'updating your browser',
    'modern browser',
  ],
  ...[
    'supported browser',
    'supports frames',
    'frames capable',
    'latest version',
    'different browser',
    'another browser',
  ],
  ...['one of the following browsers', 'to continue', 'chrome', 'firefox', 'safari', 'microsoft edge', 'reload'],
  ...[
    '크롬',
    '엣지',
    '파이어폭스',
    '사파리',
    '다른 브라우저',
    '최신 브라우저',
    '최신 버전',
    '업데이트해',
    '업그레이드해',
    '이용해 주',
    '사용해 주',
  ],
  ...[
    'クローム',
    'エッジ',
    '別のブラウザ',
    '他のブラウザ',
    '最新のブラウザ',
    '最新版',
    '最新バージョン',
    '推奨',
    'ご利用ください',
    'お使いください',
  ],
  ...['アップデートして', '更新してください'],
];
