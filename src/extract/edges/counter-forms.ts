// How pagers and counters are written: they are about the page, not about what it documents. Data only; counters.ts reads it.
// `#` is a number, `@` a day or how long ago, `%` what may be a time before as well ("3일 전", "3日前"). White space, colons and brackets
// are left out, letters are lower case. A form that could as well be a fact is none: "p99", "3/5", "5 hits", "全120ページ", "更新：30日前".

const times = (...parts: readonly (readonly string[])[]): readonly string[] =>
  parts.reduce((all, part) => all.flatMap((one) => part.map((other) => one + other)), ['']);

const minutes = ['min', 'mins', 'minute', 'minutes'];

const english = [
  ...['page#', 'page#of#', 'page#/#', 'p#of#', 'p#/#', 'sheet#', 'sheet#of#', 'slide#of#', '#/#pages', '#of#pages'],
  ...times(
    [
      '',
      'thispagewas',
      'thispage',
      'page',
      'thisdocumentwas',
      'document',
      'thisarticlewas',
      'article',
      'documentation',
      'docs',
      'site',
    ],
    ['last'],
    ['updated', 'modified', 'changed', 'edited', 'revised', 'generated', 'rendered', 'built', 'printed'],
    ['', 'on', 'at'],
    ['@'],
  ),
  ...times(
    ['', 'thispagewas', 'page'],
    ['updated', 'modified', 'edited', 'generated', 'rendered', 'printed'],
    ['', 'on', 'at'],
    ['@'],
  ),
  ...times(
    ['', 'page', 'thispagewas'],
    ['generated', 'rendered', 'built'],
    ['in#'],
    ['ms', 's', 'seconds', 'milliseconds'],
  ),
  ...times(['#', 'about#'], minutes, ['read', 'toread']),
  ...times(['readingtime', 'readtime', 'estimatedreadingtime', 'timetoread'], ['#', 'about#'], minutes),
  ...['#views', '#view', 'views#', '#pageviews', 'pageviews#', '#visits', 'visits#', 'viewed#times'],
  ...['#comments', '#comment', 'comments#'],
];

const korean = [
  ...[
    '#페이지',
    '페이지#',
    '페이지#/#',
    '#/#페이지',
    '#페이지중#페이지',
    '전체#페이지중#페이지',
    '#쪽',
    '#/#쪽',
    '#쪽중#쪽',
  ],
  ...times(
    ['', '문서', '페이지'],
    ['최종', '마지막', '최근', '마지막으로'],
    ['수정', '수정일', '업데이트', '갱신', '갱신일', '변경'],
    ['@', '%'],
  ),
  ...times(['', '문서', '페이지'], ['수정', '수정일', '업데이트', '갱신', '갱신일', '변경'], ['@']),
  ...times(
    ['이페이지는', '이문서는'],
    ['%', '%에'],
    ['', '마지막으로', '최종'],
    ['수정', '업데이트', '갱신'],
    ['', '됨', '되었습니다'],
  ),
  ...times(
    ['', '이페이지는', '이문서는'],
    ['@', '@에'],
    ['', '마지막으로', '최종'],
    ['수정', '업데이트', '갱신'],
    ['', '됨', '되었습니다'],
  ),
  ...times(['', '예상'], ['읽는시간', '읽기시간', '읽는데'], ['#분', '약#분']),
  ...['#분읽기', '#분이면읽을수있습니다'],
  ...['조회#', '조회수#', '조회#회', '조회수#회', '#회조회', '방문#', '댓글#', '댓글#개'],
];

const japanese = [
  ...[
    '#ページ',
    'ページ#',
    'ページ#/#',
    '#/#ページ',
    '#ページ目',
    '#ページ中#ページ',
    '#ページ中#ページ目',
    '全#ページ中#ページ目',
  ],
  ...times(
    ['', 'ページ', '文書'],
    ['最終'],
    ['更新', '更新日', '更新日時', '変更', '変更日', '編集', '改訂'],
    ['@', '%'],
  ),
  ...times(['', 'ページ', '文書'], ['更新', '更新日', '更新日時', '変更', '変更日', '編集', '改訂'], ['@']),
  ...times(['このページは', 'この文書は'], ['%', '%に'], ['', '最終'], ['更新', '変更', '編集'], ['', 'されました']),
  ...times(
    ['', 'このページは', 'この文書は'],
    ['@', '@に'],
    ['', '最終'],
    ['更新', '変更', '編集'],
    ['', 'されました'],
  ),
  ...times(['', 'この記事は', 'このページは'], ['#分', '約#分'], ['で読めます']),
  ...times(['読了時間', '読了目安', '読み終わるまで'], ['#分', '約#分']),
  ...['閲覧数#', '閲覧数#回', '閲覧回数#', '#回閲覧', '表示回数#', 'アクセス数#', 'コメント#件', 'コメント#'],
];

const others = [
  ...['seite#', 'seite#von#', 'zuletztaktualisiert@', 'zuletztgeändert@', 'zuletztgeändertam@', 'stand@'],
  ...['page#sur#', 'dernièremiseàjour@', 'dernièremodification@', 'página#', 'página#de#', 'últimaactualización@'],
  ...['第#页', '第#页共#页', '最后更新@', '最后更新于@', '更新于@'],
];

/** Whole texts of a pager or a counter. */
export const counterForms: ReadonlySet<string> = new Set([english, korean, japanese, others].flat());

/** Words and signs of a row of pages, "Previous 1 2 3 … 9 Next": those that lead back, those that lead on, and what stands for more. */
export const pagerWords = {
  back: new Set(['previous', 'prev', 'first', '이전', '처음', '前へ', '最初', '前', '«', '‹', '<', '<<', '←']),
  on: new Set(['next', 'last', '다음', '마지막', '次へ', '最後', '次', '»', '›', '>', '>>', '→']),
  more: new Set(['…', '...']),
} as const;

const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?';
const clock =
  '\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?(?: ?[ap]\\.?m\\.?)?(?:z| ?(?:utc|gmt)| ?[+-]\\d{2}:?\\d{2})?';
const eastClock = '(?:오전|오후|午前|午後)? ?\\d{1,2} ?[시時] ?\\d{1,2} ?[분分](?: ?\\d{1,2} ?[초秒])?';

const days = [
  '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}',
  '\\d{4}\\. \\d{1,2}\\. \\d{1,2}',
  '\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4}',
  `${weekday}\\d{1,2}(?:st|nd|rd|th)? (?:${monthNames})\\.?,? \\d{4}`,
  `${weekday}(?:${monthNames})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`,
  '\\d{4} ?[년年] ?\\d{1,2} ?[월月] ?\\d{1,2} ?[일日]',
];

const ago = '(?:\\d{1,4}|an?|one) (?:second|sec|minute|min|hour|day|week|month|year)s? ago';

const before = [
  '\\d{1,4} ?(?:초|분|시간|일|주|주일|개월|달|년) ?전',
  '\\d{1,4} ?(?:秒|分|時間|日|週間|[かヶカケ]月|年)前',
];

/** A day, with or without a time, or how long ago something was; in lower case. */
export const momentWords = `(?:${days.join('|')})(?:(?:t|,? (?:at )?|,)(?:${clock})| ?(?:${eastClock}))?|${ago}`;

/** Korean and Japanese have one word for "3 days ago" and "3 days before". */
export const beforeWords = before.join('|');
