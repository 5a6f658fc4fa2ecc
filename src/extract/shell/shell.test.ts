import { describe, expect, it } from 'vitest';
import { extractPage } from '../extract-page.ts';

const url = 'https://docs.example.org/api/index.html';
const at = (path: string): string => new URL(path, url).href;

const read = (html: string, from = url) => extractPage(html, { url: from });

const html = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kettle</title>${head}</head><body>${body}</body></html>`;

const spec = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Kettle API', version: '1.2.0', description: 'Boils water.' },
  paths: { '/kettles': { get: { operationId: 'listKettles', summary: 'List kettles', responses: {} } } },
});

const bundle = '<script src="/static/js/main.3f2a1b.js"></script>';

describe('H9: a page that scripts write in a browser is known, and its place-holder is not its text', () => {
  it.each([
    [
      'Create React App',
      html(`<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${bundle}`),
    ],
    ['Vite', html('<div id="app"></div>', '<script type="module" crossorigin src="/assets/index-4b1c.js"></script>')],
    [
      'Vue CLI',
      html(
        `<noscript><strong>We're sorry but kettle doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div>${bundle}`,
      ),
    ],
    [
      'Angular',
      html(
        '<app-root>Loading...</app-root><script src="polyfills.js" type="module"></script><script src="main.js" type="module"></script>',
      ),
    ],
    [
      'Next',
      html(
        '<div id="__next"><div class="spinner" role="status"><span>Loading…</span></div></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script><script src="/_next/static/chunks/main.js" defer></script>',
      ),
    ],
    [
      'Nuxt',
      html(
        '<div id="__nuxt"></div><script>window.__NUXT__={}</script><script type="module" src="/_nuxt/entry.js"></script>',
      ),
    ],
    ['Gatsby', html('<div id="___gatsby"></div><script src="/app-1.js"></script>')],
    [
      'the name of the site beside the root',
      html(`<header>Kettle Docs</header><div id="root"></div><div>© 2026 Kettle</div>${bundle}`),
    ],
    ['no root that is known', html('<kettle-docs></kettle-docs><script type="module" src="/kettle.js"></script>')],
    [
      'SvelteKit',
      html(
        '<div style="display: contents"><script>{ Promise.all([import("/_app/start.js")]).then(([kit]) => kit.start()) }</script></div>',
      ),
    ],
    ['a body that is written at once', html('<script>document.body.innerHTML = render(window.data)</script>')],
    ['a place-holder and no root', html('<div class="box"><p>Please wait...</p></div><script src="/go.js"></script>')],
    ['a place-holder, and no script in sight', html('<p>Please wait while the page is loading...</p>')],
    [
      'a sentence about JavaScript in the root',
      html(`<div id="root">Please enable JavaScript to view this site.</div>${bundle}`),
    ],
    ['the name of what is loaded', html(`<div id="app"><h2>Loading Kettle Docs…</h2></div>${bundle}`)],
    [
      'a title above a place-holder, where pages are written',
      html(`<main><h1>Kettle docs</h1><p>Loading...</p></main>${bundle}`),
    ],
    ['a title above "Please wait"', html(`<main><h1>Guide</h1><p>Please wait...</p></main>${bundle}`)],
    [
      'a title above a place-holder without dots',
      html(`<article><h1>Guide to kettles</h1><div class="spinner">Loading content</div></article>${bundle}`),
    ],
    [
      'a title above a sentence about JavaScript',
      html(`<main><h1>Guide</h1><p>Please enable JavaScript to view this page.</p></main>${bundle}`),
    ],
    ['a wall in two words', html(`<div id="root"><h1>Kettle</h1><p>JavaScript is required.</p></div>${bundle}`)],
    ['a German wall', html(`<div id="app">Diese Seite benötigt JavaScript.</div>${bundle}`)],
    ['a Korean wall', html(`<div id="app">이 페이지를 보려면 JavaScript를 활성화하세요.</div>${bundle}`)],
    [
      'a line at the foot of every page',
      html(`<div id="root"></div><div>© 2026 Kettle Ltd. All rights reserved.</div>${bundle}`),
    ],
    ['Korean', html(`<div id="app">잠시만 기다려 주세요.</div>${bundle}`)],
    ['Japanese', html(`<div id="app">読み込み中…</div>${bundle}`)],
    ['Chinese', html(`<div id="app">加载中...</div>${bundle}`)],
    ['German', html(`<div id="app"><p>Seite wird geladen …</p></div>${bundle}`)],
    ['French', html(`<div id="app">Chargement en cours...</div>${bundle}`)],
  ])('%s', async (_, page) => {
    const { shell, markdown, words, flags, blocks, softError } = await read(page);
    expect({ shell, markdown, words, flags, blocks, softError }).toMatchObject({
      shell: { kind: 'script', documents: [] },
      markdown: '',
      words: 0,
      flags: ['needs-browser'],
      blocks: [],
    });
    expect(softError).toBeUndefined();
  });

  it('Docsify names its files', async () => {
    const page = await read(
      '<body><div id="app">Please wait...</div><script>window.$docsify={}</script><script src="//cdn.jsdelivr.net/npm/docsify@4"></script></body>',
      'https://docs.example.org/',
    );
    expect(page).toMatchObject({
      markdown: '',
      flags: ['needs-browser'],
      shell: { kind: 'markdown', tool: 'Docsify', documents: ['https://docs.example.org/README.md'] },
    });
    expect(page.links.map((link) => link.url)).toEqual([
      'https://docs.example.org/README.md',
      'https://docs.example.org/_sidebar.md',
    ]);
  });

  it('Docsify’s settings name where its files are', async () => {
    const settings = `window.$docsify = {
      name: 'Kettle', // shown above
      loadSidebar: 'menu.md', loadNavbar: true, basePath: '/handbook/', homepage: 'start.md',
      plugins: [function (hook) { hook.ready(() => { const a = { homepage: 'no.md' }; }) }],
    }
    console.log('x')`;
    const page = await read(
      html(`<div id="app"></div><script>${settings}</script><script src="/js/docsify.min.js"></script>`),
    );
    expect(page.shell?.documents).toEqual([at('/handbook/start.md')]);
    expect(page.links.map((link) => link.url)).toEqual(
      ['start', 'menu', '_navbar'].map((name) => at(`/handbook/${name}.md`)),
    );
  });
});

describe('H9: a page that names an OpenAPI document leads to it', () => {
  it.each([
    [
      'Redoc',
      '<redoc spec-url="/openapi.yaml"></redoc><script src="https://cdn.redoc.ly/redoc/latest/bundles/redoc.standalone.js"></script>',
      'Redoc',
      ['/openapi.yaml'],
    ],
    [
      'Redoc, by a call',
      `<div id="redoc-container"></div><script src="redoc.standalone.js"></script><script>Redoc.init('v1/kettle.json', { scrollYOffset: 50 }, document.getElementById('redoc-container'))</script>`,
      'Redoc',
      ['v1/kettle.json'],
    ],
    ['RapiDoc', '<rapi-doc spec-url="./kettle.yaml" render-style="read"></rapi-doc>', 'RapiDoc', ['kettle.yaml']],
    [
      'Swagger UI, as FastAPI writes it',
      `<div id="swagger-ui"></div><script src="https://cdn.jsdelivr.net/npm/swagger-ui-dist@5/swagger-ui-bundle.js"></script>
      <script>const ui = SwaggerUIBundle({ url: '/openapi.json', "dom_id": "#swagger-ui", "layout": "BaseLayout", oauth2RedirectUrl: window.location.origin + '/docs/oauth2-redirect',
      presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset], })</script>`,
      'Swagger UI',
      ['/openapi.json'],
    ],
    [
      'Swagger UI with several',
      `<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script>window.onload = function () {
      window.ui = new SwaggerUIBundle({ urls: [{ url: "/v1/a.json", name: "A, {one}" }, { "url": "/v2/b.json", name: 'B' }], dom_id: '#swagger-ui' }) }</script>`,
      'Swagger UI',
      ['/v1/a.json', '/v2/b.json'],
    ],
    [
      'Swagger UI, settings joined',
      `<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script>SwaggerUIBundle(Object.assign({ url: "/apispec_1.json" }, {}))</script>`,
      'Swagger UI',
      ['/apispec_1.json'],
    ],
    [
      'Swagger UI, settings parsed',
      `<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script>var configObject = JSON.parse('{"urls":[{"url":"v1/swagger.json","name":"V1"}]}'); SwaggerUIBundle(configObject)</script>`,
      'Swagger UI',
      ['v1/swagger.json'],
    ],
    [
      'Scalar, by an attribute',
      '<script id="api-reference" data-url="/kettle.json"></script><script src="https://cdn.jsdelivr.net/npm/@scalar/api-reference"></script>',
      'Scalar',
      ['/kettle.json'],
    ],
    [
      'Scalar, by a call',
      `<div id="app"></div><script src="https://cdn.jsdelivr.net/npm/@scalar/api-reference"></script><script>Scalar.createApiReference('#app', { url: '/kettle.yaml', proxyUrl: 'https://proxy.scalar.com' })</script>`,
      'Scalar',
      ['/kettle.yaml'],
    ],
    [
      'Scalar with sources',
      `<div id="app"></div><script src="https://cdn.jsdelivr.net/npm/@scalar/api-reference"></script><script>Scalar.createApiReference('#app', { sources: [{ title: 'A', url: '/a.json' }, { title: 'B', url: '/b.json' }] })</script>`,
      'Scalar',
      ['/a.json', '/b.json'],
    ],
    [
      'Scalar, settings in an attribute',
      `<script id="api-reference" data-configuration='{"theme":"moon","spec":{"url":"/kettle.json"}}'></script><script src="/scalar.js"></script>`,
      'Scalar',
      ['/kettle.json'],
    ],
    [
      'Stoplight Elements',
      '<script src="https://unpkg.com/@stoplight/elements/web-components.min.js"></script><elements-api apiDescriptionUrl="/kettle.yaml" router="hash"></elements-api>',
      'Stoplight Elements',
      ['/kettle.yaml'],
    ],
  ])('%s', async (_, body, tool, documents) => {
    const script = body.includes('<script')
      ? ''
      : '<script type="module" src="https://unpkg.com/rapidoc/dist/rapidoc-min.js"></script>';
    const page = await read(html(body, script));
    expect(page).toMatchObject({
      markdown: '',
      flags: ['needs-browser'],
      shell: { kind: 'openapi', tool, documents: documents.map(at) },
    });
    expect(page.links.map((link) => link.url)).toEqual(documents.map(at));
  });

  it('swagger-ui-dist names its document in a script of its own, which is named', async () => {
    const page = await read(
      html(
        '<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js" charset="UTF-8"> </script><script src="./swagger-initializer.js" charset="UTF-8"> </script>',
      ),
    );
    expect(page.shell).toEqual({
      kind: 'script',
      tool: 'Swagger UI',
      documents: [],
      settings: at('swagger-initializer.js'),
    });
  });

  it('an unfilled template and a selector name nothing', async () => {
    const page = await read(
      html(
        `<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ url: "{{ spec_url }}" }); Scalar.createApiReference('#app', { url: \`\${base}/a.json\` })</script>`,
      ),
    );
    expect(page.shell).toEqual({ kind: 'script', tool: 'Swagger UI', documents: [] });
  });
});

describe('H9: an OpenAPI document inside the page is read in its place', () => {
  const redoc =
    '<div id="redoc"><div class="menu"><label>Kettle API</label><a href="/other/list">List</a></div><main><h1>Kettle API</h1><p>Boils water. Each call needs a token in its header, answers JSON, and is limited to ten calls a second for each of the kettles.</p></main></div>';
  it.each([
    [
      'Redoc 2, static',
      `${redoc}<script>const __redoc_state = {"menu":{"activeItemIdx":-1},"spec":{"data":${spec}},"options":{}}; Redoc.hydrate(__redoc_state, container);</script>`,
    ],
    [
      'Redoc 3, static',
      `${redoc}<script type="module">import { hydrate } from "https://cdn.redocly.com/redoc/v3.0.1/bundles/redoc.standalone.js"; const __redoc_definition = ${spec}; hydrate(__redoc_definition, {});</script>`,
    ],
    [
      'Scalar',
      `<script id="api-reference" type="application/json">${spec}</script><script src="https://cdn.jsdelivr.net/npm/@scalar/api-reference"></script>`,
    ],
    [
      'Scalar, by a call',
      `<div id="app"></div><script src="/scalar.js"></script><script>Scalar.createApiReference('#app', { content: ${spec} })</script>`,
    ],
    [
      'Swagger UI, an object that is no JSON',
      `<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ dom_id: '#swagger-ui', spec: { info: { title: 'Kettle API', version: '1.2.0', description: 'Boils water.' }, openapi: '3.0.3', paths: { '/kettles': { get: { operationId: 'listKettles', summary: 'List kettles', responses: {} } } }, } })</script>`,
    ],
    [
      'RapiDoc',
      `<rapi-doc id="doc"></rapi-doc><script type="module" src="rapidoc-min.js"></script><script>const spec = ${spec}; document.getElementById('doc').loadSpec(spec)</script>`,
    ],
  ])('%s', async (_, body) => {
    const { shell, form, rule, markdown, flags, title, links } = await read(html(body));
    // The menu of a viewer leads to places that only the viewer knows.
    expect(links).toEqual([]);
    expect({ shell, form, rule, flags, title }).toEqual({
      shell: undefined,
      form: 'openapi',
      rule: 'openapi',
      flags: [],
      title: 'Kettle',
    });
    expect(markdown).toContain('GET /kettles');
    expect(markdown).toContain('Boils water.');
  });
});

describe('H9: a page with text of its own is none, whatever its scripts do', () => {
  const analytics =
    '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date())</script>';
  it.each([
    ['a stub', html(`<p>Moved to <a href="/new">the new handbook</a>.</p>${analytics}`)],
    [
      'a glossary entry',
      html(
        `<main><h1>Idempotent</h1><p>An operation that has the same effect however often it is called.</p></main>${bundle}`,
      ),
    ],
    [
      'a short page in the root of a framework',
      html(
        `<div id="__next"><main><h1>Idempotent</h1><p>The same effect, however often it is called.</p></main></div>${bundle}`,
      ),
    ],
    [
      'a short page beside an empty root for windows',
      html(`<main><p>Use <code>kettle stop</code> instead.</p></main><div id="app"></div>${bundle}`),
    ],
    [
      'a short page with comments',
      html(
        `<p>Moved to the new handbook.</p><div id="disqus_thread"></div><script>var d=document,s=d.createElement('script');s.src='https://x.disqus.com/embed.js';</script><noscript>Please enable JavaScript to view the comments powered by Disqus.</noscript>`,
      ),
    ],
    [
      'a page about loading',
      html(
        `<main><h1>Loading</h1><p>Plugins are loaded when they are first used, in the order of their names.</p></main>${bundle}`,
      ),
    ],
    ['a heading that loading is only the first word of', html(`<main><h1>Loading plugins</h1></main>${bundle}`)],
    [
      'a page about JavaScript',
      html(
        `<main><h1>Requirements</h1><p>The editor needs a browser with JavaScript enabled. Old ones show the plain form, which saves the same fields and has no preview of them.</p></main>${bundle}`,
      ),
    ],
    [
      'a short Korean page beside an empty root',
      html(`<h1>실행</h1><p>파일을 내려받아 폴더에 풀고 시작하세요.</p><div id="root"></div>${bundle}`),
    ],
    [
      'a short page above the root of its comments',
      html(`<h1>Voltage</h1><p>The kettle runs on 230.</p><h2>Comments</h2><div id="root"></div>${bundle}`),
    ],
    ['a text under a heading', html(`<h1>Voltage</h1><p>230 volts, 50 hertz</p><div id="root"></div>${bundle}`)],
    [
      'a short page in a root that states it works without scripts',
      html(`<div id="app"><h1>Tabs</h1><p>Works without JavaScript.</p><p>Add the class tabs.</p></div>${bundle}`),
    ],
    [
      'only that it works without scripts',
      html(`<div id="app"><h1>Tabs</h1><p>Works without JavaScript.</p></div>${bundle}`),
    ],
    [
      'a short page in a root, titled as a place-holder',
      html(`<div id="root"><h1>Loading</h1><p>Call <code>fill()</code> to begin.</p></div>${bundle}`),
    ],
    [
      'a sentence about a part that requires JavaScript',
      html(`<main><p>The folding menu requires JavaScript in order to open.</p></main>${bundle}`),
    ],
    [
      'a sentence about a setting',
      html(`<main><p>Set js to true to enable JavaScript in previews.</p></main>${bundle}`),
    ],
    ['interactive examples', html(`<main><p>Interactive JavaScript examples for every kettle.</p></main>${bundle}`)],
    ['what a program prints, and no script', html('<main><p>Starting the kettle...</p></main>')],
    ['code alone', html(`<pre><code>npm start</code></pre><div id="root"></div>${bundle}`)],
    ['a table alone', html(`<table><tr><th>Key</th><td>Value</td></tr></table><div id="root"></div>${bundle}`)],
    [
      'a place-holder in a page',
      html(
        `<main><h1>Status</h1><p>Loading…</p><p>The kettles of the house report their state here, every ten seconds, as long as they are plugged in and hold some water.</p></main>${bundle}`,
      ),
    ],
    [
      'a page that sends its readers on',
      html('<p>Redirecting...</p>', '<meta http-equiv="refresh" content="0; url=/new/">'),
    ],
    ['a picture', html(`<img src="plan.png" alt="">${bundle}`)],
    ['no text, and a script that only counts', html(analytics)],
  ])('%s', async (_, page) => {
    const { shell, flags } = await read(page);
    expect({ shell, flags }).toEqual({ shell: undefined, flags: [] });
  });

  it('keeps its text, and what a viewer in it shows is one of its links', async () => {
    const prose =
      '<main><h1>API</h1><p>Every call is signed with the key of the household. The list below is made from the document that the kettles publish, and each of its entries can be tried out at once.</p><redoc spec-url="/openapi.json"></redoc></main>';
    const page = await read(html(`${prose}<script src="redoc.standalone.js"></script>`));
    expect(page.shell).toBeUndefined();
    expect(page.markdown).toContain('signed with the key');
    expect(page.links.map((link) => link.url)).toEqual([at('/openapi.json')]);
  });

  it('keeps its text although its scripts contain a document', async () => {
    const prose = `<div id="__next"><main><h1>API</h1>${'<p>Every call is signed with the key of the household.</p>'.repeat(4)}</main></div>`;
    const page = await read(
      html(`${prose}<script src="scalar.js"></script><script type="application/json">${spec}</script>`),
    );
    expect(page.markdown).toContain('signed with the key');
    expect(page.form).toBe('html');
  });

  it('H9: a page with a sentence about the browser and has no script is a soft error, as before', async () => {
    expect(await read(html('<p>Please enable JavaScript to continue.</p>'))).toMatchObject({
      softError: 'browser',
      flags: ['soft-error'],
    });
  });
});

describe('H9: a hostile page is looked at in time', () => {
  // A text of a page has a megabyte at the most, so that there are four of each.
  const everyCall = (end: string): string =>
    ['SwaggerUIBundle', 'SwaggerUi', 'SwaggerUI', 'Redoc.init', 'initRedoc', 'loadSpec', 'createApiReference']
      .map((name) => `${name}${end}`.repeat(5_000))
      .join('');
  it.each([
    ['nested objects', `SwaggerUIBundle(${'{a:['.repeat(100_000)}`],
    ['calls without an end', 'SwaggerUIBundle({u:"'.repeat(50_000)],
    ['versions without a document', '{"openapi":"3.0.0",'.repeat(50_000)],
    ['strings without an end', `SwaggerUIBundle(${'"\\'.repeat(300_000)}`],
    ['slashes', `SwaggerUIBundle({${'/'.repeat(900_000)}`],
    [
      'many calls with a variable, and settings of spaces',
      `${everyCall('(v);')} options = {${' '.repeat(500_000)}a:1}`,
    ],
    ['many calls without an end', `${everyCall('({')}${' '.repeat(500_000)}`],
    ['commas', `SwaggerUIBundle([${','.repeat(900_000)}`],
  ])('%s', async (_, script) => {
    const page = await read(
      html(
        `<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script>${`<script>${script}</script>`.repeat(4)}`,
      ),
    );
    expect(page.shell?.kind).toBe('script');
  });
});

describe('Docsify’s files', () => {
  it.each([
    ['a route', 'https://a.example/docs/README.md', '#/guide/start', 'https://a.example/docs/guide/start.md'],
    [
      'a route with a slash before it',
      'https://a.example/docs/README.md',
      '/#/guide/',
      'https://a.example/docs/guide/README.md',
    ],
    [
      'a route from within a folder',
      'https://a.example/docs/guide/a.md',
      '#/guide/b?id=c',
      'https://a.example/docs/guide/b.md',
    ],
    ['a file', 'https://a.example/docs/README.md', 'guide/a.md', 'https://a.example/docs/guide/a.md'],
    [
      'a page without its ending, in a menu',
      'https://a.example/docs/_sidebar.md',
      '/guide/a',
      'https://a.example/docs/guide/a.md',
    ],
    ['the first page, in a menu', 'https://a.example/docs/_sidebar.md', '/', 'https://a.example/docs/README.md'],
    ['another site, in a menu', 'https://a.example/docs/_sidebar.md', 'https://b.example/x', 'https://b.example/x'],
    [
      'a page without its ending, elsewhere',
      'https://a.example/docs/README.md',
      '/guide/a',
      'https://a.example/guide/a',
    ],
  ])('%s', async (_, from, href, to) => {
    const page = await extractPage(`# Kettle\n\n* [there](${href})\n`, { url: from });
    expect(page.links.map((link) => link.url)).toEqual([to]);
    expect(page.flags).toEqual(from.includes('_sidebar') ? ['menu'] : []);
  });
});
