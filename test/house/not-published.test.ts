// docent is not published, and a package of its name may be somebody else's: nothing we write sends anybody to a registry for it.
import { expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

/** What would fetch a package of this name, or start one: in prose, messages and configurations. */
const FETCHES = [
  /\bnpx (?:-\S+ )*docent\b/,
  /\bnpm (?:install|i|add) (?:-\S+ )*docent\b/,
  /\b(?:pnpm|yarn|bun) (?:dlx |x |add |global add )(?:-\S+ )*docent\b/,
  /"?command"?\s*[:=]\s*"npx"/,
];

const files = [
  ...['README.md', 'CONTRIBUTING.md', 'package.json'],
  ...['docs', 'src', 'bin', 'demo', 'examples', 'assets', 'scripts'].flatMap((folder) =>
    filesBelow(folder)
      .filter((path) => /\.(?:md|tsx?|m?js|json|ya?ml|html|css)$/.test(path))
      .map((path) => `${folder}/${path}`),
  ),
];

it('A1: no document, message or written configuration takes docent from a registry', () => {
  const lines = files.flatMap((path) =>
    readText(path)
      .split('\n')
      .filter((line) => FETCHES.some((pattern) => pattern.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

it.each([
  'claude mcp add docent -- npx docent mcp',
  '"command": "npx", "args": ["-y", "docent"]',
  'npm install -g docent',
  'npx --yes docent demo',
])('finds %s', (line) => {
  expect(FETCHES.some((pattern) => pattern.test(line))).toBe(true);
});

it.each(['npm install -g .', 'npm install && npm run demo', 'claude mcp add docent -- docent mcp'])(
  'allows %s',
  (line) => {
    expect(FETCHES.some((pattern) => pattern.test(line))).toBe(false);
  },
);
