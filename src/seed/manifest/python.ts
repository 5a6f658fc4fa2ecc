// Python's manifests: pyproject.toml (PEP 621 and Poetry), requirements.txt, lock files, and the METADATA of what is installed.
import { cleaned, type Dependency, isPlainVersion, type Manifest } from './dependency.ts';
import { webUrl } from './package-json.ts';
import { parseToml, type TomlTable, type TomlValue, tableIn, tablesIn, textsIn } from './toml.ts';

/** PEP 503: the name as it is compared. */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** The dependencies in pyproject.toml. Never throws. */
export function readPyproject(text: string): Manifest {
  const root = parseToml(text);
  const project = tableIn(root, 'project');
  const groups = [tableIn(root, 'project', 'optional-dependencies'), tableIn(root, 'dependency-groups')];
  const found: Dependency[] = textsIn(project?.get('dependencies')).flatMap((line) => requirement(line, false));
  for (const group of groups)
    for (const list of group?.values() ?? []) found.push(...textsIn(list).flatMap((line) => requirement(line, true)));
  const poetry = tableIn(root, 'tool', 'poetry');
  if (poetry !== undefined) found.push(...poetryDependencies(poetry));
  return { dependencies: cleaned(found), members: [] };
}

function poetryDependencies(poetry: TomlTable): readonly Dependency[] {
  const groups = [...(tableIn(poetry, 'group')?.values() ?? [])];
  const dev = [
    tableIn(poetry, 'dev-dependencies'),
    ...groups.map((one) => one instanceof Map && tableIn(one, 'dependencies')),
  ];
  const read = (table: TomlTable | false | undefined, isDev: boolean): readonly Dependency[] =>
    [...(table || [])]
      .filter(([name]) => name !== 'python')
      .map(([name, value]) => ({
        ...named(name, rangeOf(value), isDev),
        ...(isSource(value) && { isElsewhere: true }),
      }));
  return [...read(tableIn(poetry, 'dependencies'), false), ...dev.flatMap((table) => read(table, true))];
}

/** `{ git = … }`, `{ path = … }` or `{ url = … }`: not from the registry. */
function isSource(value: TomlValue): boolean {
  return value instanceof Map && ['git', 'path', 'url'].some((key) => value.has(key));
}

function rangeOf(value: TomlValue): string {
  const said = value instanceof Map ? value.get('version') : value;
  return typeof said === 'string' && said !== '*' ? said : '';
}

/** The dependencies in requirements.txt; options, URLs and files of further requirements are left out. Never throws. */
export function readRequirements(text: string): Manifest {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, '').trim());
  return { dependencies: cleaned(lines.flatMap((line) => requirement(line, false))), members: [] };
}

/** `name[extra] >=1,<2 ; marker`, as PEP 508 has it. */
function requirement(line: string, isDev: boolean): readonly Dependency[] {
  if (line.length > 1_000) return [];
  const [, name, behind = ''] = /^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(line) ?? [];
  if (name === undefined) return [];
  const range =
    (behind.split(';', 1)[0] as string)
      .split(' --', 1)[0]
      ?.replace(/[()\\]/g, '')
      .trim() ?? '';
  return /^(?:[<>=!~]|$)/.test(range)
    ? [named(name, range, isDev)]
    : range.startsWith('@')
      ? [{ ...named(name, '', isDev), isElsewhere: true }]
      : [];
}

function named(name: string, range: string, isDev: boolean): Dependency {
  const exact = /^={2,3}\s*([^\s,*]+)$/.exec(range)?.[1];
  return {
    ...{ ecosystem: 'pypi', name: pypiName(name), isDev },
    ...(range !== '' && range.length <= 100 && { range }),
    ...(exact !== undefined && isPlainVersion(exact) && { exact }),
  };
}

/** The versions in poetry.lock, uv.lock or Cargo.lock: each is a list of `[[package]]`. Never throws. */
export function readPackageList(text: string): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const entry of tablesIn(parseToml(text).get('package'))) {
    const [name, version] = [entry.get('name'), entry.get('version')];
    // The first of two versions is the older one, and the project's own is mostly the newer.
    if (typeof name === 'string' && typeof version === 'string' && isPlainVersion(version)) versions.set(name, version);
  }
  return versions;
}

/** The metadata of an installed distribution. */
export interface DistributionFacts {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** Its documentation, else its home. */
  readonly homepage?: string | undefined;
}

/** The facts in METADATA (or PKG-INFO) of an installed distribution; its description is not looked at. Never throws. */
export function readMetadata(text: string): DistributionFacts {
  const head = text.slice(0, 100_000).split(/\r?\n\r?\n/, 1)[0] as string;
  const fields = head.split(/\r?\n/).flatMap((line) => {
    const [, key, value] = /^([A-Za-z-]{1,40}):[ \t]*(.*)$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value] as const];
  });
  const first = (key: string): string | undefined => fields.find(([name]) => name === key)?.[1];
  const links = fields.flatMap(([key, value]) => {
    const comma = value.indexOf(',');
    return key === 'project-url' && comma > 0
      ? [
          [
            value
              .slice(0, comma)
              .trim()
              .toLowerCase()
              .replace(/[\s_-]/g, ''),
            value.slice(comma + 1),
          ] as const,
        ]
      : [];
  });
  const link = (...labels: readonly string[]): string | undefined =>
    links.find(([label]) => labels.includes(label))?.[1];
  const url = link('documentation', 'docs') ?? link('homepage', 'home') ?? first('home-page');
  const [name, version] = [first('name'), first('version')];
  return {
    ...(name !== undefined && { name: pypiName(name) }),
    ...(version !== undefined && isPlainVersion(version) && { version }),
    ...(url !== undefined && { homepage: webUrl(url) }),
  };
}
