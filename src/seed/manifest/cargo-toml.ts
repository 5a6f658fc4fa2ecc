// Cargo.toml: the crates a project needs, of a target or of a workspace too.
import { cleaned, type Dependency, isPlainVersion, type Manifest } from './dependency.ts';
import { parseToml, type TomlTable, type TomlValue, tableIn, textsIn } from './toml.ts';

/** The dependencies in Cargo.toml; crates that lie beside it (`path`) are its own and left out. Never throws. */
export function readCargoToml(text: string): Manifest {
  const root = parseToml(text);
  const targets = [...(tableIn(root, 'target')?.values() ?? [])].filter((one) => one instanceof Map);
  const found = [root, ...targets].flatMap((place) => [
    ...crates(tableIn(place, 'dependencies'), false),
    ...crates(tableIn(place, 'build-dependencies'), true),
    ...crates(tableIn(place, 'dev-dependencies'), true),
  ]);
  const shared = crates(tableIn(root, 'workspace', 'dependencies'), false);
  return {
    dependencies: cleaned([...found, ...shared]),
    members: textsIn(tableIn(root, 'workspace')?.get('members')),
  };
}

function crates(table: TomlTable | undefined, isDev: boolean): readonly Dependency[] {
  return [...(table ?? [])].flatMap(([alias, value]) => {
    if (value instanceof Map && value.has('path')) return [];
    const renamed = value instanceof Map ? value.get('package') : undefined;
    return [crate(typeof renamed === 'string' ? renamed : alias, value, isDev)];
  });
}

function crate(name: string, value: TomlValue, isDev: boolean): Dependency {
  const said = value instanceof Map ? value.get('version') : value;
  const range = typeof said === 'string' && said.length <= 100 ? said : undefined;
  const exact = /^=\s*(\S+)$/.exec(range ?? '')?.[1];
  return {
    ...{ ecosystem: 'cargo', name, isDev, range },
    ...(exact !== undefined && isPlainVersion(exact) && { exact }),
    ...(value instanceof Map && value.has('git') && { isElsewhere: true }),
  };
}
