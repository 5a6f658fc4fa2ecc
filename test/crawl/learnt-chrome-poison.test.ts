// E2: pages of strangers on the same site cannot take the text of another page for chrome: pages in one place prove nothing about a page
// elsewhere, never more than half of a page goes, and what goes is said on another page.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

/** What the page of the victim says, before and behind its heading. */
const paragraphs = [
  '모든 요청은 암호화된 연결로만 보낼 수 있습니다.',
  '토큰은 한 시간이 지나면 더 이상 쓸 수 없습니다.',
  '실패한 요청은 세 번까지 다시 보내야 합니다.',
  '응답은 언제나 유니코드로 적혀 있습니다.',
  '이 제한은 무료 요금제에만 적용됩니다.',
];

interface Attack {
  readonly paths: readonly string[];
  /** How many of the paragraphs are copied. */
  readonly copies: number;
  readonly lang?: string;
  readonly victimLang?: string;
  readonly victim?: string;
  /** Other pages that say what the victim says. */
  readonly alike?: readonly string[];
  readonly own?: (nth: number) => string;
  readonly others?: Readonly<Record<string, string>>;
  readonly written?: (paragraph: string) => string;
}

const below = (prefix: string, count = 8): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `${prefix}${'abcdefghijklmnopqrstuvwxyz'[nth]}`);

function page(lang: string, said: readonly string[], own: string): string {
  const [first = '', second = '', ...behind] = said.map((text) => (text === '' ? '' : `<p>${text}</p>`));
  return `<html lang="${lang}"><title>${own.slice(0, 20)}</title>${first}${second}<h1>${own.slice(0, 20)}</h1>${own === '' ? '' : `<p>${own}</p>`}${behind.join('')}`;
}

let pages: Map<string, string>;
let server: LocalServer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-poison-'));
  pages = new Map();
  server = await startServer((request, response) => {
    const body = pages.get(request.url ?? '');
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** How many of their paragraphs the victims have lost, and how many no page says. */
async function crawl({
  paths,
  copies,
  lang = 'ko',
  victimLang = 'ko',
  victim = '/guide/limits',
  alike = [],
  own = (nth) => `나는 ${nth}번째 글이고 아무것도 아닙니다.`.repeat(3),
  others = {},
  written = (paragraph) => paragraph,
}: Attack): Promise<{ readonly lost: number; readonly nowhere: number }> {
  const guides = below('/guide/en-', 12);
  const victims = [victim, ...alike];
  for (const path of victims)
    pages.set(path, page(victimLang, paragraphs, `${path} 페이지에는 다른 글이 조금 있습니다.`));
  for (const [nth, path] of guides.entries())
    pages.set(path, page('en', [], `Guide ${nth} says what it says. `.repeat(9)));
  for (const [nth, path] of paths.entries())
    pages.set(
      path,
      page(
        lang,
        paragraphs.map((one, at) => (at >= paragraphs.length - copies ? written(one) : '')),
        own(nth),
      ),
    );
  for (const [path, body] of Object.entries(others)) pages.set(path, body);
  const links = [...pages.keys()].map((path) => `<a href="${path}">${path}</a>`).join(' ');
  pages.set('/', `<html lang="en"><h1>All</h1><p>${links}</p>`);
  const flags = { request_delay_ms: '0', per_host: '8', data: folder, retain: 'full' };
  for await (const event of openDocent({ settings: loadSettings({ env: {}, flags }) }).crawl(`${server.origin}/`))
    void event;
  const reader = await openStore({ kind: 'sqlite', folder }).openReader();
  const texts = new Map<string, string>();
  for (const { id, url, page: stored } of await reader.records({ limit: 1_000 }))
    if (stored !== undefined)
      texts.set(new URL(url).pathname, (await reader.chunks(id)).map(({ text = '' }) => text).join('\n'));
  await reader.close();
  const all = [...texts.values()].join('\n');
  return {
    lost: victims.flatMap((path) => paragraphs.filter((one) => !texts.get(path)?.includes(one))).length,
    nowhere: paragraphs.filter((one) => !all.includes(one)).length,
  };
}

describe('E2: pages in one place take nothing from a page elsewhere', () => {
  it.each<readonly [string, Attack]>([
    ['that come before it in the order of addresses', { paths: below('/a/'), copies: 2 }],
    ['that come behind it', { paths: below('/u/mallory/'), copies: 2 }],
    ['nor from two pages that say the same', { paths: below('/a/'), copies: 2, alike: ['/guide/tokens'] }],
  ])('%s', async (_name, attack) => {
    expect(await crawl(attack)).toEqual({ lost: 0, nowhere: 0 });
  });

  it.each<readonly [string, Attack]>([
    ['with most of its paragraphs', { paths: below('/u/mallory/'), copies: 4 }],
    ['with all of its paragraphs', { paths: below('/u/mallory/'), copies: 5 }],
    ['with one of its paragraphs', { paths: below('/u/mallory/'), copies: 1 }],
    [
      'in many folders of their own',
      { paths: [...below('/u/mallory/x/', 5), ...below('/u/mallory/y/z/', 5)], copies: 2 },
    ],
    ['in greater number', { paths: below('/u/mallory/', 26), copies: 2 }],
    ['with a region of the language', { paths: below('/u/mallory/'), copies: 2, lang: 'KO_kr' }],
    ['without a language', { paths: below('/u/mallory/'), copies: 2, lang: '', victimLang: '' }],
    [
      'with nothing of their own',
      {
        paths: below('/u/mallory/'),
        copies: 2,
        own: (nth) => '가나다라마바사아자차카타파하거너더러머버서어저처커터'[nth] ?? '',
      },
    ],
    ['set out otherwise', { paths: below('/u/mallory/'), copies: 2, written: (text) => `» <b>${text}</b>` }],
    ['beside the folder of the page', { paths: below('/guide/mallory/'), copies: 2 }],
    ['below the address of the page', { paths: below('/guide/limits/comments/'), copies: 2 }],
    ['from two pages, behind them', { paths: below('/u/mallory/'), copies: 2, alike: ['/guide/tokens'] }],
    ['from two pages in different folders', { paths: below('/m/'), copies: 2, alike: ['/ref/tokens'] }],
    [
      'from four pages in two folders',
      { paths: below('/a/', 20), copies: 2, alike: ['/guide/tokens', '/ref/x', '/ref/y'] },
    ],
    ['from two pages at the top', { paths: below('/m/'), copies: 2, victim: '/limits', alike: ['/tokens'] }],
    [
      'from pages with a slash at their end',
      { paths: below('/m/').map((path) => `${path}/`), copies: 2, victim: '/limits/', alike: ['/tokens/'] },
    ],
    ['from two pages beside their folder', { paths: below('/guide/m/'), copies: 2, alike: ['/guide/tokens'] }],
    [
      'from two pages, with one page far from both',
      { paths: below('/docs/m/'), copies: 2, victim: '/docs/g/x', alike: ['/docs/g/y', '/far'] },
    ],
    [
      'from six of twenty pages that say so',
      {
        paths: below('/u/mallory/', 26),
        copies: 2,
        alike: below('/guide/b', 5),
        others: Object.fromEntries(
          below('/guide/c', 14).map((path) => [path, page('ko', [], `${path} 이야기를 합니다. `.repeat(9))]),
        ),
      },
    ],
    ['above the page', { paths: below('/guides-'), copies: 2, victim: '/guide/deep/limits' }],
  ])('%s', more, async (_name, attack) => {
    const { lost, nowhere } = await crawl(attack);
    expect(nowhere).toBe(0);
    expect(lost).toBe(0);
  });

  it.each([3, 4])('E2: %i pages decide nothing, wherever they are', async (count) => {
    const paths = below('/', count - 1).map((path, nth) => `${path}/${nth}`);
    expect(await crawl({ paths, copies: 2 })).toEqual({ lost: 0, nowhere: 0 });
  });
});

describe('E2: never more than half of a page goes, and what goes is said elsewhere', () => {
  const many = [...below('/a/'), ...below('/b/'), ...below('/z/')];

  it.each<readonly [string, Attack]>([
    ['most of its paragraphs in many places', { paths: many, copies: 4 }],
    [
      'most of its paragraphs beside one long page in its language',
      { paths: many, copies: 4, others: { '/long': page('ko', [], '아주 긴 글입니다. '.repeat(20_000)) } },
    ],
  ])('%s', async (_name, attack) => {
    expect(await crawl(attack)).toEqual({ lost: 0, nowhere: 0 });
  });

  it.each<readonly [string, Attack]>([
    ['one paragraph', { paths: many, copies: 1 }],
    ['two paragraphs', { paths: many, copies: 2 }],
    [
      'two paragraphs, on pages with nothing of their own',
      { paths: many, copies: 2, own: (nth) => '가나다라마바사아자차카타파하거너더러머버서어저처커터'[nth] ?? '' },
    ],
  ])('%s', more, async (_name, attack) => {
    const { lost, nowhere } = await crawl(attack);
    expect(lost).toBeLessThanOrEqual(2);
    expect(nowhere).toBe(0);
  });
});
