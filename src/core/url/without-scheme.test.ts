// Proves which words are addresses without their scheme, and of which URLs.
import { describe, expect, it } from 'vitest';
import { urlWithoutScheme } from './without-scheme.ts';

describe('A1: an address without its scheme', () => {
  it.each([
    ['docs.python.org/3', 'https://docs.python.org/3'],
    ['docs.python.org', 'https://docs.python.org/'],
    ['Docs.Example.COM:8443/Guide/', 'https://docs.example.com:8443/Guide/'],
    ['docs.rs/tokio?x=1#y', 'https://docs.rs/tokio?x=1#y'],
    ['docs.rs', 'https://docs.rs/'],
    ['xn--fsq.xn--0zwm56d/a', 'https://xn--fsq.xn--0zwm56d/a'],
    ['dokumentation.bücher.example/ä', 'https://dokumentation.xn--bcher-kva.example/%C3%A4'],
    ['example.md/guide', 'https://example.md/guide'],
    ['localhost', 'http://localhost/'],
    ['localhost:8000', 'http://localhost:8000/'],
    ['docs.localhost:8000/x', 'http://docs.localhost:8000/x'],
    ['127.0.0.1:8101/docs/', 'http://127.0.0.1:8101/docs/'],
    ['192.168.1.7', 'http://192.168.1.7/'],
    ['[::1]:8101/docs/', 'http://[::1]:8101/docs/'],
  ])('%s is %s', (word, url) => {
    expect(urlWithoutScheme(word)).toBe(url);
  });

  it.each([
    // Names of crawls and sources.
    ...['', 'stripe', 'docs', 'docs.python.org_3.11', 'docs.python.org_3', 'localhost-8000', '127.0.0.1-8101_docs'],
    // Versions, libraries and people.
    ...['3.11', 'v2.0.1', 'python@3.11', '1.2.3.4.5', '300.1.1.1', 'someone@example.com', 'a:b@example.com/'],
    // Files and folders.
    ...['page.html', 'README.md', 'setup.py', 'next.js', 'openapi.yaml', 'docs/guide', './docs.example.com', '~/docs'],
    // Other schemes, and what only looks like a host.
    ...['https://docs.example.com/', 'ftp://docs.example.com/', 'file:etc', '//docs.example.com', '-docs.example.com'],
    ...[
      'docs..example.com',
      '.example.com',
      'docs.example.com:99999',
      'docs.example.com /x',
      '[::g]:1',
      '[]',
      'docs／x.org',
    ],
  ])('%j is none', (word) => {
    expect(urlWithoutScheme(word)).toBeUndefined();
  });

  it('a word of any length is none at once', () => {
    expect(urlWithoutScheme(`${'a.'.repeat(500_000)}org`)).toBeUndefined();
    expect(urlWithoutScheme(`${'a'.repeat(1_900)}`)).toBeUndefined();
    expect(urlWithoutScheme(`${'a-'.repeat(900)}.`)).toBeUndefined();
  });
});
