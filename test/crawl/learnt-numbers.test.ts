// E2: numbers at the edges of pages, generation after generation: no fact is lost that any page states, and counters are left out.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { runCommand } from '../support/commands.ts';
import { inAll, scaled } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

const PAGES = 8;

interface Wording {
  /** Lines that differ on each page by their number, `#`. */
  readonly own: readonly string[];
  /** Lines that are the same on all pages of a generation. */
  readonly shared: readonly string[];
  readonly counters: readonly string[];
  readonly menu: string;
  readonly text: string;
}

const wordings: Readonly<Record<string, Wording>> = {
  en: {
    own: [
      'Limit: # items.',
      'Default port: 8#, read only.',
      'Added in version 2.#.',
      'Times out after # ms',
      'Page size: #',
    ],
    shared: [
      'Returns at most # items per page and times out after 5 seconds.',
      'Costs -#% at night',
      'Needs ≤ # Mb, last measured',
    ],
    counters: ['Page # of 12', 'Last updated # days ago', '# min read'],
    menu: 'Parts, sorted',
    text: 'turns in a way of its own, and this says at length how it does that, where it stops and what comes behind it.',
  },
  ko: {
    own: [
      '한 페이지에 #개까지 반환합니다.',
      '기본 포트: 8#, 읽기 전용',
      '버전 2.#에 추가됨',
      '제한 시간 #분',
      '수정 한도 #회',
    ],
    shared: ['요청은 1분에 #번까지 보낼 수 있습니다.', '야간 요금 -#%', '최대 크기 #MB, 마지막 측정'],
    counters: ['# / 12 페이지', '마지막 업데이트: #일 전', '읽는 시간: #분'],
    menu: '모든 부품 목록',
    text: '부품은 저마다 다른 방식으로 돌아가며, 이 글은 어떻게 돌고 어디에서 멈추는지, 그 뒤에 무엇이 오는지를 길게 설명합니다.',
  },
  ja: {
    own: [
      '1ページに#件まで返します。',
      '既定のポート：8#、読み取り専用',
      'バージョン2.#で追加',
      '制限時間は#分',
      '更新は#回まで',
    ],
    shared: ['要求は1分に#回まで送れます。', '夜間料金 -#%', '最大#MB、最終測定'],
    counters: ['#ページ', '最終更新: #日前', 'この記事は約#分で読めます'],
    menu: '部品の一覧',
    text: '部品はそれぞれ独自の方法で回り、この文章はどのように回り、どこで止まり、その後に何が来るのかを詳しく説明します。',
  },
};

let folder: string;
let server: LocalServer;
let generation: number;
const gone = new Set<string>();
/** Pages of which no text may be kept. */
const mute = new Set<string>();
/** Other pages than those of the languages: their names, by path, in the order of the links to them. */
let many: ReadonlyMap<string, string> | undefined;

const write = (line: string, number: number): string => line.replace('#', String(number));
/** Half of the numbers change with each generation, so that some pages do not. */
const ownOf = (own: readonly string[], nth: number): readonly string[] =>
  own.map((line, at) => write(line, 10 + nth + 100 * (at % 2 === nth % 2 ? generation : 0)));
const sharedOf = (shared: readonly string[]): readonly string[] =>
  shared.map((line, at) => write(line, 3 + Math.floor((generation + at) / 3)));

function html(language: string, nth: number): string {
  const { own, shared, counters, menu, text } = wordings[language] as Wording;
  const [above, ...below] = ownOf(own, nth);
  const [same, ...others] = sharedOf(shared);
  const lines = [...below, ...others, ...counters.map((line) => write(line, (nth * 3 + generation) % 12))];
  const name = `${language} ${'abcdefgh'[nth]}`;
  const head = mute.has(`/${language}/p${nth}`) ? '<meta name="robots" content="noarchive">' : '';
  return `<html lang="${language}"><title>${name}</title>${head}<p>${menu}</p><p>${same}</p><p>${above}</p><h1>${name}</h1><p>${name} ${text.repeat(6)}</p>
    <h2>${name} ${menu}</h2><p>${text.repeat(3)} ${name}</p>${lines.map((line) => `<p>${line}</p>`).join('')}`;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-numbers-'));
  generation = 0;
  gone.clear();
  mute.clear();
  const all = Object.keys(wordings).flatMap((language) =>
    Array.from({ length: PAGES }, (_, nth) => `/${language}/p${nth}`),
  );
  server = await startServer((request, response) => {
    const path = request.url ?? '';
    const other = many?.get(path);
    if (many !== undefined && (path === '/' || other !== undefined)) {
      const links = [...many.keys()].map((to) => `<a href="${to}">${to}</a>`).join(' and ');
      const own = `${other} turns in a way of its own, and says how. `.repeat(5);
      const body =
        other === undefined
          ? `<h1>All</h1><p>${links}</p>`
          : `<h1>${other}</h1><p>${own}</p><h2>More</h2><p>${own}</p><p>All of them state this line.</p>`;
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html lang="en">${body}`);
    }
    const [, language = '', nth = ''] = /^\/(en|ko|ja)\/p(\d)$/.exec(path) ?? [];
    const body =
      path === '/'
        ? `<h1>All</h1><p>${all.map((to) => `<a href="${to}">${to}</a>`).join(' and ')}</p>`
        : language === '' || gone.has(path)
          ? undefined
          : html(language, Number(nth));
    if (body === undefined) return void response.writeHead(404).end();
    const etag = `"${Buffer.from(body).toString('base64url').slice(-2_000).replaceAll(/[^\w]/g, '')}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(body);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function run(isFirst: boolean, flags: Record<string, string> = {}): Promise<void> {
  const settings = loadSettings({
    cwd: folder,
    env: {},
    flags: {
      request_delay_ms: '0',
      per_host: '8',

      data: join(folder, 'data'),
      retain: 'full',
      ...flags,
    },
  });
  const docent = openDocent({ settings });
  for await (const event of isFirst ? docent.crawl(`${server.origin}/`) : docent.refresh([], { all: true })) void event;
}

/** The text of each stored page by its path. */
async function stored(): Promise<ReadonlyMap<string, string>> {
  const reader = await openStore({ kind: 'sqlite', folder: join(folder, 'data') }).openReader();
  try {
    const pages = (await reader.records({ limit: 1_000 })).filter(({ page }) => page !== undefined);
    return new Map(
      await Promise.all(
        pages.map(async ({ id, url }) => {
          const chunks = await reader.chunks(id);
          return [new URL(url).pathname, chunks.map(({ text, preview }) => text ?? preview).join('\n')] as const;
        }),
      ),
    );
  } finally {
    await reader.close();
  }
}

/** What pages state now and nothing stored says, and counters that are stored on most pages. */
function problems(pages: ReadonlyMap<string, string>): readonly string[] {
  const found: string[] = [];
  for (const [language, { own, shared, counters }] of Object.entries(wordings)) {
    const alive = Array.from({ length: PAGES }, (_, nth) => nth).filter((nth) => !gone.has(`/${language}/p${nth}`));
    const textOf = (nth: number): string => pages.get(`/${language}/p${nth}`) ?? '';
    for (const nth of alive)
      for (const line of ownOf(own, nth)) if (!textOf(nth).includes(line)) found.push(`p${nth} lost ${line}`);
    for (const line of sharedOf(shared)) {
      const keepers = alive.filter((nth) => textOf(nth).includes(line));
      if (keepers.length !== 1) found.push(`${line} is on ${keepers.length} pages`);
    }
    for (const line of counters) {
      const form = new RegExp(`^${line.replace('#', '\\d+')}$`, 'm');
      const keepers = alive.filter((nth) => form.test(textOf(nth)));
      if (keepers.length > 0) found.push(`${line} is on ${keepers.length} pages`);
    }
  }
  return found;
}

describe('E2: numbers at the edges of pages', () => {
  it('no fact is lost in English, Korean and Japanese, however often the site is refreshed', scaled, async () => {
    const generations = inAll(3, 30);
    for (; generation < generations; generation++) {
      // The page that keeps what all of them state goes, too.
      for (const language of Object.keys(wordings))
        if (generation > 0 && generation % 10 === 2) gone.add(`/${language}/p${Math.floor(generation / 10)}`);
      await run(generation === 0);
      expect([generation, ...problems(await stored())]).toEqual([generation]);
    }
  });
});

describe('E2: what all pages state, where no text is kept', () => {
  it.each([
    ['last', 1],
    ['first', -1],
    ['somewhere', 7],
  ])('is on the first page in the order of URLs also of many pages, where that one answers %s', async (_name, step) => {
    const count = 60;
    const order = Array.from({ length: count }, (_, nth) => ((((count - 1 - nth) * step) % count) + count) % count);
    const name = (nth: number): string => `/many/p${String(nth).padStart(2, '0')}`;
    many = new Map(order.map((nth) => [name(nth), `Page ${'abcdefghijklmnopqrstuvwxyz'[nth % 26]}${nth}`]));
    await run(true, { retain: 'preview', per_host: '1', max_pages: '200' });
    const found = [...(await stored())].filter(([, text]) => text.includes('All of them state this line.'));
    expect(found.map(([path]) => path)).toEqual([name(0)]);
    many = undefined;
  });

  const shared = (): string => sharedOf(wordings.en?.shared ?? [])[0] ?? '';
  const pagesWith = (pages: ReadonlyMap<string, string>): readonly string[] =>
    [...pages].filter(([, text]) => text.includes(shared())).map(([path]) => path);

  it('stays on the first page, and moves to the next with the refresh after that page has gone', async () => {
    await run(true, { retain: 'preview' });
    expect(pagesWith(await stored())).toEqual(['/en/p0']);
    gone.add('/en/p0');
    await run(false, { retain: 'preview' });
    await run(false, { retain: 'preview' });
    expect(pagesWith(await stored())).toEqual(['/en/p1']);
  });

  it.each(['preview', 'full'])('R28: is on no page of which no text may be kept, with retain: %s', async (retain) => {
    for (const nth of [0, 1]) mute.add(`/en/p${nth}`);
    await run(true, { retain });
    expect(pagesWith(await stored())).toEqual(['/en/p2']);
  });

  it('is listed line by line by "why"', async () => {
    await run(true);
    const { stdout } = await runCommand(['why', `${server.origin}/en/p5`, '--data', join(folder, 'data')], {
      cwd: folder,
    });
    const { menu = '', shared: lines = [], counters = [] } = wordings.en ?? {};
    expect(stdout).toContain(
      `left out  ${1 + lines.length + counters.length} blocks that most pages of the site repeat:`,
    );
    for (const line of [menu, ...sharedOf(lines)]) expect(stdout).toContain(`“${line}”`);
  });

  it('is back on all pages with the next refresh with learn_chrome: false', async () => {
    await run(true, { retain: 'preview' });
    await run(false, { retain: 'preview', learn_chrome: 'false' });
    expect(pagesWith(await stored())).toHaveLength(PAGES);
  });
});
