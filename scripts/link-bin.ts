// Puts this checkout's own `docent` where npx looks first, so that `npx docent` starts at once and installs nothing.
import { existsSync, rmSync, symlinkSync } from 'node:fs';

const folder = new URL('../node_modules/.bin/', import.meta.url);
const link = new URL('docent', folder);

if (existsSync(folder) && process.platform !== 'win32') {
  rmSync(link, { force: true });
  symlinkSync('../../bin/docent.js', link);
}
