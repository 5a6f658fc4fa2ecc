import { describe, expect, it } from 'vitest';
import { readFixtures } from '../../test/extract/fixtures.ts';
import { extractPage } from './extract-page.ts';

const url = 'https://docs.example.org/guide/start';

async function softError(html: string, at = url): Promise<string | undefined> {
  return (await extractPage(html, { url: at })).softError;
}

const page = (title: string, body: string): string =>
  `<html><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/guide">Guide</a></nav><main>${body}</main><footer>Example, Inc.</footer></body></html>`;

const sorry =
  '<p>We could not find what you were looking for. Please tell the owner of the site that linked you here.</p>';
const popular = '<h2>Popular pages</h2><ul><li><a href="/a">Install</a></li><li><a href="/b">First steps</a></li></ul>';
const login =
  '<form action="/session" method="post"><label>E-mail <input type="email"></label><label>Password <input type="password"></label><button>Continue</button><p><a href="/reset">Forgot your password?</a></p></form>';

describe('H9, FAULTS 32: a page that is none, although it was answered as one', () => {
  it.each([
    ['title and heading', page('404 Not Found', '<h1>404 Not Found</h1><hr><p>nginx</p>')],
    ['the name of the site behind it', page('Page Not Found | Example', `<h1>Page not found</h1>${sorry}`)],
    ['the name of the site before it', page('Example - Error 404', `<h1>Oops! That page can’t be found.</h1>${sorry}`)],
    [
      'a number and a sentence',
      page('404: This page could not be found', '<h1>404</h1><h2>This page could not be found.</h2>'),
    ],
    ['the heading alone, where there is no other text', page('Example Docs', '<h1>404 - Not found</h1>')],
    ['a few ways on', page('Page not found · Example', `<h1>Sorry, this page does not exist</h1>${sorry}${popular}`)],
    ['no heading', page('404', '<div>404</div><p>Page not found.</p>')],
    [
      'German',
      page(
        'Seite nicht gefunden – Beispiel',
        '<h1>Diese Seite wurde nicht gefunden</h1><p>Die Seite ist umgezogen oder es gab sie nie.</p>',
      ),
    ],
    [
      'French',
      page(
        'Erreur 404 | Exemple',
        '<h1>Page introuvable</h1><p>La page que vous cherchez a peut-être été déplacée.</p>',
      ),
    ],
    [
      'Spanish',
      page('Página no encontrada', '<h1>Error 404</h1><p>La dirección no es correcta o la página ya no está.</p>'),
    ],
    [
      'Korean',
      page(
        '페이지를 찾을 수 없습니다 | 예제',
        '<h1>페이지를 찾을 수 없습니다.</h1><p>주소가 바르게 입력되었는지 다시 확인해 주세요.</p>',
      ),
    ],
    [
      'Japanese',
      page(
        'ページが見つかりません - 例',
        '<h1>404</h1><p>お探しのページは移動したか、削除された可能性があります。</p>',
      ),
    ],
    ['Chinese', page('页面不存在', '<h1>404 页面不存在</h1><p>链接可能已经失效。</p>')],
  ])('not found: %s', async (_, html) => {
    expect(await softError(html)).toBe('not-found');
  });

  it('the page of a site for what is missing is none at its own address either', async () => {
    const html = page('Page not found', `<h1>404</h1><p>The page you are looking for has been moved.</p>`);
    expect(await softError(html, 'https://docs.example.org/404.html')).toBe('not-found');
  });

  it.each([
    ['a title that names it', page('Sign in · Example', `<h1>Welcome back</h1>${login}`)],
    [
      'a heading that names it',
      page('Example', `<h1>Log in to read the documentation</h1>${login}<p>No account? Ask your team.</p>`),
    ],
    ['nothing but the form', page('Example', login)],
    [
      'Korean',
      page('예제', `<h1>로그인</h1>${login}<p>문서를 보려면 계정이 있어야 합니다. 관리자에게 문의하세요.</p>`),
    ],
  ])('a login: %s', async (_, html) => {
    expect(await softError(html)).toBe('login');
  });

  it.each([
    [
      'unsupported',
      '<h1>Your browser is not supported</h1><p>Please use the latest version of Chrome, Firefox, Safari or Edge.</p>',
    ],
    ['JavaScript', '<p>You need to enable JavaScript to run this app.</p>'],
    ['both', '<p>This site requires JavaScript. Please enable it and reload the page to continue.</p>'],
    ['German', '<p>Ihr Browser wird nicht unterstützt.</p>'],
    ['Japanese', '<p>このサイトを表示するにはJavaScriptを有効にしてください。</p>'],
    ['frames', '<p>This browser does not support frames</p>'],
    ['frames of the page', "<p>This page uses frames, but your browser doesn't support them.</p>"],
    [
      'frames with advice',
      '<h1>Example</h1><p>Your browser does not support frames. We recommend upgrading your browser.</p>',
    ],
    ['what it shows', '<p>Sorry, your browser cannot display this page.</p><p>Try Firefox or Chrome.</p>'],
    ['its age', '<p>The browser you are using is too old. Please download a modern browser.</p>'],
    ['its version', '<p>The version of your browser is no longer supported.</p>'],
    ['inline frames', '<p>Your current browser doesn’t support inline frames.</p>'],
    ['Korean', '<p>지원되지 않는 브라우저입니다</p>'],
    ['Korean in quotes', '<p>「지원되지 않는 브라우저입니다」</p>'],
    ['Korean with advice', '<h1>안내</h1><p>지원하지 않는 브라우저입니다. 크롬 최신 버전을 사용해 주세요.</p>'],
    ['Korean frames', '<p>이 브라우저는 프레임을 지원하지 않습니다.</p>'],
    [
      'Korean frames of the page',
      '<p>이 페이지는 프레임을 사용합니다. 프레임을 지원하는 브라우저를 이용해 주세요.</p>',
    ],
    ['Korean, its age', '<p>오래된 브라우저를 사용하고 있습니다. 최신 브라우저로 업데이트해 주세요.</p>'],
    ['Korean, what it shows', '<p>현재 사용 중인 브라우저로는 이 페이지를 볼 수 없습니다.</p>'],
    ['Korean JavaScript', '<p>이 사이트를 보려면 자바스크립트를 활성화해 주세요.</p>'],
    ['Japanese frames', '<p>このブラウザはフレームをサポートしていません。</p>'],
    ['Japanese, yours', '<p>お使いのブラウザーは対応しておりません。最新のブラウザをご利用ください。</p>'],
    ['Japanese, it is one', '<p>サポートされていないブラウザです。</p>'],
    ['Japanese, what it shows', '<p>ご利用のブラウザではこのページを表示できません。</p>'],
    [
      'Japanese frames of the page',
      '<p>このページはフレームを使用しています。フレーム対応のブラウザでご覧ください。</p>',
    ],
    ['Japanese, its age', '<p>お使いのブラウザのバージョンは古くなっています。更新してください。</p>'],
  ])('a sentence about the browser: %s', async (_, body) => {
    expect(await softError(page('Example', body))).toBe('browser');
  });
});

describe('H9: documentation about such pages is documentation', () => {
  const status = `<h1>404 Not Found</h1><p>The HTTP <code>404 Not Found</code> response status code means that the server cannot find the requested resource.</p>`;

  it.each([
    [
      'an article about them',
      page(
        'Handling 404 pages',
        `<h1>Handling 404 pages</h1><p>Write a file named 404.html into the folder that is published.</p>`,
      ),
    ],
    [
      'a status code with its example',
      page('404 Not Found - HTTP | Example', `${status}<h2>Example</h2><pre>HTTP/1.1 404 Not Found</pre>`),
    ],
    [
      'a file of that name',
      page(
        'not-found.js | Example',
        '<h1>not-found</h1><p>Shown when <code>notFound()</code> is called inside of a route.</p>',
      ),
    ],
    [
      'an error with its meaning',
      page('Not found errors | Example', '<h1>Not found errors</h1><p>Raised when there is no such key.</p>'),
    ],
    [
      'one title in a table',
      page(
        '404 | Example',
        '<h1>404</h1><table><tr><th>Code</th><th>Text</th></tr><tr><td>404</td><td>Not found</td></tr></table>',
      ),
    ],
    [
      'a reference of several',
      page(
        'Not found | Example',
        '<h1>Not found</h1><h2>User</h2><p>One.</p><h2>Group</h2><p>Two.</p><h2>Role</h2><p>Three.</p>',
      ),
    ],
    [
      'how to log in, with the form as code',
      page('Log in | Example', `<h1>Log in</h1><p>Write a form:</p><pre>&lt;input type="password"&gt;</pre>${login}`),
    ],
    [
      'how to log in, in words',
      page('Log in', '<h1>Log in</h1><p>Open the dashboard, enter your password and press the button.</p>'),
    ],
    [
      'a short page of a site with a login in its head',
      `<title>Login flow</title><header>${login}</header><main><h1>Login flow</h1><p>The client opens a session and keeps it.</p></main>`,
    ],
    [
      'a short page beside a login that is hidden',
      `<title>Sign in events</title><div hidden>${login}</div><p>Every sign in is written to the log.</p>`,
    ],
    [
      'what a part of a page needs',
      page('Menu', '<main><p>The folding menu requires JavaScript in order to open.</p></main>'),
    ],
    [
      'which browsers are supported',
      page(
        'Supported browsers',
        '<h1>Supported browsers</h1><p>The two newest versions of each browser. Older ones may work, but nobody tries them before a release.</p>',
      ),
    ],
    [
      'an option about JavaScript',
      page(
        'javascript',
        '<h1>Enable JavaScript</h1><p>Set the option to true, and every page is rendered before it is read. Default: false.</p>',
      ),
    ],
    [
      'a question about JavaScript',
      page(
        'Enable JavaScript',
        '<h1>Enable JavaScript</h1><p>Open the settings, choose privacy, and enable JavaScript.</p>',
      ),
    ],
    [
      'how to enable JavaScript',
      page('FAQ', '<h1>How do I enable JavaScript?</h1><p>To enable JavaScript in Chrome, open its settings.</p>'),
    ],
    [
      'what such a message means',
      page(
        'Messages',
        '<h1>Your browser is not supported</h1><p>This message means that the version of your browser is not supported.</p>',
      ),
    ],
    [
      'where a feature is missing',
      page('Frames', '<h1>Frames</h1><p>Frames are not supported in the text browser.</p>'),
    ],
    ['a renderer', page('Renderer', '<p>The renderer does not support frames.</p>')],
    [
      'Korean: where a feature is missing',
      page('기능', '<h1>알림</h1><p>이 기능은 사파리 브라우저에서 지원되지 않습니다.</p>'),
    ],
    [
      'Korean: how',
      page('도움말', '<h1>자바스크립트를 활성화하는 방법</h1><p>설정에서 자바스크립트를 활성화합니다.</p>'),
    ],
    [
      'Korean: such a message',
      page('오류', '<p>지원되지 않는 브라우저입니다라는 메시지가 나오면 버전을 확인합니다.</p>'),
    ],
    ['Japanese: where a feature is missing', page('機能', '<p>この機能はSafariでは対応していません。</p>')],
    ['Japanese: how', page('ヘルプ', '<h1>JavaScriptを有効にする方法</h1><p>設定でJavaScriptを有効にします。</p>')],
    [
      'Japanese: such a message',
      page('エラー', '<p>サポートされていないブラウザですというメッセージの理由を説明します。</p>'),
    ],
  ])('%s', async (_, html) => {
    expect(await softError(html)).toBeUndefined();
  });

  it('none is looked for where they are switched off, and a page that has one has a flag', async () => {
    const html = page('404 Not Found', '<h1>404 Not Found</h1>');
    expect((await extractPage(html, { url })).flags).toContain('soft-error');
    const off = await extractPage(html, { url, softErrors: false });
    expect({ softError: off.softError, flags: off.flags }).toEqual({ softError: undefined, flags: [] });
  });

  it.each(['/http/status/404', '/errors/not-found', '/errors/not_found/', '/reference/E404-missing'])(
    'a page about it at %s, however short',
    async (path) => {
      expect(await softError(page('404 Not Found', status), `https://docs.example.org${path}`)).toBeUndefined();
    },
  );

  it('none of the pages that documentation generators write is taken for one', async () => {
    const wrong: string[] = [];
    for (const { name, html, options } of readFixtures())
      if ((await extractPage(html, options)).softError !== undefined) wrong.push(name);
    expect(wrong).toEqual([]);
  });
});
