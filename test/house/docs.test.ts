// The documentation holds: its links lead somewhere, its generated pages are those the code makes, the README stays short.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsPages } from '../../scripts/docs-pages.ts';
import { version } from '../../src/core/version.ts';
import { filesBelow, readText, root } from '../support/repository.ts';
import { anchorsOf, linksOf } from './markdown-links.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesBelow('docs')
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

/** The links of a page that lead nowhere, one line each. */
function broken(page: string, markdown: string): readonly string[] {
  return linksOf(markdown)
    .filter((link) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link))
    .flatMap((link) => {
      const [path, anchor] = link.split('#', 2) as [string, string | undefined];
      const target = path === '' ? join(root, page) : join(root, dirname(page), decodeURIComponent(path));
      if (relative(root, target).startsWith('..')) return [`${page}: ${link} leads out of the repository`];
      if (path !== '' && !existsSync(target)) return [`${page}: ${link} does not exist`];
      if (anchor === undefined || !target.endsWith('.md')) return [];
      const anchors = anchorsOf(path === '' ? markdown : readText(relative(root, target)));
      return anchors.has(decodeURIComponent(anchor)) ? [] : [`${page}: ${link} names no heading`];
    });
}

describe('links', () => {
  it.each(pages)('every relative link and anchor of %s leads somewhere', (page) => {
    expect(broken(page, readText(page))).toEqual([]);
  });

  it('are really followed: a page with broken ones is reported', () => {
    const markdown = [
      '# Title: `code` & more',
      '[a](docs/no-such-page.md) [b](#no-such-heading) [c](#title-code--more) ![d](no.png)',
      '`[f](no-such-code.md)` [g](https://example.com/x) [h](docs/options.md#all-options "title") [i](docs/errors.md#nothing)',
      '```md\n[j](no-such-fence.md)\n```',
      '[k]: ../outside.md',
      '<a href="no-such-attribute.md">l</a>',
    ].join('\n');
    expect(broken('README.md', markdown)).toEqual([
      'README.md: docs/no-such-page.md does not exist',
      'README.md: #no-such-heading names no heading',
      'README.md: no.png does not exist',
      'README.md: docs/errors.md#nothing names no heading',
      'README.md: ../outside.md leads out of the repository',
      'README.md: no-such-attribute.md does not exist',
    ]);
  });
});

describe('pages', () => {
  it('the README has at most 150 lines', () => {
    expect(readText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it.each([...docsPages()])('%s is what the code makes of it', (path, text) => {
    const written = existsSync(join(root, path)) ? readText(path) : '';
    expect(written === text, `${path} is out of date: run \`npm run docs\``).toBe(true);
  });

  it('the version that docent sends is that of package.json', () => {
    expect(version).toBe((JSON.parse(readText('package.json')) as { version: string }).version);
  });
});
