// Manifests of five ecosystems: what is read from them, and that nothing in them hangs or breaks a reader.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { more } from '../../../test/support/how-long.ts';
import { readCargoToml } from './cargo-toml.ts';
import { type Manifest, MOST_DEPENDENCIES } from './dependency.ts';
import { readGoMod } from './go-mod.ts';
import { readPackageFacts, readPackageJson, readPackageLock } from './package-json.ts';
import { readPom } from './pom-xml.ts';
import { readMetadata, readPackageList, readPyproject, readRequirements } from './python.ts';
import { parseToml } from './toml.ts';

/** `name range =exact dev` of each. */
const lines = ({ dependencies }: Manifest): readonly string[] =>
  dependencies.map(({ name, range, exact, isDev }) =>
    [name, range ?? '-', ...(exact === undefined ? [] : [`=${exact}`]), ...(isDev ? ['dev'] : [])].join(' '),
  );

describe('package.json', () => {
  it('A1: names dependencies of every section once, aliases by the package they stand for, and workspaces', () => {
    const manifest = readPackageJson(
      JSON.stringify({
        dependencies: { undici: '8.1.0', zod: '^4', old: 'npm:@real/name@2.0.0', local: 'file:../x' },
        devDependencies: { zod: '4.0.0', vitest: '5.0.0', '../evil': '1', '__proto__x/..': '1' },
        workspaces: ['packages/*'],
      }),
    );
    expect(lines(manifest)).toEqual([
      'undici 8.1.0 =8.1.0',
      'zod ^4',
      '@real/name 2.0.0 =2.0.0',
      'local file:../x',
      'vitest 5.0.0 =5.0.0 dev',
    ]);
    expect(manifest.members).toEqual(['packages/*']);
  });

  it('A1: an alias is looked for under the name it is installed as, if that is a name', () => {
    const { dependencies } = readPackageJson('{"dependencies": {"old": "npm:real@2", "../evil": "npm:other@1"}}');
    expect(dependencies.map(({ name, installedAs }) => [name, installedAs])).toEqual([
      ['real', 'old'],
      ['other', undefined],
    ]);
  });

  it.each([
    ['workspace:*', undefined],
    ['link:../b', undefined],
    ['file:b.tgz', undefined],
    ['../b', undefined],
    ['https://u:pw@e.example/x.tgz', undefined],
    ['github:a/b#v1', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['git+ssh://git@gitlab.com/a/b.git#semver:^1', 'https://gitlab.com/a/b'],
  ])('A1: what comes from %s is not in the registry; its repository is %s', (range, repository) => {
    const { dependencies } = readPackageJson(JSON.stringify({ dependencies: { x: range } }));
    expect(dependencies).toMatchObject([{ name: 'x', isElsewhere: true, ...(repository && { repository }) }]);
    expect(dependencies[0]?.repository).toBe(repository);
  });

  it.each(['^1', '1.x || 2', '*', '', 'latest', 'catalog:', 'npm:y@1', '>=1 <2'])(
    'A1: what is allowed as %j is in the registry',
    (range) => {
      const { dependencies } = readPackageJson(JSON.stringify({ dependencies: { x: range } }));
      expect(dependencies[0]?.isElsewhere).toBeUndefined();
    },
  );

  it.each([
    ['git+https://user:pw@github.com/a/b.git', 'https://github.com/a/b'],
    ['git@github.com:a/b.git', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['gitlab:a/b', 'https://gitlab.com/a/b'],
    ['javascript:alert(1)', undefined],
  ])('A1: the repository %s is %s', (repository, url) => {
    expect(readPackageFacts(JSON.stringify({ repository: { url: repository } })).repository).toBe(url);
    expect(readPackageFacts(JSON.stringify({ repository })).repository).toBe(url);
  });

  it('A1: a lock file names what is installed at the top', () => {
    const packages = {
      '': {},
      'node_modules/a': { version: '1.2.3' },
      'node_modules/b/node_modules/a': { version: '9.0.0' },
    };
    expect([...readPackageLock(JSON.stringify({ packages }))]).toEqual([['a', '1.2.3']]);
  });
});

describe('Python', () => {
  it('A1: what comes from a repository, a file or a URL is not in the registry', () => {
    const isElsewhere = ({ dependencies }: Manifest) => dependencies.map((one) => [one.name, one.isElsewhere === true]);
    expect(isElsewhere(readRequirements('a @ git+https://github.com/x/a.git@main\nb==1\n'))).toEqual([
      ['a', true],
      ['b', false],
    ]);
    const poetry = '[tool.poetry.dependencies]\na = { git = "https://x.example/a" }\nb = { path = "../b" }\nc = "^1"\n';
    expect(isElsewhere(readPyproject(poetry))).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
    expect(isElsewhere(readCargoToml('[dependencies]\na = { git = "https://x.example/a" }\nb = "1"\n'))).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  it('A1: pyproject.toml, PEP 621 and Poetry', () => {
    const text = `[project]\nname = "x"\ndependencies = [\n  "Requests[socks]>=2.31,<3 ; python_version>'3.8'", # why\n  "flask_login==0.6.3",\n]\n[project.optional-dependencies]\ntest = ["pytest"]\n[tool.poetry.dependencies]\npython = "^3.11"\nhttpx = { version = "^0.27", extras = ["http2"] }\n[tool.poetry.group.dev.dependencies]\nruff = "*"\n`;
    expect(lines(readPyproject(text))).toEqual([
      'requests >=2.31,<3',
      'flask-login ==0.6.3 =0.6.3',
      'pytest - dev',
      'httpx ^0.27',
      'ruff - dev',
    ]);
  });

  it('A1: requirements.txt; options, paths and comments are no packages', () => {
    const text = `# all\n-r more.txt\n--hash=sha256:x\nDjango==5.0.1 --hash=sha256:aa \\\nnumpy ~= 1.26  # fast\nmine @ https://x.example/y.whl\n./local\nhttps://x.example/z.whl\n`;
    expect(lines(readRequirements(text))).toEqual(['django ==5.0.1 =5.0.1', 'numpy ~= 1.26', 'mine -']);
  });

  it('A1: METADATA names documentation before the home page, and the description is not read', () => {
    const text = `Metadata-Version: 2.1\nName: Flask\nVersion: 3.0.2\nHome-page: https://old.example/\nProject-URL: Source, https://github.com/x/y\nProject-URL: Documentation, https://flask.example/docs/\n\nProject-URL: Documentation, https://evil.example/\n`;
    expect(readMetadata(text)).toEqual({ name: 'flask', version: '3.0.2', homepage: 'https://flask.example/docs/' });
  });

  it('A1: lock files are lists of packages', () => {
    expect([
      ...readPackageList(
        'version = 1\n[[package]]\nname = "httpx"\nversion = "0.27.2"\n[[package]]\nname = "bad"\nversion = "../x"\n',
      ),
    ]).toEqual([['httpx', '0.27.2']]);
  });
});

it('A1: Cargo.toml: renamed, targeted and shared crates; those beside it are left out', () => {
  const text = `[package]\nname = "x"\n[dependencies]\nserde = { version = "1.0", features = ["derive"] }\nours = { path = "../ours" }\njson = { package = "serde_json", version = "=1.0.1" }\n[target.'cfg(unix)'.dependencies]\nlibc = "0.2"\n[dev-dependencies.tokio]\nversion = "1"\n[workspace]\nmembers = ["crates/*"]\n`;
  const manifest = readCargoToml(text);
  expect(lines(manifest)).toEqual(['serde 1.0', 'serde_json =1.0.1 =1.0.1', 'tokio 1 dev', 'libc 0.2']);
  expect(manifest.members).toEqual(['crates/*']);
});

it('A1: go.mod: what is required directly, in blocks and alone', () => {
  const text = `module x\n\ngo 1.22\nrequire golang.org/x/sync v0.7.0\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/a/b v1.0.0 // indirect\n)\nreplace (\n\tgithub.com/c/d v1.0.0 => ../d\n)\n`;
  expect(lines(readGoMod(text))).toEqual([
    'golang.org/x/sync v0.7.0 =v0.7.0',
    'github.com/gin-gonic/gin v1.9.1 =v1.9.1',
  ]);
});

it('A1: pom.xml: properties, managed versions, scopes and modules; plugins are no dependencies', () => {
  const text = `<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0"><version>7</version><properties><slf4j.version>2.0.9</slf4j.version><a>\${b}</a><b>\${a}</b></properties>
<dependencyManagement><dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version></dependency></dependencies></dependencyManagement>
<dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>\${slf4j.version}</version><exclusions><exclusion><groupId>no</groupId></exclusion></exclusions></dependency>
<dependency><groupId>junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency><dependency><groupId>g</groupId><artifactId>loop</artifactId><version>\${a}</version></dependency></dependencies>
<build><plugins><plugin><dependencies><dependency><groupId>p</groupId><artifactId>q</artifactId></dependency></dependencies></plugin></plugins></build><modules><module>core</module></modules></project>`;
  const manifest = readPom(text);
  expect(lines(manifest)).toEqual(['org.slf4j:slf4j-api 2.0.9 =2.0.9', 'junit:junit 4.13.2 =4.13.2 dev', 'g:loop -']);
  expect(manifest.members).toEqual(['core']);
});

describe('hostile files', () => {
  const readers = {
    readPackageJson,
    readPackageFacts,
    readPackageLock,
    readPyproject,
    readRequirements,
    readMetadata,
    readPackageList,
    readCargoToml,
    readGoMod,
    readPom,
    parseToml,
  };

  it('A1: no text makes a reader throw', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '"""',
      '=',
      '.',
      ',',
      '\n',
      '#',
      '\\',
      'a',
      '<dependency>',
      '</',
      `\${a}`,
      'require (',
      '1.0',
      ' ',
      '@',
      ';',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 200 }).map((all) => all.join('')),
        ),
        (text) => {
          for (const read of Object.values(readers)) read(text);
        },
      ),
      { numRuns: 300 },
    );
  });

  const name = 'A1: %s without end take no longer than their length';
  const readByAll = (_: string, before: string, piece: string): void => {
    for (const read of Object.values(readers)) read(before + endless(piece));
  };

  it.each([
    ['open brackets', '', '['],
    ['an endless array', 'a = [', '"x",'],
    ['nested tables', 'a = ', '{a='],
    ['deep keys', '', 'a.'],
    ['open quotes', '', '"'],
    ['white space', 'a', ' '],
    ['open tags', '', '<dependency>'],
    ['closed tags', '<project>', '<a></a>'],
    ['properties', '<project><properties>', `<a>\${a}</a>`],
    ['semicolons', '', ';'],
    ['blank lines', '', '\n '],
  ])(name, readByAll);

  it.each([
    ['pairs', '', 'a = 1\n'],
    ['lists of tables', '', '[[package]]\n'],
    ['open blocks', '', 'require (\n'],
  ])(name, more, readByAll);

  it('A1: more dependencies than anybody has are cut', () => {
    const dependencies = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`p${n}`, '1']));
    expect(readPackageJson(JSON.stringify({ dependencies })).dependencies).toHaveLength(MOST_DEPENDENCIES);
  });
});
