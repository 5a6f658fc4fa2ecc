// Restores a backup and ends itself with SIGKILL just before its n-th change of the file system.
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [file = '', data = '', last = ''] = process.argv.slice(2);
let n = 0;
for (const name of ['copyFile', 'cp', 'link', 'mkdir', 'open', 'readdir', 'rename', 'rm', 'rmdir'] as const) {
  const act = files[name] as (...args: unknown[]) => unknown;
  Object.assign(files, {
    [name]: (...args: unknown[]) => {
      if (++n === Number(last)) process.kill(process.pid, 'SIGKILL');
      return act(...args);
    },
  });
}
syncBuiltinESMExports();
const { restoreData } = await import('../../src/doors/library/backup.ts');
await restoreData({ file, data, force: true });
