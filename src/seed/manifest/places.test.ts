// Where documentation of dependencies is, and what becomes of it as a provider.
import { describe, expect, it } from 'vitest';
import { parseLibrary } from '../library.ts';
import { presets } from '../presets.ts';
import { readProvider } from '../provider.ts';
import type { Ecosystem } from './dependency.ts';
import { libraryFor, pathsBelow, placesOf, providerIdFor, registryUrl } from './places.ts';
import { presetsOfPackages } from './preset-packages.ts';

const dependency = (ecosystem: Ecosystem, name: string) => ({ ecosystem, name, isDev: false });

describe('places', () => {
  it('A1: a preset comes first, then the home, the registry, and what is shipped', () => {
    const facts = { version: '17.1.0', homepage: 'https://x.example/', ships: ['README'] };
    expect(placesOf(dependency('npm', 'stripe'), facts).map(({ kind }) => kind)).toEqual([
      'preset',
      'homepage',
      'registry',
      'shipped',
    ]);
    expect(placesOf(dependency('go', 'github.com/stripe/stripe-go/v76'), { ships: [] })[0]).toEqual({
      kind: 'preset',
      preset: 'stripe',
    });
    expect(placesOf(dependency('cargo', 'serde'), { ships: [] })).toEqual([
      { kind: 'registry', url: 'https://docs.rs/serde/latest/' },
    ]);
  });

  it('A1: what does not come from the registry has no address there, but that of its repository', () => {
    const local = { ...dependency('npm', 'x'), isElsewhere: true } as const;
    expect(placesOf(local, { ships: [] })).toEqual([]);
    expect(placesOf({ ...local, repository: 'https://github.com/a/b' }, { ships: [] })).toEqual([
      { kind: 'homepage', url: 'https://github.com/a/b' },
    ]);
  });

  it('A1: every preset that packages are listed for exists', () => {
    const known = presets.map(({ provider_id }) => provider_id);
    expect(presetsOfPackages.filter((id) => !known.includes(id))).toEqual([]);
  });

  it.each([
    [
      'npm',
      '@types/node',
      '24.0.0',
      'https://www.npmjs.com/package/@types/node/v/24.0.0',
      'types-node',
      '@types/node@24.0.0',
    ],
    ['pypi', 'flask-login', '0.6.3', 'https://pypi.org/project/flask-login/0.6.3/', 'flask-login', 'flask-login@0.6.3'],
    ['cargo', 'serde_json', '1.0.1', 'https://docs.rs/serde_json/1.0.1/', 'serde-json', 'serde_json@1.0.1'],
    [
      'go',
      'github.com/gin-gonic/gin',
      'v1.9.1',
      'https://pkg.go.dev/github.com/gin-gonic/gin@v1.9.1',
      'gin',
      'github.com/gin-gonic/gin@1.9.1',
    ],
    [
      'maven',
      'org.slf4j:slf4j-api',
      '2.0.9',
      'https://javadoc.io/doc/org.slf4j/slf4j-api/2.0.9/',
      'slf4j-api',
      'slf4j-api@2.0.9',
    ],
  ] as const)(
    'A1, A6: %s %s has an address, an id and a library that a policy takes',
    (ecosystem, name, version, url, id, library) => {
      const one = dependency(ecosystem, name);
      expect([registryUrl(ecosystem, name, version), providerIdFor(one), libraryFor(one, version)]).toEqual([
        url,
        id,
        library,
      ]);
      expect(parseLibrary(library)).toBeDefined();
      const problems: string[] = [];
      readProvider(
        { provider_id: id, library, seed_urls: [url], allowed_path_patterns: pathsBelow(url) },
        () => 'test',
        problems,
      );
      expect(problems).toEqual([]);
    },
  );

  it('U4: the scope of a place is its own path and what lies below', () => {
    expect(pathsBelow('https://pkg.go.dev/github.com/gin-gonic/gin@v1.9.1')).toEqual([
      '/github.com/gin-gonic/gin@v1.9.1/**',
    ]);
    expect(pathsBelow('https://zod.dev/')).toEqual(['/**']);
    expect(pathsBelow('https://x.example/docs/index.html')).toEqual(['/docs/**']);
  });
});
