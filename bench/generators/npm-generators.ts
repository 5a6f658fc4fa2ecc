// Generators from npm, each with its own package.json and lock file below npm/. Their selectors are in truth.ts.
import { join } from 'node:path';
import type { Generator } from './build.ts';
import { type Dialect, indented, quoted, type Tab } from './kit.ts';
import { truths } from './truth.ts';

const frontTitle = (title: string): string => `---\ntitle: ${title}\n---\n\n`;
const overview = (name: string): string => (name === 'index.md' ? 'overview.md' : name);
const asMdx = (name: string): string => name.replace(/\.md$/, '.mdx');

const plain: Dialect = { notice: quoted, terms: false, formulas: false, footnotes: false };

/** `:::note[Title]`, as remark's directives are written. */
const directive: Dialect = {
  notice: ({ kind, title, body }) => `:::${kind}${title === '' ? '' : `[${title}]`}\n\n${body}\n\n:::`,
  terms: false,
  formulas: true,
  footnotes: true,
};

/** `::: warning Title`, as markdown-it's containers are written. */
const container: Dialect = {
  notice: ({ kind, title, body }) => `::: ${kind} ${title}\n${body}\n:::`,
  terms: false,
  formulas: false,
  footnotes: false,
};

function tabElements(tabs: readonly Tab[], item: (label: string) => string, close: string): string {
  return `<Tabs>\n${tabs.map(({ label, body }) => `${item(label)}\n\n${body}\n\n${close}`).join('\n')}\n</Tabs>`;
}

function codeGroup(tabs: readonly Tab[]): string {
  return `::: code-group\n${tabs.map(({ label, body }) => body.replace(/^```(\w+)/, `\`\`\`$1 [${label}]`)).join('\n')}\n:::`;
}

const slow = 300_000;

export const npmGenerators: readonly Generator[] = [
  {
    name: 'docusaurus',
    truth: truths.docusaurus,
    npm: 'docusaurus',
    deadlineMs: slow,
    build(place) {
      place.pages(
        {
          ...directive,
          tabs: (tabs) => tabElements(tabs, (label) => `<TabItem value="${label}" label="${label}">`, '</TabItem>'),
          before: () => `import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n`,
        },
        'docs',
      );
      place.run('docusaurus', 'build', '--out-dir', place.out);
    },
  },
  {
    name: 'vitepress',
    truth: truths.vitepress,
    npm: 'vitepress',
    build(place) {
      const notice: Dialect['notice'] = (one) =>
        container.notice({ ...one, kind: one.kind === 'note' ? 'info' : one.kind });
      place.pages({ ...container, notice, tabs: codeGroup, formulas: true }, 'docs', overview);
      place.run('vitepress', 'build', 'docs', '--outDir', place.out);
    },
  },
  {
    name: 'vuepress',
    truth: truths.vuepress,
    npm: 'vuepress',
    build(place) {
      const tabs: Dialect['tabs'] = (all) =>
        `::: code-tabs\n${all.map(({ label, body }) => `@tab ${label}\n\n${body}\n`).join('\n')}\n:::`;
      place.pages({ ...container, tabs }, 'docs', overview);
      place.run('vuepress', 'build', 'docs', '--dest', place.out);
    },
  },
  {
    name: 'starlight',
    truth: truths.starlight,
    npm: 'starlight',
    build(place) {
      place.pages(
        {
          ...directive,
          notice: (one) => directive.notice({ ...one, kind: one.kind === 'warning' ? 'caution' : one.kind }),
          tabs: (tabs) => tabElements(tabs, (label) => `<TabItem label="${label}">`, '</TabItem>'),
          formulas: false,
          titleInFront: true,
          before: (title) => `${frontTitle(title)}import { Tabs, TabItem } from '@astrojs/starlight/components';\n\n`,
        },
        'src/content/docs',
        (name) => asMdx(overview(name)),
      );
      place.run('astro', 'build', '--outDir', place.out);
    },
  },
  {
    name: 'nextra',
    truth: truths.nextra,
    npm: 'nextra',
    deadlineMs: slow,
    build(place) {
      place.pages(
        {
          ...directive,
          notice: ({ kind, title, body }) =>
            `> [!${{ note: 'NOTE', tip: 'TIP', warning: 'WARNING' }[kind] ?? 'CAUTION'}]\n>\n${indented(`${title === '' ? '' : `**${title}** `}${body}`, 0).replace(/^/gm, '> ')}`,
          tabs: (tabs) =>
            `<Tabs items={${JSON.stringify(tabs.map(({ label }) => label))}}>\n${tabs.map(({ body }) => `<Tabs.Tab>\n\n${body}\n\n</Tabs.Tab>`).join('\n')}\n</Tabs>`,
          before: () => `import { Tabs } from 'nextra/components'\n\n`,
        },
        'content',
        asMdx,
      );
      place.run('next', 'build');
      place.take('out');
    },
  },
  {
    name: 'rspress',
    truth: truths.rspress,
    npm: 'rspress',
    build(place) {
      place.pages(
        {
          ...container,
          tabs: (tabs) => tabElements(tabs, (label) => `<Tab label="${label}">`, '</Tab>'),
          before: () => `import { Tab, Tabs } from 'rspress/theme';\n\n`,
          notice: ({ kind, title, body }) => `:::${kind} ${title}\n${body}\n:::`,
        },
        'docs',
        (name) => asMdx(overview(name)),
      );
      place.run('rspress', 'build');
      place.take('dist');
    },
  },
  {
    name: 'typedoc',
    truth: truths.typedoc,
    npm: 'typedoc',
    build(place) {
      place.copy('source/brindle.ts', 'brindle.ts');
      place.pages(
        {
          ...plain,
          notice: ({ kind, body }) =>
            `> [!${kind === 'danger' ? 'CAUTION' : kind.toUpperCase()}]\n${body.replace(/^/gm, '> ')}`,
        },
        '.',
      );
      place.run('typedoc', '--out', place.out);
    },
  },
  {
    name: 'jsdoc',
    truth: truths.jsdoc,
    npm: 'jsdoc',
    build(place) {
      place.copy('source/brindle.js', 'brindle.js');
      place.pages(plain, '.');
      place.run('jsdoc', '-d', place.out, '-R', 'guide.md', 'brindle.js');
    },
  },
  {
    name: 'docdash',
    truth: truths.jsdoc,
    npm: 'jsdoc',
    build(place) {
      place.copy('source/brindle.js', 'brindle.js');
      place.pages(plain, '.');
      place.run(
        'jsdoc',
        '-c',
        'docdash.json',
        '-t',
        join(place.folder, '../../node_modules/docdash'),
        '-d',
        place.out,
        '-R',
        'guide.md',
        'brindle.js',
      );
    },
  },
  {
    name: 'redoc',
    truth: truths.redoc,
    npm: 'redoc',
    build(place) {
      place.copy('source/openapi.yaml', 'openapi.yaml');
      place.run('redocly', 'build-docs', 'openapi.yaml', '-o', join(place.out, 'index.html'));
    },
  },
  {
    name: 'documentation',
    truth: truths.documentation,
    npm: 'documentation',
    build(place) {
      place.copy('source/brindle.js', 'brindle.js');
      place.write('package.json', '{ "name": "brindle", "version": "4.2.0", "type": "module" }\n');
      place.run('documentation', 'build', 'brindle.js', '-f', 'html', '-o', place.out);
    },
  },
  {
    name: 'honkit',
    truth: truths.honkit,
    npm: 'honkit',
    build(place) {
      place.pages(plain, '.', (name) => (name === 'index.md' ? 'README.md' : name));
      place.run('honkit', 'build', '.', place.out);
    },
  },
  {
    name: 'slate',
    truth: truths.slate,
    npm: 'slate',
    build(place) {
      place.copy('source/openapi.yaml', 'openapi.yaml');
      place.run('widdershins', 'openapi.yaml', '-o', 'api.md', '--language_tabs', 'shell:Shell', 'python:Python');
      place.run('shins', '--output', join(place.out, 'index.html'), 'api.md');
    },
  },
];
