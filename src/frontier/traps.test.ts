// Proves what is refused before a request (U5, U6, U7, faults 51 and 52).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../test/support/how-long.ts';
import { forms } from '../core/forms.ts';
import * as lists from './refused-lists.ts';
import { judgeTraps } from './traps.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const at = (path: string) => `https://example.com${path}`;

describe('judgeTraps', () => {
  it.each([
    ['/a.zip', '.zip (archive)'],
    ['/a.tar.gz', '.gz (archive)'],
    ['/A.PNG?x=1', '.png (image)'],
    ['/a%2Eexe', '.exe (executable)'],
    ['/a.mp3', '.mp3 (audio)'],
    ['/a.webm#t=1', '.webm (video)'],
    ['/a.woff2', '.woff2 (font)'],
    ['/a.css', '.css (style)'],
    ['/a.min.js', '.js (style)'],
    ['/a.js.map', '.js.map (style)'],
  ])('U5: %s is skipped by its extension', (path, detail) => {
    expect(judgeTraps(at(path))).toEqual({ ok: false, by: 'trap:extension', detail });
  });

  it('U5: every word of the lists, spelled out', () => {
    const words = (text: string) => text.split(' ');
    expect(lists.skippedExtensions).toEqual({
      archive: words('zip gz tgz bz2 tbz2 xz txz zst lz4 br 7z rar tar cab ear war'),
      package: words('jar whl egg gem nupkg crate vsix deb rpm apk aab ipa snap flatpak'),
      executable: words('exe msi msix dll dmg pkg iso img bin appimage wasm bat ps1 torrent'),
      image: words('png jpg jpeg jpe gif webp avif svg svgz ico bmp tif tiff heic psd'),
      audio: words('mp3 wav ogg oga opus flac aac m4a aiff wma'),
      video: words('mp4 m4v webm mov avi mkv mpg mpeg ogv flv wmv 3gp m3u8 swf'),
      font: words('woff woff2 ttf otf eot'),
      style: words('css css.map js mjs cjs js.map mjs.map'),
      office: words('doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi ics vcf eps'),
    });
    expect(lists.scriptExtensions).toEqual(words('cgi pl asp aspx jsp php'));
    expect(lists.endpoints).toEqual({
      search: {
        names: ['search'],
        params: words('q query s search term terms text keyword keywords page start offset sort'),
      },
      login: {
        names: words(
          'login log-in logout log-out signin sign-in sign_in signout sign-out sign_out signup sign-up sign_up wp-login',
        ),
        params: words(
          'next return returnto return_to return_url returnurl redirect redirect_to redirect_url redirect_uri redirecturl continue dest destination from back url source action',
        ),
      },
      cart: { names: words('cart basket checkout'), params: words('add add-to-cart item product sku qty id') },
      comment: { names: words('comment comments'), params: words('replytocom reply parent post id page sort') },
      forum: { names: words('forum forums'), params: words('t f p id topic thread page sort') },
    });
    expect(lists.defaultExcludes).toEqual({
      ...{ blog: words('blog blogs'), forum: words('forum forums'), community: words('community communities') },
      ...{ discussion: words('discuss discussion discussions'), question: words('question questions') },
      ...{ profile: words('users profile profiles'), author: words('author authors') },
      comment: words('comment comments'),
    });
  });

  it.each([
    '/',
    '/docs/node.js/',
    '/docs/a',
    '/docs/v1.2',
    '/docs/Array.map',
    '/docs/java.lang.Class',
    '/docs/a.html',
    '/docs/a.pdf',
    '/openapi.json',
    '/a?file=x.zip',
    '/.zip',
    '/docs.zip/intro',
    '/docs/socket.io',
  ])('U5: %s is not skipped by an extension', (path) => {
    expect(judgeTraps(at(path))).toEqual({ ok: true, by: 'trap:none' });
  });

  it.each(Object.values(forms).flatMap(({ endings }) => [...endings]))(
    'U5: .%s, the ending of a form, is not skipped',
    (ending) => {
      expect(judgeTraps(at(`/docs/a.${ending}`))).toEqual({ ok: true, by: 'trap:none' });
    },
  );

  it.each([
    ['/cgi-bin/x', '/cgi-bin/'],
    ['/a/CGI-BIN/', '/cgi-bin/'],
    ['/a.php?x=1', '.php with a query'],
    ['/a.cgi?x', '.cgi with a query'],
    ['/a.pl?x', '.pl with a query'],
    ['/a.asp?x', '.asp with a query'],
    ['/a.aspx?x', '.aspx with a query'],
    ['/a.jsp?x', '.jsp with a query'],
    ['/search', 'search endpoint: search'],
    ['/search.html', 'search endpoint: search.html'],
    ['/docs/search?q=x', 'search endpoint: search'],
    ['/docs/search.html?Q=x', 'search endpoint: search.html'],
    ['/login/', 'login endpoint: login'],
    ['/wp-login.php', 'login endpoint: wp-login.php'],
    ['/account/sign_in?return_to=/a', 'login endpoint: sign_in'],
    ['/cart', 'cart endpoint: cart'],
    ['/shop/cart?add=1', 'cart endpoint: cart'],
    ['/post/comments?replytocom=1', 'comment endpoint: comments'],
    ['/forum', 'forum endpoint: forum'],
    ['/forum/t/1', 'forum: /forum/'],
  ])('U5: %s is a dynamic gateway, unless opened', (path, detail) => {
    expect(judgeTraps(at(path))).toEqual({ ok: false, by: 'dynamic', detail });
    expect(judgeTraps(at(path), { allowDynamic: true }).ok).toBe(true);
  });

  it.each([
    '/docs/search',
    '/docs/search-api',
    '/docs/search-api?q=1',
    '/reference/search.html',
    '/search/overview',
    '/docs/login-guide',
    '/docs/login',
    '/api/login.html',
    '/rest/issues/comments?apiVersion=2022-11-28',
    '/docs/search?tab=js',
    '/docs/forum/setup',
    '/docs/cgi-bin',
    '/docs/cgi-bin-setup/',
    '/manual/a.php',
    '/manual/a.php?',
    '/research?q=1',
  ])('U5: %s is a documentation page', (path) => {
    expect(judgeTraps(at(path))).toEqual({ ok: true, by: 'trap:none' });
  });

  it('U5: the lists are lower-case words without a dot in front', () => {
    const words = [
      ...Object.values(lists.skippedExtensions).flat(),
      ...Object.values(lists.endpoints).flatMap(({ names, params }) => [...names, ...params]),
      ...lists.scriptExtensions,
      ...lists.endpointExtensions,
      ...lists.gatewayFolders,
      ...lists.forumRoots,
    ];
    expect(words.filter((word) => word !== word.toLowerCase() || word.startsWith('.') || word === '')).toEqual([]);
  });

  it('U6: 1024 bytes pass, 1025 do not, counted in UTF-8', () => {
    const start = at('/');
    expect(judgeTraps(start + 'a'.repeat(1024 - start.length)).ok).toBe(true);
    expect(judgeTraps(start + 'a'.repeat(1025 - start.length))).toMatchObject({ by: 'trap:length' });
    expect(judgeTraps(start + '中'.repeat(400))).toMatchObject({ by: 'trap:length' });
    expect(judgeTraps(start + 'a'.repeat(1e7))).toMatchObject({ by: 'trap:length', detail: 'over 1,024 bytes' });
  });

  it.each<[string, 2 | 3, string | undefined]>([
    ['/a/a/a', 3, '/a repeats 3 times in a row'],
    ['/a/a', 3, undefined],
    ['/a/a', 2, '/a repeats 2 times in a row'],
    ['/a/b/a/b/a/b', 3, '/a/b repeats 3 times in a row'],
    ['/a/b/a/b', 3, undefined],
    ['/a/b/a/b', 2, '/a/b repeats 2 times in a row'],
    ['/x/a/b/c/a/b/c/a/b/c/y', 3, '/a/b/c repeats 3 times in a row'],
    ['/x/y/a/a/a/z', 3, '/a repeats 3 times in a row'],
    ['/a//a///a/', 3, '/a repeats 3 times in a row'],
    ['/%61/a/a', 3, '/a repeats 3 times in a row'],
    ['/a/b/a/c/a/d', 3, undefined],
    ['/a/A/a', 2, undefined],
    ['/a/a/b/a', 3, undefined],
    ['/', 2, undefined],
  ])('U7: %s with threshold %i', (path, cycleThreshold, detail) => {
    const verdict = judgeTraps(at(path), { cycleThreshold });
    expect(verdict).toEqual(
      detail === undefined ? { ok: true, by: 'trap:none' } : { ok: false, by: 'trap:cycle', detail },
    );
  });

  it('U7: a run of any length is found wherever it is, and only then', scaled, () => {
    const segment = fc.constantFrom('a', 'b', 'c');
    const path = fc.array(segment, { maxLength: 14 });
    fc.assert(
      fc.property(path, fc.constantFrom<2 | 3>(2, 3), (segments, cycleThreshold) => {
        const text = segments.map((one) => `/${one}`).join('');
        const oracle = cycleThreshold === 2 ? /((?:\/[a-c])+)\1/ : /((?:\/[a-c])+)\1\1/;
        expect(judgeTraps(at(text), { cycleThreshold }).ok).toBe(!oracle.test(text));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('U5: no text makes a rule throw or wait', () => {
    expect(judgeTraps('mailto:a@b')).toMatchObject({ ok: false, by: 'trap:url' });
    const distinct = Array.from({ length: 330 }, (_, nth) => `/${(nth + 36).toString(36)}`).join('');
    expect(judgeTraps(at(distinct), { cycleThreshold: 3 }).ok).toBe(true);
    expect(judgeTraps(at('/a'.repeat(490)), { cycleThreshold: 3 }).ok).toBe(false);
    expect(judgeTraps(at(`${'/a/b'.repeat(120)}/c${'/a/b'.repeat(120)}`), { cycleThreshold: 3 }).ok).toBe(false);
    fc.assert(
      fc.property(anyText, (text) => {
        for (const url of [text, at(`/${text}`)]) expect(typeof judgeTraps(url).ok).toBe('boolean');
      }),
    );
  });
});
