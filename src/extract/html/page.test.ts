// Proves what is read from a page: links (U1), metas (R28, U12), facts and text (E4).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { findContent } from './content.ts';
import { maxLinkTargets } from './links.ts';
import { type Page, readHtmlPage, readPageAtOnce } from './page.ts';
import { resolveLinks } from './resolve-links.ts';
import { parseHtml } from './tree.ts';

const read = (html: string): Page => readHtmlPage(parseHtml(html));
const hrefs = (html: string): string[] => read(html).links.map(({ href }) => href);
const resolve = (html: string, url = 'https://docs.example/guide/page.html') => resolveLinks(read(html), url);
const urls = (html: string, url?: string): string[] => resolve(html, url).links.map((link) => link.url);

describe('links as written', () => {
  it('U1: come from the whole document, in its order, with text and kind', () => {
    const { links } =
      read(`<link rel="next" href="n" title="Next"><link rel=prev href=p><nav><a href="/a">A <b>b</b></a></nav>
      <map><area href=area alt="Area"></map><footer hidden><a href=h rel="external nofollow">hidden</a></footer>
      <noscript><a href=ns>no script</a></noscript><frameset><frame src=f title=F></frameset>`);
    expect(links).toEqual([
      { href: 'n', text: 'Next', nofollow: false, kind: 'next', inContent: true },
      { href: 'p', text: '', nofollow: false, kind: 'prev', inContent: true },
      { href: '/a', text: 'A b', nofollow: false, kind: 'a', inContent: true },
      { href: 'area', text: 'Area', nofollow: false, kind: 'area', inContent: true },
      { href: 'h', text: 'hidden', nofollow: true, kind: 'a', inContent: true },
      { href: 'ns', text: 'no script', nofollow: false, kind: 'a', inContent: true },
      { href: 'f', text: 'F', nofollow: false, kind: 'frame', inContent: true },
    ]);
  });

  it('F11: an alternate names its type and language; style sheets and icons are none', () => {
    const { links } = read(`<link rel="alternate" type="Text/Markdown; charset=utf-8" href="page.md">
      <link rel="alternate" hreflang=" ko " href="/ko/"><LINK REL="ALTERNATE STYLESHEET" HREF="x.css">
      <link rel="stylesheet" href="y.css"><link rel=icon href=z.ico><link rel=preload href=w><link href=v><link rel=next>`);
    expect(links).toEqual([
      { href: 'page.md', text: '', nofollow: false, kind: 'alternate', inContent: true, type: 'text/markdown' },
      { href: '/ko/', text: '', nofollow: false, kind: 'alternate', inContent: true, hreflang: 'ko' },
    ]);
  });

  it.each([
    ['a comment', '<!-- <a href=x>x</a> -->'],
    ['a script', '<script>document.write("<a href=x>x</a>")</script>'],
    ['a template', '<template><a href=x>x</a><meta http-equiv=refresh content="0;url=x"></template>'],
    ['a style', '<style><a href=x></style>'],
    ['a frame’s own text', '<iframe><a href=x></iframe>'],
    ['a field', '<textarea><a href=x></textarea>'],
    ['a title', '<title><a href=x></title>'],
    ['another name space', '<svg><a xlink:href=x>x</a></svg>'],
    ['an anchor without href', '<a name=x>x</a>'],
  ])('U1: what looks like a link in %s is none', (_, html) => {
    expect(hrefs(`${html}<a href=y>y</a>`)).toEqual(['y']);
  });

  it('U1: entities, white space, upper case, missing quotes and svg are read as browsers do', () => {
    expect(hrefs('<A HREF="/a?b=1&amp;c=2&copy=3&#x2f;">x</A>')).toEqual(['/a?b=1&c=2&copy=3/']);
    expect(hrefs('<a\nhref\n=\n"\n\t /a b\n">x</a><a href=/c>y</a><a href=\'/d\'>')).toEqual(['/a b', '/c', '/d']);
    expect(hrefs('<svg><a href="s"><text>t</text></a></svg>')).toEqual(['s']);
    expect(urls('<a href=" /a\n/b\tc ">')).toEqual(['https://docs.example/a/bc']);
  });

  it('U1: anchors that are nested or not closed end where the next begins', () => {
    const { links } = read('<a href=1>one<b><a href=2>two</a> three</b><p><a href=4>four');
    expect(links.map(({ href, text }) => [href, text])).toEqual([
      ['1', 'one'],
      ['2', 'two'],
      ['4', 'four'],
    ]);
  });

  it('U1: anchor text is folded and cut; images, labels and titles replace it', () => {
    const { links } = read(`<a href=1>  한국어
      <i>문서</i> </a><a href=2><img alt="a logo"></a><a href=3 aria-label=" menu  item"><svg></svg></a>
      <a href=4 title=t></a><a href=5>${'😀'.repeat(150)}</a><a href=6>${'x'.repeat(100_000)}</a><a href=7>\ud800</a>`);
    const texts = ['한국어 문서', 'a logo', 'menu item', 't', '😀'.repeat(100), 'x'.repeat(200), '\ufffd'];
    expect(links.map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    ['nofollow', true],
    ['NoFollow UGC', true],
    ['ugc\n\tnofollow', true],
    ['ugc sponsored', false],
    ['nofollower', false],
    ['', false],
  ])('R28: rel=%j is nofollow: %j', (rel, nofollow) => {
    expect(read(`<a href=x rel="${rel}">`).links).toMatchObject([{ nofollow }]);
  });

  it('U1: at most 10,000 different targets are taken, however often each is named', () => {
    const many = Array.from({ length: 12_000 }, (_, at) => `<a href="p${at % 100}#${at}">${at}</a>`).join('');
    const whole = read(many);
    expect(whole.flags).toEqual([]);
    expect(whole.links).toHaveLength(12_000);
    const more = read(Array.from({ length: 12_000 }, (_, at) => `<a href="p${at}">`).join(''));
    expect(more.flags).toEqual(['links-cut']);
    expect(more.links).toHaveLength(maxLinkTargets);
  });
});

describe('a page read at once', () => {
  const soup = fc
    .array(
      fc.constantFrom(
        ...[
          '<p>',
          '</p>',
          'word ',
          ' ',
          '&amp;',
          '\n',
          '<a href=x>',
          '</a>',
          '<br>',
          '<td>',
          '<li>',
          '<h1 id=h>',
          '</h1>',
          '<b>',
        ],
        ...[
          '<title>',
          '</title>',
          '<script>',
          '</script>',
          '<svg>',
          '</svg>',
          '<template>',
          '</template>',
          '<form>',
          '</br>',
        ],
        ...[
          '<base href=/b/>',
          '<meta name=robots content=noindex>',
          '<p hidden>',
          '<nav>',
          '<img alt=i>',
          '<noscript>',
          '<dl><dt>',
        ],
      ),
    )
    .map((parts) => parts.join(''));

  it('U1, E4: is the same as one read from its tree, whatever the page', scaled, () => {
    fc.assert(
      fc.property(soup, (html) => void expect(readPageAtOnce(html)).toEqual(read(html))),
      { numRuns: runs(2_000) },
    );
  });

  it('FAULTS 42, 43: keeps the caps of the tree', () => {
    for (const html of [
      '<div>'.repeat(1_000),
      `${'<i>x'.repeat(150_000)}`,
      'x'.repeat(2_000_000),
      `<p ${'a=b '.repeat(10)}>`,
    ]) {
      expect(readPageAtOnce(html).flags).toEqual(read(html).flags);
      expect(readPageAtOnce(html).text).toBe(read(html).text);
    }
  });
});

describe('links in the content', () => {
  it('E4: are distinguished from those in menus, and what the content calls a page wins', () => {
    const tree = parseHtml(`<nav><a href=/a>Menu A</a><a href=/b>Menu B</a></nav>
      <main><p><a href=/a>the guide</a></p><aside><a href=/c>beside</a></aside></main>`);
    const page = readHtmlPage(tree, { content: findContent(tree), wantsText: false });
    expect(resolveLinks(page, 'https://docs.example/').links).toMatchObject([
      { url: 'https://docs.example/a', text: 'the guide', inContent: true },
      { url: 'https://docs.example/b', text: 'Menu B', inContent: false },
      { url: 'https://docs.example/c', text: 'beside', inContent: false },
    ]);
    expect(page.text).toBe('');
  });
});

describe('links resolved', () => {
  it('U1: relative ones against the page, or against its first base', () => {
    expect(urls('<a href="../a">')).toEqual(['https://docs.example/a']);
    expect(urls('<a href=a><base target=x><base href="/v2/"><base href="https://later.example/">')).toEqual([
      'https://docs.example/v2/a',
    ]);
  });

  it('FAULTS 53: a base on another host turns relative links into links to that host', () => {
    const page = '<base href="//other.example/x/"><a href="a"></a><a href="https://docs.example/b"></a><a href="#c">';
    const { links, refused } = resolve(page);
    expect(links.map(({ url }) => url)).toEqual(['https://other.example/x/a', 'https://docs.example/b']);
    expect(refused).toMatchObject([{ by: 'link:fragment' }]);
    for (const base of ['javascript:x', 'data:,x', 'http://[', '']) {
      expect(urls(`<base href="${base}"><a href=a>`)).toEqual(['https://docs.example/guide/a']);
    }
  });

  it('U12: a refresh is a link, also in the body, and a page may name itself', () => {
    const page = `<body><p>x</p><META HTTP-EQUIV=" Refresh " CONTENT="3; URL='/moved'"><meta http-equiv=refresh content=5>
      <meta http-equiv=refresh content="0;url=page.html">`;
    expect(resolve(page).links).toEqual([
      { url: 'https://docs.example/moved', text: '', nofollow: false, kind: 'refresh', inContent: true },
      { url: 'https://docs.example/guide/page.html', text: '', nofollow: false, kind: 'refresh', inContent: true },
    ]);
  });

  it('U1: each URL is listed once: text from the first that has one, nofollow only when all have it', () => {
    const page = `<link rel=canonical href="/a"><a href="/a" rel=nofollow><img></a><a href="/a#x" rel=nofollow>text</a>
      <a href="/b" rel=nofollow>b</a><a href="https://docs.example/b">B</a><link rel=canonical href="/b">`;
    expect(resolve(page).links).toEqual([
      { url: 'https://docs.example/a', text: 'text', nofollow: true, kind: 'a', inContent: true },
      { url: 'https://docs.example/b', text: 'b', nofollow: false, kind: 'a', inContent: true },
    ]);
    expect(resolve('<link rel=canonical href="/a">').links).toMatchObject([{ kind: 'canonical' }]);
  });

  it('U1: what is no web page is refused with a reason, each written form once and without addresses', () => {
    const page = `<a href="">e</a><a href>e</a><a href="  ">e</a><a href="#">f</a><a href="#x">f</a>
      <a href="mailto:someone@mail.example">m</a><a href="javascript:void(0)">j</a><a href="TEL:1">t</a><a href="data:,x">d</a>
      <a href="http://[">i</a><a href="http://x.example:99999/">p</a><link rel=alternate type="application/rss+xml" href=feed.xml>`;
    const { links, refused } = resolve(page);
    expect(links).toEqual([]);
    expect(refused.map(({ by }) => by)).toEqual([
      'link:empty',
      'link:fragment',
      'link:scheme',
      'link:scheme',
      'link:scheme',
      'link:scheme',
      'link:invalid',
      'link:invalid',
      'link:type',
    ]);
    expect(JSON.stringify(refused)).not.toContain('someone');
  });

  it('F11: a Markdown form and a translation are links, with their attributes', () => {
    const page = `<link rel=alternate type=text/markdown href=page.md><link rel=alternate hreflang=ko href=/ko/>`;
    expect(resolve(page).links).toEqual([
      {
        url: 'https://docs.example/guide/page.md',
        text: '',
        nofollow: false,
        kind: 'alternate',
        inContent: true,
        type: 'text/markdown',
      },
      {
        url: 'https://docs.example/ko/',
        text: '',
        nofollow: false,
        kind: 'alternate',
        inContent: true,
        hreflang: 'ko',
      },
    ]);
  });

  it('FAULTS 51: hostile addresses are resolved or refused, never thrown at', () => {
    const long = `https://x.example/${'a'.repeat(10_000_000)}`;
    const wild = [
      '\\\\evil.example\\x',
      '/\ta',
      'https://한국.example/',
      'https://u:p@x.example/',
      '/a%00b',
      '/..%2fb',
      long,
    ];
    const { links, refused } = resolve(wild.map((href) => `<a href="${href}">x</a>`).join(''));
    expect(links.map(({ url }) => url)).toEqual([
      'https://evil.example/x',
      'https://docs.example/a',
      'https://xn--3e0b707e.example/',
      'https://x.example/',
      'https://docs.example/a%00b',
      'https://docs.example/..%2fb',
    ]);
    expect(refused).toMatchObject([{ by: 'link:length' }]);
    expect(refused[0]?.href.length).toBeLessThan(200);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (href, baseHref) => {
        const link = { href, text: '', nofollow: false, kind: 'a', inContent: true } as const;
        const found = resolveLinks({ links: [link, link], baseHref }, 'https://docs.example/');
        expect(found.links.length + found.refused.length).toBe(1);
      }),
    );
  });
});

describe('facts', () => {
  it('E4: title, description, language, canonical and base are read', () => {
    const page = read(`<!doctype html><html lang=" ko-KR "><head><title>
      설치 &amp;  설정 </title><title>second</title><base href="/v2/"><meta name="Description" content=" 한 줄
      설명 "><meta property="og:description" content="other"><link rel="Canonical" href=" /v2/install "></head>`);
    expect(page).toMatchObject({
      title: '설치 & 설정',
      description: '한 줄 설명',
      language: 'ko-KR',
      canonical: '/v2/install',
      baseHref: '/v2/',
    });
  });

  it('E4: without a title the first heading is used, without its mark', () => {
    expect(
      read('<h2>no</h2><h1><code>os</code> — files<a class=headerlink href="#os">¶</a></h1><h1>x</h1>').title,
    ).toBe('os — files');
    expect(read('<title> </title><h1>heading</h1>').title).toBe('heading');
    expect(read('<svg><title>icon</title></svg><h1>heading</h1>').title).toBe('heading');
    expect(read('<p>x').title).toBe('');
    expect(read(`<title>${'x'.repeat(1_000_000)}`).title).toHaveLength(500);
  });

  it('E4: the description falls back to Open Graph, the language to http-equiv; nonsense is ignored', () => {
    const page = read(
      '<html lang="{{lang}}"><meta property="og:description" content="og"><meta http-equiv="content-language" content="ja, en">',
    );
    expect(page).toMatchObject({ description: 'og', language: 'ja' });
    const empty = read('<html lang=""><meta name=description content=" "><link rel=canonical href="">');
    expect(empty).not.toHaveProperty('description');
    expect(empty).not.toHaveProperty('language');
    expect(empty).not.toHaveProperty('canonical');
    expect(empty).not.toHaveProperty('baseHref');
  });

  it('R28: every meta is found, wherever it is, but not in a template', () => {
    const page = read(`<meta name=robots content=noindex><template><meta name=robots content=none></template>
      <body><p hidden><meta name="docent" content="nofollow"></p><meta http-equiv=X content=y><meta name=empty>`);
    expect(page.metas).toEqual([
      { name: 'robots', content: 'noindex' },
      { name: 'docent', content: 'nofollow' },
    ]);
    expect(page.httpEquivs).toEqual([{ httpEquiv: 'X', content: 'y' }]);
  });
});

describe('visible text', () => {
  it('E4: has one line per block, folded, without what is not shown', () => {
    const page = read(`<html><head><title>t</title><style>s</style></head><body>
      <script>no</script><noscript>no</noscript><template><p>no</p></template><p hidden>no<b>no</b></p><!-- no -->
      <div style="color: red; DISPLAY:none">no</div><svg><text>no</text></svg><iframe>no</iframe>
      <h1>Head<br>line</h1><p>one <b>two</b>three
         four&nbsp;five<p>six</p>seven<ul><li>a<li>b</ul>
      <table><tr><td>1<td>2<tr><td>3</table><pre>x
  y</pre><div role=tabpanel hidden>panel</div><div hidden=until-found>found</div></body></html>`);
    const lines = [
      'Head',
      'line',
      'one twothree four five',
      'six',
      'seven',
      'a',
      'b',
      '1 2',
      '3',
      'x y',
      'panel',
      'found',
    ];
    expect(page.text).toBe(lines.join('\n'));
    expect(page.words).toBe(17);
  });

  it('E4: is read without html, head and body too, and from a head that never ends', () => {
    expect(read('just text').text).toBe('just text');
    expect(read('<head><title>t</title><p>in the head').text).toBe('in the head');
    expect(read('')).toEqual({ title: '', links: [], metas: [], httpEquivs: [], text: '', words: 0, flags: [] });
  });

  it('FAULTS 48: is valid text without NUL', () => {
    const { text } = read('<p>a\0b \ud800 c\x01d&#0;');
    expect(text).toBe('ab \ufffd c d\ufffd');
  });

  it('E4: Korean words are counted by their spaces, Chinese and Japanese by their characters', () => {
    expect(read('<p>한국어 문서입니다.</p>').words).toBe(2);
    expect(read('<p>日本語の説明 and text').words).toBe(8);
  });
});
