// How many planted instructions are flagged, and how many chunks of real documentation are (A5). `--show` prints the flagged chunks.
import { existsSync, readFileSync } from 'node:fs';
import { chunkPage } from '../src/chunk/chunks.ts';
import { extractPage } from '../src/extract/extract-page.ts';
import { inspectText } from '../src/search/untrusted/untrusted.ts';
import { blindPlants, nearMisses } from '../test/untrusted/blind.ts';
import { latePlants, obliquePlants } from '../test/untrusted/late.ts';
import { hardPlants, plants } from '../test/untrusted/plants.ts';
import { type DebianDocs, debianDocs, fetchDocs, pagesBelow } from './debian-docs.ts';

/** In per cent. */
const leastPlants = 95;
const mostChunks = 0.5;

const docs: readonly DebianDocs[] = [
  ...debianDocs,
  { name: 'sqlite3-doc', html: 'usr/share/doc/sqlite3' },
  { name: 'apache2-doc', html: 'usr/share/doc/apache2-doc/manual' },
];
const show = process.argv.includes('--show');

const passages = Object.entries(plants).flatMap(([category, list]) => list.map((text) => ({ category, text })));
const missed = passages.filter(({ text }) => inspectText(text).flags.length === 0);
const found = (100 * (passages.length - missed.length)) / passages.length;
console.log(`planted: ${passages.length - missed.length} of ${passages.length} flagged (${found.toFixed(1)} %)`);
for (const { category, text } of missed) console.log(`  missed, ${category}: ${JSON.stringify(text).slice(0, 120)}`);

const others: readonly (readonly [string, readonly string[]])[] = [
  ['hard ones', hardPlants],
  ['blind ones', Object.values(blindPlants).flat()],
  ['late ones', Object.values(latePlants).flat()],
  ['oblique ones', obliquePlants],
  ['near misses', nearMisses],
];
for (const [name, texts] of others) {
  const count = texts.filter((text) => inspectText(text).flags.length > 0).length;
  console.log(`${name}: ${count} of ${texts.length} flagged (${((100 * count) / texts.length).toFixed(1)} %)`);
}

const seen = new Set<string>();
const rules = new Map<string, number>();
let flagged = 0;
let cpu = 0;
let characters = 0;
for (const package_ of docs) {
  const before = { chunks: seen.size, flagged };
  const folder = fetchDocs(package_);
  for (const path of pagesBelow(folder)) {
    if (!existsSync(path)) continue; // a link to a file of another package
    const page = await extractPage(readFileSync(path), { url: `https://docs.test${path.slice(folder.length)}` });
    for (const { text, hash } of chunkPage(page.blocks, page)) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      inspect(text, path);
    }
  }
  const chunks = seen.size - before.chunks;
  const share = (100 * (flagged - before.flagged)) / chunks;
  console.log(`${package_.name}: ${flagged - before.flagged} of ${chunks} chunks flagged (${share.toFixed(3)} %)`);
}

function inspect(text: string, path: string): void {
  const start = process.cpuUsage();
  const inspected = inspectText(text);
  const { user, system } = process.cpuUsage(start);
  cpu += user + system;
  characters += text.length;
  if (inspected.flags.length === 0) return;
  flagged++;
  for (const rule of inspected.rules) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  if (show)
    console.log(`  ${inspected.rules.join(', ')}: ${path.split('/').at(-1)}: ${JSON.stringify(text).slice(0, 300)}`);
}

const share = (100 * flagged) / seen.size;
const often = [...rules].toSorted((a, b) => b[1] - a[1]).map(([rule, count]) => `${rule} ${count}`);
console.log(`real: ${flagged} of ${seen.size} different chunks flagged (${share.toFixed(3)} %): ${often.join(', ')}`);
console.log(`${(cpu / seen.size).toFixed(0)} µs of CPU a chunk, ${(characters / cpu).toFixed(1)} MB a second`);
process.exitCode = found < leastPlants || share > mostChunks ? 1 : 0;
