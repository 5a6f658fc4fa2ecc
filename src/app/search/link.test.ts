// Where a hit leads: the place in the page that bears the name of the query.
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../search/analyse/query.ts';
import { linkTo, namesInQuery } from './link.ts';

const chunk = {
  url: 'https://docs.example/x',
  anchor: 'first',
  ids: ['first', 'asyncio.gather', 'asyncio.Task.cancel', 'GUC-WORK-MEM', 'task-groups', '설치', 'a b"c'],
};

describe('linkTo', () => {
  it.each([
    ['asyncio.gather', 'asyncio.gather'],
    ['gather', 'asyncio.gather'],
    ['how does asyncio.gather work', 'asyncio.gather'],
    ['Task.cancel', 'asyncio.Task.cancel'],
    ['work_mem', 'GUC-WORK-MEM'],
    ['task groups', 'task-groups'],
    ['task groups provider:python', 'task-groups'],
    ['"task groups"', 'task-groups'],
    ['설치', '%EC%84%A4%EC%B9%98'],
    ['tasks', 'first'],
    ['mem', 'GUC-WORK-MEM'],
    ['pg_task_groups', 'task-groups'],
    ['pg_first', 'first'],
    ['something else', 'first'],
    ['', 'first'],
    ['-', 'first'],
  ])('C1: %s leads to #%s', (query, id) => {
    expect(linkTo(chunk, namesInQuery(parseQuery(query)))).toBe(`https://docs.example/x#${id}`);
  });

  it('C1: without an anchor it is the page, and an odd one is written as addresses are', () => {
    expect(linkTo({ url: 'https://docs.example/x?a=1', ids: [] }, [])).toBe('https://docs.example/x?a=1');
    expect(linkTo({ ...chunk, anchor: 'a b"<c>' }, [])).toBe('https://docs.example/x#a%20b%22%3Cc%3E');
    expect(linkTo({ ...chunk, url: 'no address' }, [])).toBe('no address');
  });
});
