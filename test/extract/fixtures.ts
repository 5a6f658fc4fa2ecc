// The fixture folders: a small page, the Markdown that a careful writer expects of it, and options where it needs any.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The fields of `options.json`; each has a default. */
export interface FixtureOptions {
  readonly selector?: string;
  readonly remove?: readonly string[];
  readonly keepLinks: boolean;
  readonly imageLabel: string;
  readonly url: string;
}

export interface Fixture {
  readonly name: string;
  readonly html: string;
  /** Undefined when the folder has none, which is a failure. */
  readonly expected: string | undefined;
  readonly options: FixtureOptions;
}

const folder = fileURLToPath(new URL('pages/', import.meta.url));

const defaults: FixtureOptions = Object.freeze({
  keepLinks: false,
  imageLabel: 'image',
  url: 'https://docs.example.org/guide/page.html',
});

const knownOptions: ReadonlySet<string> = new Set(['selector', 'remove', 'keepLinks', 'imageLabel', 'url']);

/** Every fixture, by name. Throws when a folder has no page or an unknown option. */
export function readFixtures(): readonly Fixture[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFixture(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function readFixture(name: string): Fixture {
  const read = (file: string): string | undefined => {
    const path = `${folder}${name}/${file}`;
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const html = read('page.html');
  if (html === undefined) throw new Error(`test/extract/pages/${name} has no page.html`);
  const own = JSON.parse(read('options.json') ?? '{}') as Partial<FixtureOptions>;
  const unknown = Object.keys(own).find((key) => !knownOptions.has(key));
  if (unknown !== undefined) throw new Error(`test/extract/pages/${name}/options.json: unknown option ${unknown}`);
  return { name, html, expected: read('expected.md'), options: { ...defaults, ...own } };
}
