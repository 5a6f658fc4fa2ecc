// Proves how addresses to listen on and names of a server are read.
import { describe, expect, it } from 'vitest';
import { listenAtPort, parseHostName, parseListen } from './listen-address.ts';

it.each([
  ['7411', '80'],
  ['127.0.0.1:7411', '127.0.0.1:80'],
  ['[::1]:7411', '[::1]:80'],
  ['0.0.0.0:7411', '0.0.0.0:80'],
])('A6: %s at port 80 is %s', (listen, moved) => {
  expect(listenAtPort(listen, 80)).toBe(moved);
});

describe('parseListen', () => {
  it.each([
    ['7411', '127.0.0.1', 7411, true],
    ['0', '127.0.0.1', 0, true],
    ['localhost:80', '127.0.0.1', 80, true],
    ['127.0.0.2:65535', '127.0.0.2', 65_535, true],
    ['[::1]:7411', '::1', 7411, true],
    ['0.0.0.0:7411', '0.0.0.0', 7411, false],
    ['10.1.2.3:7411', '10.1.2.3', 7411, false],
    ['[::]:7411', '::', 7411, false],
    ['[FD00:0:0::7]:7411', 'fd00::7', 7411, false],
    // Reached through another family: not certain to be this machine alone.
    ['[::ffff:127.0.0.1]:7411', '::ffff:7f00:1', 7411, false],
  ])('A6: reads %s', (text, address, port, isLoopback) => {
    expect(parseListen(text)).toEqual({ address, port, isLoopback });
  });

  it.each([
    ...[
      '',
      ':7411',
      '127.0.0.1',
      '127.0.0.1:',
      '127.0.0.1:65536',
      '127.1:80.5',
      '::1:7411',
      '[::1]',
      '[::g]:1',
      '*:80',
    ],
    ...[
      'docs.example:80',
      'http://127.0.0.1:80',
      '127.0.0.1:80/',
      ' 7411',
      '256.0.0.1:80',
      '-1',
      '7411.5',
      '[127.0.0.1]:80',
    ],
  ])('A6: refuses "%s"', (text) => {
    expect(parseListen(text)).toBeUndefined();
  });
});

describe('parseHostName', () => {
  it.each([
    ['Docs.Corp.Example', 'docs.corp.example'],
    ['docs.corp.example.', 'docs.corp.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['my_host', 'my_host'],
    ['10.0.0.7', '10.0.0.7'],
    ['fd00:0::7', 'fd00::7'],
    ['[FD00::7]', 'fd00::7'],
  ])('A6: reads %s', (text, name) => {
    expect(parseHostName(text)).toBe(name);
  });

  it.each([
    '',
    'docs.example:7411',
    'https://docs.example',
    'docs.example/x',
    '*.example',
    'a b',
    'me@docs.example',
    '.',
    '-x',
    'a%2eb',
  ])('A6: refuses "%s"', (text) => {
    expect(parseHostName(text)).toBeUndefined();
  });
});
