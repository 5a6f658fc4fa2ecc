// pom.xml: the artifacts a project depends on, with properties put in; read as a stream, never a tree.
import { Parser } from 'htmlparser2';
import { cleaned, type Dependency, isPlainVersion, type Manifest } from './dependency.ts';

/** No project is nested deeper: reading ends there, because the parser's own list of open tags costs more with each of them. */
const DEEPEST = 64;
const LONGEST = 300;
const MOST_PROPERTIES = 5_000;
/** A property may refer to another one, at most this many times in a row. */
const MOST_STEPS = 8;

type Fields = Map<string, string>;

/** The dependencies in pom.xml. Versions come from the dependency, else from dependencyManagement of the same file. Never throws. */
export function readPom(text: string): Manifest {
  const { dependencies, managed, properties, modules } = scan(text);
  const filled = (said: string | undefined): string => fill(said ?? '', properties);
  const nameOf = (one: Fields): string => `${filled(one.get('groupId'))}:${filled(one.get('artifactId'))}`;
  const versions = new Map(managed.map((one) => [nameOf(one), filled(one.get('version'))]));
  const found = dependencies.map((one): Dependency => {
    const name = nameOf(one);
    const version = filled(one.get('version')) || (versions.get(name) ?? '');
    const isKnown = version !== '' && !version.includes('${');
    return {
      ...{ ecosystem: 'maven', name, isDev: one.get('scope') === 'test' },
      ...(isKnown && { range: version }),
      ...(isKnown && isPlainVersion(version) && { exact: version }),
    };
  });
  return { dependencies: cleaned(found), members: modules };
}

interface Scanned {
  readonly dependencies: Fields[];
  readonly managed: Fields[];
  readonly properties: Fields;
  readonly modules: string[];
}

function scan(text: string): Scanned {
  const found: Scanned = { dependencies: [], managed: [], properties: new Map(), modules: [] };
  const path: string[] = [];
  let value = '';
  let current: Fields | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        if (path.length > DEEPEST) parser.pause();
        value = '';
        const at = path.join('/');
        if (at === DEPENDENCY || at === MANAGED) current = new Map();
      },
      ontext(piece) {
        if (value.length < LONGEST) value += piece;
      },
      onclosetag() {
        close(path.join('/'), value.trim());
        path.pop();
        value = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const close = (at: string, said: string): void => {
    const name = at.slice(at.lastIndexOf('/') + 1);
    const above = at.slice(0, -name.length - 1);
    if (at === DEPENDENCY && current) found.dependencies.push(current);
    else if (at === MANAGED && current) found.managed.push(current);
    else if (above === DEPENDENCY || above === MANAGED) current?.set(name, said);
    else if (above === 'project/properties' && found.properties.size < MOST_PROPERTIES)
      found.properties.set(name, said);
    else if (at === 'project/modules/module' && found.modules.length < 1_000) found.modules.push(said);
    else if (at === 'project/version' || at === 'project/groupId') found.properties.set(`project.${name}`, said);
    else if (above === 'project/parent' && !found.properties.has(`project.${name}`))
      found.properties.set(`project.${name}`, said);
    if (at === DEPENDENCY || at === MANAGED) current = undefined;
  };
  parser.end(text);
  return found;
}

const DEPENDENCY = 'project/dependencies/dependency';
const MANAGED = 'project/dependencyManagement/dependencies/dependency';

function fill(text: string, properties: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let step = 0; step < MOST_STEPS && filled.includes('${') && filled.length <= LONGEST; step++)
    filled = filled.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);
  return filled.length > LONGEST ? '' : filled;
}
