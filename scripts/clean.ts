// Removes dist/ so that no file of an earlier build survives into a package.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
