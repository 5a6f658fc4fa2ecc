// Questions that found nothing: what is kept of them, when, and what becomes of them with the folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFile } from '../../../test/support/data-file.ts';
import { type SearchSite, startSearchSite } from '../../../test/support/search-site.ts';
import { Moment } from '../../../test/support/visits.ts';
import { backupData, restoreData } from '../../doors/library/backup.ts';
import { openDocent } from '../../doors/library/docent.ts';
import { openSearch, search } from '../../doors/library/search.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { forgetPlanned, planForget } from '../forget/forget.ts';
import { openPlace, type Place } from '../place.ts';
import { clearQuestions, noteQuestion, questions } from './questions.ts';
import { questionText } from './questions-text.ts';

let site: SearchSite;

beforeAll(async () => {
  site = await startSearchSite();
  const { result } = openDocent({ settings: settings({}) }).crawl(`${site.server.origin}/docs/`);
  expect((await result).exitCode).toBe(0);
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => void (await clearQuestions(here().store)));

const here = (env?: Record<string, string>): Place => openPlace(settings(env));

function settings(env: Record<string, string> = { DOCENT_KEEP_QUESTIONS: 'true' }): Settings {
  return loadSettings({
    cwd: site.folder,
    env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: join(site.folder, 'data'), ...env },
  });
}

const texts = async (): Promise<readonly string[]> => (await questions(here())).questions.map(({ text }) => text);
const slug = (): string => `127.0.0.1-${site.server.port}_docs`;

describe('what is kept of a question', () => {
  it.each([
    ['  how \t do\n\u3000I  ask ', 'how do I ask'],
    ['cafe\u0301', 'caf\u00e9'],
    ['결제를 취소하려면?', '결제를 취소하려면?'],
    ['why does https://me:word@host.example/a?token=abc fail', 'why does https://***@host.example/a?token=*** fail'],
    ['Authorization: Bearer abcdef123456 refused', 'Authorization: Bearer *** refused'],
    ['mail to jane.doe@example.com bounces', 'mail to [email] bounces'],
    ['메일은 jane@example.com으로', '메일은 [email]으로'],
    ['/users/jane%40example.com gives 404', '/users/[email] gives 404'],
    ['clone git@github.com:a/b and lodash@4.17.21', 'clone git@github.com:a/b and lodash@4.17.21'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
    ['   ', ''],
  ])('A5: %j becomes %j', (question, kept) => expect(questionText(question)).toBe(kept));

  it('A5: at most 200 characters, no half of one, and nothing hidden by halves', () => {
    expect(questionText('x'.repeat(200))).toBe('x'.repeat(200));
    expect(questionText('😀'.repeat(300))).toBe(`${'😀'.repeat(199)}…`);
    expect(questionText(`${'x'.repeat(190)} jane.doe@example.com`)).toBe(`${'x'.repeat(190)} [email]`);
    expect(questionText('가'.repeat(100_000))).toHaveLength(200);
  });

  it('A5: whatever the question, it is one bounded line, and keeping it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (question) => {
        const kept = questionText(question);
        expect([...kept].length).toBeLessThanOrEqual(200);
        expect(kept).toBe(kept.toWellFormed().normalize('NFC').trim());
        expect(kept).not.toMatch(/\s\s|[\n\r\t]/);
        expect(questionText(kept)).toBe(kept);
      }),
    );
  });
});

describe('counting', () => {
  it('A5: is off unless keep_questions is set', async () => {
    expect((await search('qqqq', { settings: settings({}) })).found.pages).toBe(0);
    await noteQuestion(here({}), { text: 'qqqq', found: 0 });
    expect(await questions(here({}))).toEqual({ isOn: false, total: 0, questions: [] });
  });

  it('A5: a search that found no page is counted with the providers it was held to; others are not', async () => {
    const opened = openSearch({ settings: settings() });
    const before = new Moment();
    try {
      for (const query of ['qqqq  xxxx', 'qqqq xxxx', 'connection', '', '   ']) await opened.search(query);
      await opened.search('connecti zzzz', { typing: true });
      await opened.search('zzzz', { provider: ['b', 'a', 'b'] });
      await opened.search('yyyy provider:other');
      // There are such pages, not as many.
      expect((await opened.search('quokka', { offset: 500 })).results).toEqual([]);
    } finally {
      await opened.close();
    }
    const { isOn, total, questions: kept } = await questions(here());
    expect({ isOn, total }).toEqual({ isOn: true, total: 3 });
    expect(kept).toMatchObject([
      { text: 'qqqq xxxx', times: 2, found: 0 },
      { text: 'yyyy provider:other', library: 'other', times: 1 },
      { text: 'zzzz', library: 'a, b', times: 1 },
    ]);
    expect(kept[0]?.library).toBeUndefined();
    before.expectAfter(kept[0]?.firstAt);
    expect(await questions(here(), { limit: 1 })).toMatchObject({ total: 3, questions: [{ text: 'qqqq xxxx' }] });
    expect(await questions(here(), { library: 'b' })).toMatchObject({ total: 1, questions: [{ text: 'zzzz' }] });
  });

  it('A5: a question that finds pages later shows it', async () => {
    await noteQuestion(here(), { text: 'quokka', found: 0 });
    await search('quokka', { settings: settings() });
    expect((await questions(here())).questions).toMatchObject([{ text: 'quokka', times: 1, found: 1 }]);
  });

  it('A5: a question is counted in the data folder of the search', async () => {
    const elsewhere = { settings: loadSettings({ cwd: site.folder, env: { DOCENT_KEEP_QUESTIONS: 'true' } }) };
    await search('kkkk', { ...elsewhere, cwd: site.folder, data: 'data' });
    expect(await texts()).toEqual(['kkkk']);
  });

  it('A5: a fault is a line at DEBUG without the question, and the answer is there', async () => {
    const lines: unknown[] = [];
    const log = {
      ...{ info: expect.fail, warn: expect.fail, error: expect.fail },
      debug: (fields: object, event: string) => void lines.push([event, fields]),
    };
    const other = new DatabaseSync(dataFile(join(site.folder, 'data')));
    other.exec('BEGIN IMMEDIATE');
    try {
      expect((await search('secretword', { settings: settings(), log })).found.pages).toBe(0);
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    const nowhere = settings({ DOCENT_KEEP_QUESTIONS: 'true', DOCENT_DATA: join(site.folder, 'nowhere') });
    await noteQuestion(openPlace(nowhere), { text: 'secretword', found: 0 }, log);
    await noteQuestion(openPlace(nowhere), { text: undefined as unknown as string, found: 0 }, log);
    expect(lines).toMatchObject([
      ['questions.not_kept', { code: 'DOC_STORE' }],
      ['questions.not_kept', { code: 'DOC_STORE' }],
      ['questions.not_kept', { reason: expect.any(String) }],
    ]);
    expect(JSON.stringify(lines)).not.toContain('secretword');
    expect(await texts()).toEqual([]);
  });
});

describe('questions and the folder', () => {
  it('C4, A5: a backup holds them, and a restore brings them back', async () => {
    const place = mkdtempSync(join(tmpdir(), 'docent-questions-'));
    try {
      await noteQuestion(here(), { text: 'gap', library: 'other', found: 0 });
      const kept = await questions(here());
      await backupData({ settings: settings(), file: join(place, 'backup') });
      await restoreData({ settings: settings(), file: join(place, 'backup'), data: join(place, 'data') });
      expect(await questions(here({ DOCENT_KEEP_QUESTIONS: 'true', DOCENT_DATA: join(place, 'data') }))).toEqual(kept);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('C5, A5: what names a forgotten page goes, what was held to a forgotten provider too, and all else stays', async () => {
    const page = `${site.server.origin}/docs/long`;
    await noteQuestion(here(), { text: `what does ${page}, say?`, found: 0 });
    await noteQuestion(here(), { text: `what does ${page}er say?`, found: 0 });
    const place = here();
    await forgetPlanned(place.store, await planForget(place, page));
    expect(await texts()).toEqual([`what does ${page}er say?`]);
    await noteQuestion(here(), { text: 'gap', library: ['other', slug()], found: 0 });
    await noteQuestion(here(), { text: 'gap', library: 'other', found: 0 });
    await forgetPlanned(place.store, await planForget(place, `provider:${slug()}`));
    expect((await questions(here())).questions).toMatchObject([{ text: 'gap', library: 'other' }, { times: 1 }]);
  });
});
