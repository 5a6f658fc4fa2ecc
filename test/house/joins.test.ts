// The store's address is the store's business, and the server's own files are made in one file.
import { describe, expect, it } from 'vitest';
import { ownFileNames } from '../../src/app/server/own-files.ts';
import { filesBelow, readText } from '../support/repository.ts';
import { joinedOnto, joinsNames, joinsOntoOwn } from './joins.ts';

const OWN_FILES = 'app/server/own-files.ts';

/** Every file outside the store that joins names, and what it joins them onto. */
const JOINS: Readonly<Record<string, string>> = Object.freeze({
  [OWN_FILES]: 'the data folder',
  'app/demo/site.ts': 'the bundled site',
  'app/export/draft-name.ts': 'the folder that a caller has something written to',
  'app/export/file.ts': 'a path of a caller, to follow its links',
  'app/export/folder.ts': 'the folder of an export',
  'app/folder/folder-supplier.ts': 'a folder of documentation',
  'app/folder/folder-target.ts':
    'the folder that the data folder lies in: documentation is remembered by its way from there',
  'app/folder/left-out.ts': 'a folder of documentation',
  'app/folder/walk.ts': 'a folder of documentation',
  'app/github/spool.ts': 'the folder for temporary files',
  'app/package/installed-package.ts': 'a package',
  'app/package/package-supplier.ts': 'a package',
  'app/package/shipped.ts': 'a package',
  'app/server/works/backup-works.ts': 'the folder for backups',
  'app/suggest/installed.ts': 'a project of the caller',
  'app/suggest/local.ts': 'a project of the caller',
  'app/suggest/project-files.ts': 'a project of the caller',
  'app/suggest/project.ts': 'a project of the caller',
  'core/chromium.ts': 'the folders of programs',
  'core/file-lock.ts': 'the folder of the file that is locked',
  'doors/cli/commands/demo.ts': 'the folder for temporary files',
  'doors/cli/commands/doctor.ts': 'the folder that the data folder would be made in',
  'doors/cli/commands/serve-demo.ts': 'a temporary folder of its own',
});

const sources = new Map(
  filesBelow('src')
    .filter((path) => /(?<!\.test|\.contract)\.tsx?$/.test(path))
    .filter((path) => !path.startsWith('store/') && path !== 'settings.ts')
    .map((path) => [path, readText(`src/${path}`)] as const),
);

describe('outside the store and the settings', () => {
  it('no name is joined onto the address of a store, and onto the data folder in one file alone', () => {
    const found = [...sources].flatMap(([path, text]) => joinsOntoOwn(text).map((one) => `${path}: ${one}`));
    expect(found).toEqual([`${OWN_FILES}: data`]);
  });

  it('names are joined in files that say onto what', () => {
    const joining = [...sources].filter(([, text]) => joinsNames(text)).map(([path]) => path);
    expect(joining.toSorted()).toEqual(Object.keys(JOINS).toSorted());
  });

  it('the files of a server are named in one file', () => {
    const names = new RegExp(`['"\`](?:${ownFileNames.map((name) => RegExp.escape(name)).join('|')})['"\`]`);
    expect([...sources].filter(([, text]) => names.test(text)).map(([path]) => path)).toEqual([OWN_FILES]);
  });
});

describe('the judge', () => {
  const path = (body: string): string => `import { join, resolve } from 'node:path';\n${body}`;

  it.each([
    ['the data folder', "open(join(settings.data, 'tokens.json'));"],
    ['the folder of the address', "open(join(place.store.address.folder, 'docent.sqlite'));"],
    ['the name of the store', "rm(resolve(store.name, 'doorbell'));"],
    ['the option', "resolve(options.data, 'x')"],
    ['a part of settings', "const { data } = settings; open(join(data, 'x'));"],
    ['a name for it', "const folder = place.settings.data;\nopen(join(folder, 'x'));"],
    ['it in a text', `open(\`\${settings.data}/x\`);`],
    ['it with a text added', "open(settings.data + '/x');"],
    ['a folder of several', "open(join(placeFolders(place)[0], 'x'));"],
  ])('refuses a name that is joined onto %s', (_, body) => {
    expect(joinsOntoOwn(path(body))).toHaveLength(1);
  });

  it.each([
    ['a folder of documentation', "open(join(folder, 'index.md'));"],
    ['the working folder', "open(resolve(process.cwd(), word)); open(resolve(options.cwd ?? '.', name));"],
    ['a message that names the store', `throw new Error(\`no crawl in \${store.name}: begin one\`);`],
    ['lists of words', "print(names.join(', ')); Promise.resolve(settings.data);"],
  ])('lets %s be', (_, body) => {
    expect(joinsOntoOwn(path(body))).toEqual([]);
  });

  it('sees what names are joined onto', () => {
    expect(joinedOnto(path("join(dirname(a), b(c, d)); resolve(x); resolve(cwd, 'y'); join(...parts);"))).toEqual([
      ...['dirname(a)', 'cwd', '...parts'],
    ]);
    expect(joinedOnto('join(ledger, needs);')).toEqual([]);
    expect([joinsNames(path("resolve(cwd, 'y')")), joinsNames(path("join(folder, 'y')"))]).toEqual([false, true]);
  });
});
