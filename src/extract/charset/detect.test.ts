// Proves the charsets of the world (H5, FAULTS 45–47), declared, undeclared and declared wrongly; all bytes are made here.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from './charset.ts';

const texts = {
  ko: '설치 안내서입니다. 이 문서는 명령을 실행하는 방법과 설정 파일의 형식을 설명합니다. 똠방각하와 펲시콜라, 햏자와 뷁 같은 글자도 그대로 있어야 합니다.',
  koPlain: '설치 안내서입니다. 이 문서는 명령을 실행하는 방법과 설정 파일의 형식을 설명합니다.',
  ja: 'この文書では、コマンドを実行する方法と設定ファイルの書式について説明します。表示された値を確認してください。',
  zh: '本文说明如何安装程序，以及如何使用配置文件。如果没有指定参数，函数将返回默认的值。',
  tw: '本文說明如何安裝程式，以及如何使用設定檔。如果沒有指定參數，函數將會傳回預設的值。',
  ru: 'В этом документе описано, как установить программу и как изменить настройки по умолчанию.',
  el: 'Αυτό το έγγραφο περιγράφει την εγκατάσταση του προγράμματος και τις ρυθμίσεις του.',
  he: 'מסמך זה מתאר כיצד להתקין את התוכנה וכיצד לשנות את ההגדרות שלה.',
  ar: 'تشرح هذه الوثيقة كيفية تثبيت البرنامج وكيفية تغيير الإعدادات الافتراضية.',
  th: 'เอกสารนี้อธิบายวิธีการติดตั้งโปรแกรมและวิธีเปลี่ยนการตั้งค่า',
  fr: 'Ce document décrit l’installation du logiciel et la façon de modifier les paramètres par défaut : «à côté».',
  de: 'Dieses Dokument erklärt, wie man das Programm ausführt und die Schlüssel für größere Geräte ändert.',
  pl: 'Ten dokument opisuje, jak zainstalować program i jak zmienić domyślne ustawienia, żeby działał szybciej.',
  tr: 'Bu belge yazılımın nasıl kurulacağını ve varsayılan ayarların nasıl değiştirileceğini açıklar; iş için şunlar gerekir.',
  cs: 'Tento dokument popisuje, jak nainstalovat program a jak změnit výchozí nastavení.',
} as const;

type Language = keyof typeof texts;

const page = (text: string, head = ''): string =>
  `<html><head>${head}<title>x</title></head><body><p>${text}</p></body></html>`;
const eucJp = (text: string): Buffer => iconv.encode(text, 'eucjp');

/** EUC-JP without its high bits, each run of Japanese between escapes. */
function iso2022Jp(text: string): Buffer {
  const parts = text.split(/([\u3000-\uffff]+)/).map((part, at) => {
    const bytes = eucJp(part);
    return at % 2 === 0
      ? bytes
      : Buffer.from([0x1b, 0x24, 0x42, ...bytes.map((byte) => byte & 0x7f), 0x1b, 0x28, 0x42]);
  });
  return Buffer.concat(parts);
}

const encode = (text: string, charset: string): Buffer => {
  if (charset === 'iso-2022-jp') return iso2022Jp(text);
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (charset === 'utf-16le' || charset === 'utf-8') return Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'utf16le');
  return iconv.encode(text, charset === 'euc-kr' ? 'cp949' : charset === 'big5' ? 'big5hkscs' : charset);
};

const cases: readonly (readonly [Language, string])[] = [
  ['ko', 'euc-kr'],
  ['ja', 'shift_jis'],
  ['ja', 'euc-jp'],
  ['ja', 'iso-2022-jp'],
  ['zh', 'gb18030'],
  ['tw', 'big5'],
  ['ko', 'utf-16le'],
  ['ko', 'utf-16be'],
  ['ru', 'windows-1251'],
  ['ru', 'koi8-r'],
  ['el', 'windows-1253'],
  ['he', 'windows-1255'],
  ['ar', 'windows-1256'],
  ['th', 'windows-874'],
  ['fr', 'windows-1252'],
  ['de', 'windows-1252'],
  ['pl', 'windows-1250'],
  ['tr', 'windows-1254'],
  ['ko', 'utf-8'],
];

describe('FAULTS 45: exact text', () => {
  it.each(cases)('H5: %s in %s, named by the header', (language, charset) => {
    const html = page(texts[language]);
    expect(decodeText(encode(html, charset), charset)).toEqual({ text: html, charset });
  });

  it.each(cases.filter(([, charset]) => !charset.startsWith('utf-16')))(
    'H5: %s in %s, named by a meta tag',
    (language, charset) => {
      const html = page(texts[language], `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`);
      expect(decodeText(encode(html, charset))).toEqual({ text: html, charset });
      const xml = `<?xml version="1.0" encoding="${charset}"?>${page(texts[language])}`;
      expect(decodeText(encode(xml, charset))).toEqual({ text: xml, charset });
    },
  );

  it.each(cases)('H5: %s in %s, not named', (language, charset) => {
    const html = page(texts[language]);
    expect(decodeText(encode(html, charset))).toEqual({ text: html, charset });
  });

  it('H5: Czech is distinguished from French by the language of the page', () => {
    const html = page(texts.cs).replace('<html>', '<html lang="cs-CZ">');
    expect(decodeText(encode(html, 'windows-1250'))).toEqual({ text: html, charset: 'windows-1250' });
  });

  it('H5: every syllable of Korean survives', () => {
    const all = Array.from({ length: 11_172 }, (_, at) => String.fromCharCode(0xac00 + at)).join('');
    expect(decodeText(encode(all, 'euc-kr'), 'euc-kr').text).toBe(all);
  });

  it('H5: four-byte and Hong Kong characters survive', () => {
    expect(decodeText(iconv.encode('𠀀€ㄪ数据', 'gb18030'), 'gb18030').text).toBe('𠀀€ㄪ数据');
    expect(decodeText(iconv.encode('𠝹啲嘢', 'big5hkscs'), 'big5').text).toBe('𠝹啲嘢');
  });
});

describe('FAULTS 46: wrong labels', () => {
  it.each([
    ['utf-8', 'ko', 'euc-kr'],
    ['"UTF-8"', 'koPlain', 'euc-kr'],
    ['utf8mb4', 'ja', 'shift_jis'],
    ['utf-8', 'ja', 'euc-jp'],
    ['utf-8', 'zh', 'gb18030'],
    ['utf-8', 'tw', 'big5'],
    ['utf-8', 'ru', 'windows-1251'],
    ['utf-8', 'fr', 'windows-1252'],
    ['euc-kr', 'ko', 'utf-8'],
    ['cp949', 'ja', 'utf-8'],
    ['shift_jis', 'ja', 'utf-8'],
    ['gb2312', 'zh', 'utf-8'],
    ['big5', 'tw', 'utf-8'],
    ['iso-8859-1', 'fr', 'utf-8'],
    ['iso-2022-jp', 'ja', 'utf-8'],
    ['utf-16', 'ko', 'utf-8'],
    ['iso-8859-1', 'ko', 'euc-kr'],
    ['iso-8859-1', 'ja', 'shift_jis'],
    ['windows-1252', 'ru', 'windows-1251'],
    ['shift_jis', 'ja', 'euc-jp'],
    ['gbk', 'koPlain', 'euc-kr'],
    ['euc-kr', 'zh', 'gb18030'],
  ] as const)('H5: the header names %s, the bytes are %s in %s', (label, language, charset) => {
    const html = page(texts[language]);
    expect(decodeText(encode(html, charset), label)).toEqual({ text: html, charset });
    const meta = page(texts[language], `<meta charset=${label}>`);
    expect(decodeText(encode(meta, charset)).text).toBe(meta);
  });

  it('H5: the header names utf-8, the meta tag is right', () => {
    const html = page('값', '<meta charset=euc-kr>');
    expect(decodeText(encode(html, 'euc-kr'), 'utf-8')).toEqual({ text: html, charset: 'euc-kr' });
  });

  it('H5: a few odd bytes do not overrule the label', () => {
    const html = page('© 2026 — café');
    expect(decodeText(encode(html, 'windows-1252'), 'iso-8859-1')).toEqual({ text: html, charset: 'windows-1252' });
    const hanja = page('漢字');
    expect(decodeText(encode(hanja, 'euc-kr'), 'euc-kr')).toEqual({ text: hanja, charset: 'euc-kr' });
    expect(decodeText(encode(page('模'), 'gb18030'), 'gb18030').text).toContain('模');
  });

  it('H5: a UTF-8 text with a broken byte stays UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(texts.ko), Buffer.from([0xff]), Buffer.from(texts.ko)]);
    const expected = { text: `${texts.ko}\ufffd${texts.ko}`, charset: 'utf-8' };
    expect(decodeText(bytes)).toEqual(expected);
    expect(decodeText(bytes, 'utf-8')).toEqual(expected);
  });
});

describe('FAULTS 47: cut in a character', () => {
  it.each([
    ['ko', 'utf-8', 3],
    ['ko', 'euc-kr', 2],
    ['ja', 'shift_jis', 2],
    ['zh', 'gb18030', 2],
  ] as const)('H5: %s in %s loses that character and nothing else', (language, charset, width) => {
    const text = texts[language].replace(/[.。]$/, '');
    const bytes = encode(text, charset);
    for (let cut = 1; cut < width; cut++) {
      expect(decodeText(bytes.subarray(0, -cut), charset)).toEqual({ text: text.slice(0, -1), charset });
      expect(decodeText(bytes.subarray(0, -cut))).toEqual({ text: text.slice(0, -1), charset });
    }
  });
});

describe('FAULTS 49: bytes that are no text', () => {
  it('H5: anything is decoded to something, in time', () => {
    const pdf = Buffer.from([
      ...Buffer.from('%PDF-1.7\n%'),
      0xe2,
      0xe3,
      0xcf,
      0xd3,
      0x0a,
      ...Buffer.from('1 0 obj <<>>'),
    ]);
    expect(decodeText(pdf, 'utf-8').text).toMatch(/^%PDF-1\.7/);
    const labels = fc.constantFrom(
      undefined,
      'utf-8',
      'euc-kr',
      'iso-2022-jp',
      'utf-16',
      'windows-1252',
      'x-mac-cyrillic',
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), labels, (bytes, label) => {
        expect(typeof decodeText(bytes, label).text).toBe('string');
      }),
      { numRuns: 500 },
    );
    for (const byte of [0x00, 0x1b, 0x80, 0xc3, 0xe0, 0xff]) {
      decodeText(new Uint8Array(5_000_000).fill(byte));
    }
  });
});
