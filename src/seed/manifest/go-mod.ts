// go.mod: the modules a project requires itself, with the version it builds with.
import { cleaned, type Dependency, isPlainVersion, type Manifest } from './dependency.ts';

/** The dependencies in go.mod; modules that only others require (`// indirect`) are left out. Never throws. */
export function readGoMod(text: string): Manifest {
  const found: Dependency[] = [];
  let block = '';
  for (const line of text.split(/\r?\n/)) {
    const [code = '', ...remarks] = line.slice(0, 1_000).split('//');
    const words = code.trim().split(/\s+/);
    if (block === '' && words.length === 2 && words[1] === '(') block = words[0] as string;
    else if (block !== '' && words[0] === ')') block = '';
    else {
      const [name, version] =
        block === 'require' ? words : words[0] === 'require' && block === '' ? words.slice(1) : [];
      const isDirect = !/^\s*indirect\b/.test(remarks.join('//'));
      if (name !== undefined && version !== undefined && isDirect) found.push(moduleOf(unquoted(name), version));
    }
  }
  return { dependencies: cleaned(found), members: [] };
}

function moduleOf(name: string, version: string): Dependency {
  return { ecosystem: 'go', name, range: version, isDev: false, ...(isPlainVersion(version) && { exact: version }) };
}

function unquoted(text: string): string {
  return text.replace(/^(["`])(.*)\1$/, '$2');
}
