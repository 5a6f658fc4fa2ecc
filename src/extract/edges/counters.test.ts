// E2: which lines are pagers and counters as a whole, so that their numbers are about the page; every other number is text.
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { counterOf } from './counters.ts';

describe('E2: a pager or a counter is one as a whole', () => {
  it.each([
    ['Page 3 of 12', 'Page 4 of 7'],
    ['Page 3', '**Page 11**'],
    ['3 / 12', '11/12'],
    ['Sheet 3 of 9', 'Sheet 8 of 9'],
    ['« Previous 1 2 3 … 9 Next »', '1 2 3 4 Next'],
    ['Previous\n1\n2\nNext', 'Previous 1 Next'],
    ['Last updated 3 days ago', 'Last updated: 2026-01-13'],
    ['This page was last updated on January 13, 2026', 'This page was last updated on Feb. 2nd, 2025.'],
    ['Last modified: Tue, 13 Jan 2026 10:22:11 GMT', 'Last modified 14 January 2026, 9:02 am'],
    ['12 min read', '3 min read'],
    ['Reading time: about 4 minutes', 'Reading time: about 12 minutes'],
    ['1,204 views', '3.5k views'],
    ['Page 3 of 12 · Updated 2026-01-13', 'Page 4 of 12 | Updated 2025-12-31'],
    ['Page rendered in 12 ms', 'Page rendered in 3.5 ms'],
    ['3 페이지', '12페이지'],
    ['전체 12페이지 중 3페이지', '전체 9 페이지 중 8 페이지'],
    ['최종 수정일: 2026년 1월 13일', '최종 수정일 : 2025-12-31'],
    ['마지막 업데이트: 3일 전', '마지막 업데이트: 2시간 전'],
    ['이 페이지는 2026-01-13에 마지막으로 수정되었습니다.', '이 페이지는 2025. 12. 31에 마지막으로 수정되었습니다.'],
    ['읽는 시간: 약 5분', '읽는 시간 : 약 12분'],
    ['조회수 1,204', '조회수: 7'],
    ['이전 1 2 3 다음', '이전 4 5 다음'],
    ['3 / 12 ページ', '４／１２ページ'],
    ['全12ページ中3ページ目', '全9ページ中1ページ目'],
    ['最終更新日：2026年1月13日', '最終更新日: 2025/12/31 10:22'],
    ['最終更新: 3日前', '最終更新: 2時間前'],
    ['このページは2026年1月13日に更新されました', 'このページは2025年2月3日に更新されました。'],
    ['この記事は約5分で読めます', 'この記事は 約12分で読めます'],
    ['閲覧数：1204回', '閲覧数 : 7回'],
    ['前へ 1 2 3 次へ', '前へ 2 3 次へ'],
    ['Seite 3 von 9', 'Seite 8 von 9'],
  ])('%j and %j count the same', (one, other) => {
    expect(counterOf(one)).toBeDefined();
    expect(counterOf(other)).toBe(counterOf(one));
  });

  it('a fraction is a pager only beside those of the same whole', () => {
    expect(counterOf('3 / 12')).toBe(counterOf('4 of 12'));
    expect(counterOf('3 / 12')).not.toBe(counterOf('3 / 11'));
    expect(counterOf('16 / 9')).toBeUndefined();
    expect(counterOf('24/7')).toBeUndefined();
  });

  it.each([
    'Limit: 25 items.',
    'Default port: 8003, read only.',
    'Added in version 2.3.',
    'Returns at most 24 items per page and times out after 5 seconds.',
    'Page size: 25',
    'Pages are cached for 12 minutes',
    'Page 3 of 12 lists the limits',
    'At most 3 pages. Page 3 of 12',
    'Requires TLS. Last updated 3 days ago',
    'Last updated 3 days ago, limit 5',
    'Updated every 15 minutes',
    'Last 30 days',
    '12 min',
    '5 seconds ago the limit was 7',
    'Reads 12 minutes of history',
    '12 min read timeout',
    'Views: 5 at most',
    'Viewed rows: 50',
    'Version 2.3',
    'Released 2026-01-13',
    'Valid until 2026-01-13',
    'Printed circuit 2026-A',
    'Copyright 2026 or 70 years',
    '한 페이지에 25개',
    '페이지 크기: 25',
    '3쪽부터 25개씩',
    '수정 한도: 5회',
    '최대 5분',
    '버전 2.3에 추가됨',
    '마지막 7일',
    '1ページに25件',
    'ページサイズ：25',
    '更新は15分ごと',
    '最大5分',
    'バージョン2.3で追加',
    '直近7日間',
    'Retry after ⑤ seconds',
    'x'.repeat(300),
    'no number at all',
    '',
  ])('%j says something', (text) => {
    expect(counterOf(text)).toBeUndefined();
  });

  it('takes no longer than its text', () => {
    for (const unit of ['1', '1/', 'page 1 ', '1. ', '2026-01-', 'jan 1, ', '« 1 ', '３'])
      expect(counterOf(endless(unit).slice(0, 200)) ?? '').toBeTypeOf('string');
    for (const unit of ['1', 'page 1 ']) expect(counterOf(endless(unit))).toBeUndefined();
  });
});
