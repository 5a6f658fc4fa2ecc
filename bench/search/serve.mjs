// A process that does nothing but search, as a server would: how long its answers take, thread and quotation included, and how much memory it needs.
// Plain JavaScript: what Node.js loads to read TypeScript would count as memory, some 20 to 30 MB.
import { readFileSync } from 'node:fs';

const [folder = '', queriesFile = '', checkout = '../..'] = process.argv.slice(2);
const { openSearch } = await import(`${checkout}/dist/search.js`);
const queries = JSON.parse(readFileSync(queriesFile, 'utf8'));
const search = openSearch({ data: folder });
const times = [];
for (const round of [0, 1])
  for (const query of queries) {
    const start = performance.now();
    await search.search(query);
    // The first round warms up.
    if (round === 1) times.push(performance.now() - start);
  }
const rss = process.memoryUsage.rss();
await search.close();
times.sort((one, other) => one - other);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
console.log(JSON.stringify({ p50: at(0.5), p95: at(0.95), megabytes: rss / 1e6 }));
