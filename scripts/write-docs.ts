// `npm run docs`: writes the generated pages of docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { docsPages } from './docs-pages.ts';

const root = new URL('../', import.meta.url);

mkdirSync(new URL('docs/', root), { recursive: true });
for (const [path, text] of docsPages()) {
  writeFileSync(new URL(path, root), text);
  console.log(`wrote ${path}`);
}
