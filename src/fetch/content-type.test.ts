// Proves H4: what is kept by its header, by its first bytes, and as an OpenAPI document.

import { describe, expect, it } from 'vitest';
import { charsetLabel, judgeContentType } from './content-type.ts';
import { isOpenApi } from './openapi.ts';
import { refuseContent, sniffContent } from './sniff.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('H4: the header, before the body is read', () => {
  it.each([
    ['text/html', 'html'],
    ['TEXT/HTML; Charset=utf-8', 'html'],
    [' text/html ;charset=x', 'html'],
    ['application/xhtml+xml', 'xhtml'],
    ['text/plain', 'text'],
    ['text/markdown; variant=GFM', 'markdown'],
    ['application/json', 'json'],
    ['application/vnd.oai.openapi+json;version=3.0', 'json'],
    ['application/yaml', 'yaml'],
    ['text/x-yaml', 'yaml'],
    ['application/vnd.oai.openapi', 'yaml'],
  ])('H4: "%s" is kept as %s', (header, kind) => {
    expect(judgeContentType(header)).toMatchObject({ ok: true, by: 'content:type', kind });
  });

  it.each([
    'image/png',
    'image/svg+xml',
    'video/mp4',
    'application/zip',
    'application/octet-stream',
    'application/pdf',
    'application/xml',
    'text/xml',
    'application/rss+xml',
    'text/css',
    'application/javascript',
    'application/ld+json',
    'multipart/x-mixed-replace',
    'constructor/prototype',
    'text/html5',
  ])('H4: "%s" is refused', (header) => {
    expect(judgeContentType(header)).toMatchObject({ ok: false, by: 'content:type' });
  });

  it.each([undefined, '', ';charset=utf-8', 'html', '*/*', 'unknown/unknown', 'text/', '/html', 'a b/c', 'a/b/c'])(
    'H4: "%s" names no type, so the bytes decide',
    (header) => {
      expect(judgeContentType(header)).toEqual({ ok: true, by: 'content:sniffed' });
    },
  );

  it.each(['application/pdf', 'application/x-pdf'])('H4: "%s" is known, and not read yet', (type) => {
    expect(judgeContentType(type)).toMatchObject({ ok: false, detail: `${type}, which is not enabled` });
  });

  it('H4: a refusal can be printed', () => {
    expect(judgeContentType('evil/\u001b[31m')).toMatchObject({ ok: false, detail: 'evil/\\u001b[31m' });
    expect(judgeContentType(`a/${'b'.repeat(5000)}`)).toMatchObject({ ok: false, detail: `a/${'b'.repeat(98)}` });
  });

  it.each([
    ['text/html; charset=utf-8', 'utf-8'],
    ['text/html;charset="EUC-KR"', 'EUC-KR'],
    ["text/html; charset='cp949'; x=y", 'cp949'],
    ['text/html; boundary=x; CHARSET = utf8mb4 ;', 'utf8mb4'],
    ['text/html; charset=', undefined],
    ['text/html; charset=""', undefined],
    ['text/html', undefined],
    [undefined, undefined],
  ])('H5: the charset label of "%s" is %s', (header, label) => {
    expect(charsetLabel(header)).toBe(label);
  });
});

describe('FAULTS 49: the bytes', () => {
  it.each([
    ['<!DOCTYPE html><p>x', 'html'],
    ['\xef\xbb\xbf \r\n<HTML lang=en>', 'html'],
    ['<!-- made by hand --><div>x', 'html'],
    ['<?xml version="1.0"?>\n<html xmlns="…">', 'xhtml'],
    ['Just a paragraph.', 'text'],
    ['', 'text'],
    ['<3 is a heart', 'text'],
    ['{"openapi":"3.1.0"}', 'json'],
    ['openapi: 3.0.0\ninfo:', 'yaml'],
    ['%PDF-1.7\n%\xe2\xe3', 'pdf'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'binary'],
    ['text and a \0', 'binary'],
    ['<?xml version="1.0"?><rss>', 'binary'],
  ])('FAULTS 49: without a type, %j is %s', (text, kind) => {
    expect(sniffContent(bytes(text)).kind).toBe(kind);
  });

  it.each([
    ['text', '<!doctype html><p>x', 'text'],
    ['html', 'no tags at all', 'html'],
    ['html', '<p>a\0b</p>', 'html'],
    ['text', `${'word '.repeat(200)}\0`, 'text'],
    ['markdown', '# Title', 'markdown'],
    ['xhtml', '<?xml version="1.0"?><html>', 'xhtml'],
    ['pdf', '%PDF-1.4', 'pdf'],
    ['html', '', 'html'],
  ] as const)('H4: declared %s, %j stays as declared', (declared, text, kind) => {
    expect(sniffContent(bytes(text), declared)).toEqual({ kind });
  });

  it.each([
    ['html', '%PDF-1.7\n', 'pdf', 'declared as html, looks like PDF'],
    ['text', '\n%PDF-1.7\n', 'pdf', 'declared as text, looks like PDF'],
    ['pdf', '<!doctype html><title>Log in</title>', 'html', 'declared as pdf, looks like HTML'],
    ['pdf', 'Not found', 'text', 'declared as pdf, looks like text'],
    ['html', 'PK\x03\x04\x14\0\x06\0', 'binary', 'declared as html, looks like binary data'],
    ['text', '\x1f\x8b\x08\0\0\0\0\0', 'binary', 'declared as text, looks like binary data'],
  ] as const)('FAULTS 49: declared %s, %j is %s and a mismatch', (declared, text, kind, mismatch) => {
    expect(sniffContent(bytes(text), declared)).toEqual({ kind, mismatch });
    expect(refuseContent(bytes(text), { kind, mismatch })).toMatchObject({ by: 'content:type' });
  });

  it('FAULTS 45: UTF-16 is text, by its mark or by its charset', () => {
    const utf16 = Buffer.from('plain words 한국어', 'utf16le');
    expect(sniffContent(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))).toEqual({ kind: 'text' });
    expect(sniffContent(utf16, 'text', 'UTF-16LE')).toEqual({ kind: 'text' });
    expect(sniffContent(Buffer.from('<!doctype html><p>', 'utf16le'), undefined, 'utf-16')).toEqual({ kind: 'html' });
    expect(sniffContent(utf16, 'text')).toMatchObject({ kind: 'binary' });
  });

  it('H4: a PDF found by its bytes is not read either', () => {
    const detail = 'looks like PDF, which is not enabled';
    expect(refuseContent(bytes('%PDF-'), { kind: 'pdf' })).toMatchObject({ ok: false, by: 'content:type', detail });
  });
});

describe('H4: OpenAPI', () => {
  it.each([
    ['{"openapi":"3.1.0","info":{}}', true],
    ['\xef\xbb\xbf\n{ "info" : {"a":[1,{"b":"}"}]}, "swagger" : "2.0" }', true],
    ['{"a":"\\"openapi\\":3","openapi" :3.0}', true],
    ['{"info":{"openapi":"3.0.0"}}', false],
    ['[{"openapi":"3.0.0"}]', false],
    ['{"openapi":"is a standard"}', false],
    ['{"title":"openapi","x":"swagger"}', false],
    ['{"openapi"', false],
    ['{"open', false],
    ['{"a":"\\', false],
    ['openapi: 3.0.3\n', true],
    ['# our API\n---\ninfo:\n  title: x\r\n"swagger": "2.0"\n', true],
    ["'openapi': '3.1.0'", true],
    ['info:\n  openapi: 3.0.0\n', false],
    ['openapi: yes, please\n', false],
    ['a: b\n', false],
    ['', false],
  ])('H4: %j: %s', (text, expected) => {
    expect(isOpenApi(bytes(text))).toBe(expected);
  });

  it('H4: JSON and YAML that are not OpenAPI are refused', () => {
    expect(refuseContent(bytes('{"a":1}'), { kind: 'json' })).toMatchObject({
      detail: 'JSON, but not an OpenAPI document',
    });
    expect(refuseContent(bytes('a: b'), { kind: 'yaml' })).toMatchObject({
      detail: 'YAML, but not an OpenAPI document',
    });
    expect(refuseContent(bytes('openapi: 3.0.0'), { kind: 'yaml' })).toBeUndefined();
  });

  it('H4: five megabytes of hostile JSON cost one look at each byte', () => {
    const hostile = [`${'{"a":'.repeat(800_000)}`, `{"${'\\"'.repeat(2_400_000)}`, `{${'"openapi",'.repeat(480_000)}`];
    for (const text of hostile) expect(isOpenApi(bytes(text))).toBe(false);
  });
});
