// Where sources join names onto folders: nothing but the store joins one onto the store's address, and one file alone onto the data folder.

/** What a source uses of node:path. */
const PATH_IMPORT = /import \{([^}]*)\} from 'node:path';/;
/** `${folder}/name`, and `folder + '/name'`. */
const IN_TEXT = /\$\{([^}]+)\}[/\\]|\b([\w.]+) \+ ['"`][/\\]/g;
/** An expression for the store's address or for this machine's own folder. */
const OWN = /\b(?:settings|options|current)\.data\b|\.address\b|\baddress\.folder\b|\bstore\.name\b|\bplaceFolders\(/;
/** How parts of settings and places are called once they are taken out. */
const OWN_NAME = /^(?:data|address)$/;
/** A word of a caller, or a file that a configuration names, is joined onto the working folder. */
const WORKING = /(?:^|\.)cwd\b/;

/** What the functions `join` and `resolve` of node:path join names onto in a source, in order; not what they make of one path alone. */
export function joinedOnto(source: string): readonly string[] {
  const imported =
    PATH_IMPORT.exec(source)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const names = ['join', 'resolve'].filter((name) => imported.includes(name));
  if (names.length === 0) return [];
  const calls = source.matchAll(new RegExp(`(?<![.\\w])(?:${names.join('|')})\\(`, 'g'));
  return [...calls].flatMap(({ index, 0: { length } }) => {
    const [first = '', ...more] = argumentsAt(source, index + length);
    return more.length > 0 || first.startsWith('...') ? [first] : [];
  });
}

/** The arguments of a call, as they are written, from behind its bracket. */
function argumentsAt(source: string, from: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = from;
  for (let at = from; at < source.length; at++) {
    const sign = source[at] as string;
    if (depth === 0 && (sign === ',' || sign === ')')) {
      const argument = source.slice(begin, at).trim();
      if (argument !== '') found.push(argument);
      if (sign === ')') return found;
      begin = at + 1;
    }
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign)) depth--;
  }
  return found;
}

/** Places in a source that join a name onto the store's address or the data folder. */
export function joinsOntoOwn(source: string): readonly string[] {
  const given = [...source.matchAll(/\b(?:const|let) (\w+)[^=;\n]* = ([^;]*);/g)].flatMap(
    ([, name = '', value = '']) => (OWN.test(value) && !/[({]/.test(value) ? [name] : []),
  );
  const texts = [...source.matchAll(IN_TEXT)].map(([, inTemplate, added]) => (inTemplate ?? added ?? '').trim());
  return [...joinedOnto(source), ...texts].filter((one) => OWN.test(one) || OWN_NAME.test(one) || given.includes(one));
}

/** Whether a source joins names onto anything but the working folder. */
export function joinsNames(source: string): boolean {
  return joinedOnto(source).some((one) => !WORKING.test(one));
}
