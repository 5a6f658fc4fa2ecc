// Generators that Debian packages: what they need, how they build the kit. Their selectors are in truth.ts.
import type { Generator } from './build.ts';
import { type Dialect, indented, quoted } from './kit.ts';
import { truths } from './truth.ts';
import type { Workplace } from './workplace.ts';

const mkdocs: Dialect = {
  notice: ({ kind, title, body }) => `!!! ${kind}${title === '' ? '' : ` "${title}"`}\n${indented(body, 4)}`,
  terms: true,
  formulas: false,
  footnotes: true,
};

const material: Dialect = {
  ...mkdocs,
  tabs: (tabs) => tabs.map(({ label, body }) => `=== "${label}"\n\n${indented(body, 4)}`).join('\n\n'),
  formulas: true,
};

function mkdocsSite(place: Workplace, theme: string, dialect: Dialect, more = ''): void {
  place.pages(dialect, 'docs');
  place.write(
    'mkdocs.yml',
    `site_name: Brindle\nsite_dir: ${place.out}\ntheme: ${theme}\nmarkdown_extensions: [admonition, def_list, footnotes, tables, toc: {permalink: true}${more}]\n`,
  );
  place.run('mkdocs', 'build', '--quiet');
}

const myst: Dialect = {
  notice: ({ kind, title, body }) =>
    title === ''
      ? `\`\`\`{${kind}}\n${body}\n\`\`\``
      : `\`\`\`{admonition} ${title}\n:class: ${kind}\n\n${body}\n\`\`\``,
  tabs: (tabs) => tabs.map(({ label, body }) => `\`\`\`\`{tab} ${label}\n${body}\n\`\`\`\``).join('\n\n'),
  terms: true,
  formulas: true,
  footnotes: true,
};

const sphinxApi = `API
===

.. automodule:: brindle
   :members:
   :special-members: __len__

.. option:: --lock-timeout <ms>

   How long to wait for the lock.

.. glossary::

   graveyard
      A table of jobs that nobody will try again.
`;

function sphinx(theme: string, packages: readonly string[]): Generator {
  return {
    name: `sphinx-${theme.replace(/^sphinx_|_theme$|_sphinx_theme$/g, '').replace('_', '-')}`,
    truth: truths.sphinx[theme as keyof typeof truths.sphinx],
    debian: ['python3-sphinx', 'python3-myst-parser', 'python3-sphinx-inline-tabs', ...packages],
    build(place) {
      place.pages(myst, '.');
      place.copy('source/brindle.py', 'brindle.py');
      place.write('api.rst', sphinxApi);
      place.write(
        'contents.rst',
        'Contents\n========\n\n.. toctree::\n\n   index\n   guide\n   configuration\n   recipes\n   korean\n   api\n',
      );
      place.write(
        'conf.py',
        `import sys\nsys.path.insert(0, '.')\nproject = 'Brindle'\nrelease = '4.2'\nroot_doc = 'contents'\nextensions = ['myst_parser', 'sphinx.ext.autodoc', 'sphinx.ext.napoleon', 'sphinx.ext.mathjax', 'sphinx_inline_tabs']\nmyst_enable_extensions = ['deflist', 'dollarmath']\nhtml_theme = '${theme}'\n`,
      );
      place.run('sphinx-build', '-q', '-b', 'html', '.', place.out);
    },
  };
}

const plain: Dialect = { notice: quoted, terms: true, formulas: true, footnotes: true };

export const debianGenerators: readonly Generator[] = [
  {
    name: 'mkdocs',
    truth: truths.mkdocs,
    debian: ['mkdocs'],
    build: (place) => mkdocsSite(place, 'mkdocs', mkdocs),
  },
  {
    name: 'mkdocs-readthedocs',
    truth: truths.mkdocsReadthedocs,
    debian: ['mkdocs'],
    build: (place) => mkdocsSite(place, 'readthedocs', mkdocs),
  },
  {
    name: 'mkdocs-material',
    truth: truths.mkdocsMaterial,
    debian: ['mkdocs-material', 'mkdocstrings', 'mkdocstrings-python-handlers'],
    build(place) {
      place.copy('source/brindle.py', 'brindle.py');
      place.write('docs/api.md', '# API\n\n::: brindle\n');
      mkdocsSite(
        place,
        'material\nplugins: [search, mkdocstrings]',
        material,
        ', pymdownx.superfences, pymdownx.tabbed: {alternate_style: true}, pymdownx.arithmatex: {generic: true}, pymdownx.highlight',
      );
    },
  },
  sphinx('furo', ['furo']),
  sphinx('sphinx_rtd_theme', ['python3-sphinx-rtd-theme']),
  sphinx('alabaster', []),
  sphinx('classic', []),
  sphinx('pydata_sphinx_theme', ['python3-pydata-sphinx-theme']),
  sphinx('sphinx_book_theme', ['python3-sphinx-book-theme']),
  {
    name: 'doxygen',
    truth: truths.doxygen,
    debian: ['doxygen'],
    build(place) {
      place.copy('source/brindle.hpp', 'brindle.hpp');
      place.pages(
        {
          ...mkdocs,
          notice: ({ kind, body }) => `@${kind === 'danger' || kind === 'tip' ? 'attention' : kind} ${body}`,
          terms: false,
          footnotes: false,
        },
        '.',
        (name) => name,
      );
      place.write(
        'Doxyfile',
        `PROJECT_NAME=Brindle\nPROJECT_NUMBER=4.2\nINPUT=brindle.hpp guide.md configuration.md recipes.md korean.md\nGENERATE_LATEX=NO\nQUIET=YES\nWARNINGS=NO\nUSE_MATHJAX=YES\nHTML_OUTPUT=${place.out}\nSOURCE_BROWSER=NO\nVERBATIM_HEADERS=NO\n`,
      );
      place.run('doxygen');
    },
  },
  {
    name: 'asciidoctor',
    truth: truths.asciidoctor,
    debian: ['asciidoctor'],
    build(place) {
      place.copy('asciidoc', '.');
      for (const page of ['guide', 'recipes'])
        place.run('asciidoctor', '-o', `${place.out}/${page}.html`, `${page}.adoc`);
    },
  },
  {
    name: 'asciidoctor-plain',
    truth: truths.asciidoctor,
    debian: ['asciidoctor'],
    build(place) {
      place.copy('asciidoc', '.');
      for (const page of ['guide', 'recipes'])
        place.run(
          'asciidoctor',
          '-a',
          'source-linenums-option',
          '-a',
          'rouge-linenums-mode=inline',
          '-a',
          'sectanchors',
          '-a',
          'icons!',
          '-o',
          `${place.out}/${page}.html`,
          `${page}.adoc`,
        );
    },
  },
  {
    name: 'asciidoc',
    truth: truths.asciidocKit,
    debian: ['asciidoc-base'],
    build(place) {
      place.copy('asciidoc', '.');
      for (const page of ['guide', 'recipes']) place.run('asciidoc', '-o', `${place.out}/${page}.html`, `${page}.adoc`);
    },
  },
  {
    name: 'pandoc',
    truth: truths.pandoc,
    debian: ['pandoc'],
    build(place) {
      place.pages(plain, '.');
      for (const page of ['index', 'guide', 'configuration', 'recipes', 'korean'])
        place.run(
          'pandoc',
          '-s',
          '--toc',
          '--mathml',
          '--metadata',
          `pagetitle=${page}`,
          '-o',
          `${place.out}/${page}.html`,
          `${page}.md`,
        );
    },
  },
  {
    name: 'jekyll',
    truth: truths.jekyll,
    debian: ['jekyll', 'jekyll-theme-minima'],
    build(place) {
      place.pages(
        { ...plain, before: (title) => `---\nlayout: page\ntitle: ${title}\n---\n`, titleInFront: true },
        '.',
      );
      place.write('_config.yml', 'title: Brindle\ntheme: minima\nplugins: []\n');
      place.run('jekyll', 'build', '--quiet', '--disable-disk-cache', '-d', place.out);
    },
  },
  {
    name: 'yard',
    truth: truths.yard,
    debian: ['yard'],
    build(place) {
      place.copy('source/brindle.rb', 'brindle.rb');
      place.pages({ ...plain, formulas: false }, '.');
      place.run(
        'yard',
        'doc',
        '--quiet',
        '--no-cache',
        '--no-save',
        '-o',
        place.out,
        'brindle.rb',
        '-',
        'guide.md',
        'configuration.md',
      );
    },
  },
  {
    name: 'rdoc',
    truth: truths.rdoc,
    debian: ['ruby'],
    build(place) {
      place.copy('source/brindle.rb', 'brindle.rb');
      place.pages({ ...plain, formulas: false }, '.');
      place.run('rdoc', '--quiet', '--force-output', '-o', place.out, 'brindle.rb', 'guide.md', 'configuration.md');
    },
  },
  {
    name: 'ldoc',
    truth: truths.ldoc,
    debian: ['lua-ldoc'],
    build(place) {
      place.copy('source/brindle.lua', 'brindle.lua');
      place.run('ldoc', '-q', '-d', place.out, 'brindle.lua');
    },
  },
  {
    name: 'texinfo',
    truth: truths.texinfoKit,
    debian: ['texinfo'],
    build(place) {
      place.copy('texinfo', '.');
      place.run('makeinfo', '--html', '-o', place.out, 'brindle.texi');
    },
  },
  {
    name: 'pod2html',
    truth: truths.pod2html,
    debian: ['perl'],
    build(place) {
      place.copy('pod', '.');
      place.run('pod2html', '--infile=brindle.pod', `--outfile=${place.out}/brindle.html`, '--title=brindle');
    },
  },
  {
    name: 'nim',
    truth: truths.nim,
    debian: ['nim'],
    build(place) {
      place.copy('source/brindle.nim', 'brindle.nim');
      place.run('nim', 'doc', '--hints:off', `--outdir:${place.out}`, 'brindle.nim');
    },
  },
  {
    name: 'javadoc',
    truth: truths.javadocKit,
    build(place) {
      place.copy('source/java', 'java');
      place.run('javadoc', '-quiet', '-d', place.out, '-sourcepath', 'java', 'org.brindle');
    },
  },
  {
    name: 'rustdoc',
    truth: truths.rustdocKit,
    build(place) {
      place.copy('source/rust', 'rust');
      place.run('rustdoc', 'rust/src/lib.rs', '--crate-name', 'brindle', '--edition', '2021', '-o', place.out);
    },
  },
  {
    name: 'pydoc',
    truth: truths.pydoc,
    build(place) {
      place.copy('source/brindle.py', 'brindle.py');
      place.run('python3', '-m', 'pydoc', '-w', 'brindle');
      place.run('cp', 'brindle.html', place.out);
    },
  },
];
