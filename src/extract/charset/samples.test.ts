// Proves by a table of languages, charsets and lengths that text without a true label is read exactly (H5, FAULTS 45, 46).
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from './charset.ts';
import { guessCharset, judgeCharset } from './detect.ts';

/** Language, charsets, texts: two short ones and a longer one. */
const samples: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'ko',
    'euc-kr',
    [
      '안녕하세요 여러분',
      '비밀번호를 잊으셨나요?',
      '환영합니다',
      '이 설명서는 처음 쓰는 분을 위해 만들었습니다. 먼저 꾸러미를 내려받아 풀고, 셸에서 아래 줄을 입력하십시오. 뷁 같은 드문 글자도 똑같이 나와야 합니다.',
    ],
  ],
  [
    'ja',
    'shift_jis euc-jp iso-2022-jp',
    [
      'こんにちは、みなさん',
      'ファイルを保存しました',
      '日本語環境設定一覧',
      'はじめて使う方のために、この手引きを書きました。まず圧縮ファイルを取り出して、端末で次の行を入力してください。うまく動かないときは記録を確かめます。',
    ],
  ],
  [
    'zh-CN',
    'gb18030',
    [
      '大家早上好，欢迎光临',
      '请输入您的用户名',
      '忘记密码怎么办',
      '这本手册是写给初学者的。请先下载并解压安装包，然后在终端里输入下面的命令。如果程序没有启动，就去看看日志里写了什么，再检查网络连接是否正常。',
    ],
  ],
  [
    'zh-TW',
    'big5',
    [
      '歡迎使用本軟體',
      '請輸入您的帳號與密碼',
      '找不到網頁',
      '這本手冊是寫給初學者的。請先下載並解開壓縮檔，然後在終端機輸入下面的指令。如果程式沒有啟動，就看看紀錄檔裡寫了什麼，再檢查網路是否正常。',
    ],
  ],
  [
    'ru',
    'windows-1251 koi8-r',
    [
      'Добро пожаловать',
      'Забыли пароль?',
      'ОБЩИЕ СВЕДЕНИЯ О ПРОГРАММЕ',
      'Это руководство написано для новичков. Сначала скачайте и распакуйте архив, потом наберите в терминале строку ниже. Если ничего не вышло, загляните в журнал.',
    ],
  ],
  [
    'uk',
    'windows-1251 koi8-u',
    [
      'Ласкаво просимо, друзі',
      'Цей посібник написано для початківців. Спершу завантажте й розпакуйте архів, потім наберіть у терміналі рядок нижче. Якщо нічого не вийшло, зазирніть до журналу її подій.',
    ],
  ],
  [
    'bg',
    'windows-1251',
    [
      'Добре дошли при нас',
      'Това ръководство е за начинаещи. Първо изтеглете и разархивирайте пакета, после въведете долния ред.',
    ],
  ],
  [
    'sr',
    'windows-1251',
    ['Добро дошли свима', 'Овај приручник је за почетнике. Прво преузмите и распакујте архиву, па унесите доњи ред.'],
  ],
  [
    'el',
    'windows-1253',
    [
      'Καλώς ήρθατε όλοι',
      'Ξεχάσατε τον κωδικό;',
      'Αυτός ο οδηγός γράφτηκε για αρχάριους. Πρώτα κατεβάστε το πακέτο και ύστερα πληκτρολογήστε την παρακάτω γραμμή.',
    ],
  ],
  [
    'he',
    'windows-1255',
    [
      'ברוכים הבאים לכולם',
      'שכחת את הסיסמה?',
      'המדריך הזה נכתב למתחילים. קודם הורידו את החבילה ואחר כך הקלידו במסוף את השורה הבאה.',
    ],
  ],
  [
    'ar',
    'windows-1256',
    [
      'أهلا وسهلا بكم جميعا',
      'هل نسيت كلمة المرور؟',
      'كتب هذا الدليل للمبتدئين. نزل الحزمة أولا ثم اكتب السطر التالي في الطرفية، وإذا لم ينجح الأمر فانظر في السجل.',
    ],
  ],
  [
    'th',
    'windows-874',
    ['ยินดีต้อนรับทุกท่าน', 'ลืมรหัสผ่านหรือไม่', 'คู่มือนี้เขียนขึ้นสำหรับผู้เริ่มต้น ก่อนอื่นให้ดาวน์โหลดชุดโปรแกรมแล้วพิมพ์บรรทัดต่อไปนี้'],
  ],
  [
    'fr',
    'windows-1252',
    [
      'Mot de passe oublié ?',
      'Créé à l’été dernier',
      'Ce guide a été écrit pour les débutants. Téléchargez d’abord l’archive, puis tapez la ligne ci-après là où vous êtes.',
    ],
  ],
  [
    'de',
    'windows-1252',
    [
      'Schöne Grüße an alle',
      'Diese Anleitung ist für Anfänger. Laden Sie zuerst das Päckchen herunter und öffnen Sie es dann.',
    ],
  ],
  [
    'es',
    'windows-1252',
    [
      '¿Olvidó su contraseña?',
      'Esta guía se escribió para quien empieza. Descargue después el archivo y escriba la línea de más abajo.',
    ],
  ],
  [
    'pt',
    'windows-1252',
    [
      'Não há informações',
      'Este guia é para quem está começando. Então baixe o arquivo e digite as instruções da próxima seção.',
    ],
  ],
  [
    'it',
    'windows-1252',
    ['La città è più bella', 'Questa guida è per chi comincia. Perciò si può già scaricare il pacchetto e provarlo.'],
  ],
  [
    'sv',
    'windows-1252',
    [
      'Välkommen åter hit',
      'Den här guiden är för nybörjare. Hämta först paketet och skriv sedan raden här nedanför på måfå.',
    ],
  ],
  [
    'da',
    'windows-1252',
    [
      'Her får du hjælp først',
      'Denne vejledning er for begyndere. Hent først pakken og skriv så nedenstående linje på ny.',
    ],
  ],
  [
    'fi',
    'windows-1252',
    [
      'Tervetuloa tänne, ystävät',
      'Tämä opas on kirjoitettu aloittelijoille. Lataa ensin paketti ja kirjoita sitten päätteeseen.',
    ],
  ],
  [
    'is',
    'windows-1252',
    [
      'Það er gott að sjá þig',
      'Þessi handbók er fyrir byrjendur. Náðu fyrst í pakkann og skrifaðu síðan línuna hér að neðan.',
    ],
  ],
  [
    'cs',
    'windows-1250',
    [
      'Příliš žluťoučký kůň',
      'Tato příručka je pro začátečníky. Nejprve stáhněte balíček a potom napište následující řádek.',
    ],
  ],
  [
    'sk',
    'windows-1250',
    [
      'Vitajte späť, môžete ísť',
      'Táto príručka je pre začiatočníkov. Najprv stiahnite balíček a potom napíšte nasledujúci riadok.',
    ],
  ],
  [
    'pl',
    'windows-1250',
    [
      'Zażółć gęślą jaźń',
      'Zapomniałeś hasła?',
      'Ten podręcznik jest dla początkujących. Najpierw pobierz paczkę, a potem wpisz poniższą linię.',
    ],
  ],
  [
    'hu',
    'windows-1250',
    [
      'Üdvözöljük a főoldalon',
      'Ez az útmutató kezdőknek készült. Először töltse le a csomagot, aztán írja be a következő sort.',
    ],
  ],
  [
    'ro',
    'windows-1250',
    [
      'Bine aţi venit să vedeţi',
      'Acest ghid este pentru începători. Descărcaţi întâi arhiva şi apoi scrieţi rândul de mai jos.',
    ],
  ],
  [
    'hr',
    'windows-1250',
    [
      'Pošaljite nam više riječi',
      'Ovaj je priručnik za početnike. Najprije preuzmite paket, a zatim upišite sljedeći redak još jednom.',
    ],
  ],
  [
    'tr',
    'windows-1254',
    [
      'Hoş geldiniz, iyi çalışmalar',
      'Bu kılavuz yeni başlayanlar için yazıldı. Önce paketi indirip açın, sonra aşağıdaki satırı yazın.',
    ],
  ],
  [
    'lt',
    'windows-1257',
    [
      'Sveiki atvykę į mūsų svetainę',
      'Šis vadovas skirtas pradedantiesiems. Pirmiausia atsisiųskite paketą, tada įrašykite žemiau esančią eilutę.',
    ],
  ],
  [
    'lv',
    'windows-1257',
    [
      'Laipni lūdzam mūsu lapā',
      'Šī rokasgrāmata ir iesācējiem. Vispirms lejupielādējiet pakotni, tad ierakstiet nākamo rindu.',
    ],
  ],
  [
    'et',
    'windows-1257',
    [
      'Tere jälle, head sõbrad',
      'See juhend on mõeldud algajatele. Kõigepealt laadige pakett alla, siis trükkige järgmine rida.',
    ],
  ],
  [
    'vi',
    'windows-1258',
    [
      'Chào mừng các bạn đến đây',
      'Hướng dẫn này dành cho người mới bắt đầu. Trước hết hãy tải gói về rồi gõ dòng sau đây.',
    ],
  ],
];

const tones = /[\u0300\u0301\u0303\u0309\u0323]/;

/** As windows-1258 has it: most tones behind their vowel. */
function spelled(char: string): string {
  if (iconv.decode(iconv.encode(char, 'windows-1258'), 'windows-1258') === char) return char;
  const parts = char.normalize('NFD');
  return parts.replace(tones, '').normalize('NFC') + (tones.exec(parts)?.[0] ?? '');
}

/** EUC-JP without its high bits, each run of Japanese between escapes. */
function iso2022Jp(text: string): Buffer {
  const parts = text.split(/([\u3000-\uffff]+)/).map((part, at) => {
    const bytes = iconv.encode(part, 'eucjp');
    return at % 2 === 0
      ? bytes
      : Buffer.from([0x1b, 0x24, 0x42, ...bytes.map((byte) => byte & 0x7f), 0x1b, 0x28, 0x42]);
  });
  return Buffer.concat(parts);
}

const names: Readonly<Record<string, string>> = {
  'euc-kr': 'cp949',
  shift_jis: 'cp932',
  'euc-jp': 'eucjp',
  big5: 'big5hkscs',
};

function encode(text: string, charset: string): Buffer {
  if (charset === 'iso-2022-jp') return iso2022Jp(text);
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  return iconv.encode(text, names[charset] ?? charset);
}

const isWide = (language: string): boolean => /^(?:ko|ja|zh)/.test(language);

const rows = samples.flatMap(([language, charsets, texts]) =>
  [...charsets.split(' '), ...(isWide(language) ? ['utf-16le', 'utf-16be'] : [])].flatMap((charset) =>
    texts.map((text) => ({
      language,
      charset,
      text: charset === 'windows-1258' ? [...text].map(spelled).join('') : text,
    })),
  ),
);

const bare = (text: string): string => `<main><p>${text}</p></main>`;

/** Mostly markup, as pages are. */
const typical = (text: string, language = '', head = ''): string =>
  `<!doctype html>\n<html${language === '' ? '' : ` lang="${language}"`}>\n<head>${head}<link rel="stylesheet" href="/css/site.css">` +
  `<script src="/js/menu.js"></script><title>${text}</title></head>\n<body class="page"><div id="nav"><ul>` +
  `${'<li class="item"><a href="/docs/index.html">API v2.1</a></li>'.repeat(12)}</ul></div>\n` +
  `<div class="content"><h1>${text}</h1><p>${text}</p><pre><code>npm install --save example</code></pre></div>\n` +
  '<div class="footer">Copyright 2026 Example Inc.</div></body></html>\n';

describe('FAULTS 45, 46: exact text without a true label', () => {
  it('H5: the table is as long as it should be, and its texts can be written in their charsets', () => {
    expect(rows.length).toBeGreaterThanOrEqual(100);
    for (const { text, charset } of rows.filter((row) => !/^(?:utf|iso)/.test(row.charset))) {
      expect(iconv.decode(encode(text, charset), names[charset] ?? charset)).toBe(text);
    }
  });

  it.each(rows)('H5: $language in $charset: $text', ({ language, charset, text }) => {
    for (const html of [bare(text), typical(text), typical(text, language)]) {
      const bytes = encode(html, charset);
      expect(decodeText(bytes).text).toBe(html);
      expect(decodeText(bytes, 'utf-8').text).toBe(html);
    }
    const meta = typical(text, '', '<meta charset="utf-8">');
    expect(decodeText(encode(meta, charset)).text).toBe(meta);
    expect(decodeText(encode(meta, charset), 'utf-8').text).toBe(meta);
  });

  it.each(rows)('H5: $language in $charset under its own label: $text', ({ charset, text }) => {
    expect(decodeText(encode(bare(text), charset), charset)).toEqual({ text: bare(text), charset });
  });
});

describe('FAULTS 46: no charset is taken for another', () => {
  const judged = rows.filter(({ charset }) => !/^(?:utf|iso)/.test(charset));
  const charsets = [...new Set(judged.map(({ charset }) => charset))];

  it.each(charsets)('H5: what is in %s costs more in each of the others, or reads the same', (charset) => {
    for (const row of judged.filter((other) => other.charset === charset)) {
      const bytes = encode(bare(row.text), charset);
      const own = judgeCharset(bytes, charset);
      expect(own?.errors).toBe(0);
      for (const other of charsets.filter((name) => name !== charset)) {
        if (iconv.decode(bytes, names[other] ?? other) === bare(row.text)) continue;
        expect.soft(judgeCharset(bytes, other)?.bits, `${row.text} in ${other}`).toBeGreaterThan(own?.bits ?? 0);
      }
    }
  });

  it.each(charsets)('H5: a wrong label of another family does not hold for a longer text in %s', (charset) => {
    const row = judged.filter((other) => other.charset === charset).at(-1);
    const bytes = encode(bare(row?.text ?? ''), charset);
    const isEastern = isWide(row?.language ?? '');
    const wrong = isEastern ? ['windows-1252', 'windows-1251', 'windows-874'] : ['shift_jis', 'euc-kr'];
    for (const label of wrong) expect(decodeText(bytes, label).text, label).toBe(bare(row?.text ?? ''));
  });

  it('H5: Thai is Thai only when its marks follow letters', () => {
    const thai = iconv.encode('วิธีการติดตั้ง', 'windows-874');
    const shuffled = Buffer.from(thai).reverse();
    const bits = (bytes: Buffer): number => judgeCharset(bytes, 'windows-874')?.bits ?? 0;
    expect(bits(shuffled)).toBeGreaterThan(bits(thai) + 30);
    for (const { text, charset, language } of judged.filter((row) => row.language !== 'th')) {
      expect(guessCharset(encode(text, charset))?.charset, `${language} ${text}`).not.toBe('windows-874');
    }
  });

  it('H5: one damaged byte does not condemn a long page, and a reading without errors beats one with', () => {
    for (const { text, charset } of judged.filter(({ language, text: long }) => isWide(language) && long.length > 60)) {
      const damaged = Buffer.concat([encode(text, charset), Buffer.from('\n\xff\n', 'latin1'), encode(text, charset)]);
      const read = decodeText(damaged).text;
      expect(read.startsWith(text) && read.endsWith(text), charset).toBe(true);
    }
    for (const { text, charset } of judged) expect(decodeText(encode(text, charset)).text).not.toContain('\ufffd');
  });
});

describe('H5: what cannot be decided without knowing the words', () => {
  /** One letter with a mark, or capitals only: each reads as well in another charset. The page's language settles it. */
  const ambiguous = [
    ['lv', 'windows-1257', 'Robežas platums'],
    ['hr', 'windows-1250', 'Montiraj uređaj'],
    ['ro', 'windows-1250', 'reţea'],
    ['tr', 'windows-1254', 'dizin değil'],
  ] as const;

  it.each(ambiguous)(
    'H5: %s in %s, %s, is read right where the page declares its language',
    (language, charset, text) => {
      const html = bare(text);
      expect(decodeText(encode(html, charset)).text).not.toBe(html);
      const labelled = `<html lang="${language}">${html}`;
      expect(decodeText(encode(labelled, charset)).text).toBe(labelled);
    },
  );

  it('H5: two eastern letters that are valid UTF-8 by accident are UTF-8, unless the page declares otherwise', () => {
    const bytes = encode('짹짤', 'euc-kr');
    expect(decodeText(bytes).charset).toBe('utf-8');
    expect(decodeText(bytes, 'euc-kr').text).toBe('짹짤');
  });
});
