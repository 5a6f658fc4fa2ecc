// The rules of the rooms: which room may import which (docs/ARCHITECTURE.md), no cycles, no rooms without a meaning.
import { posix } from 'node:path';

/** Source text by path below src/. */
export type Sources = ReadonlyMap<string, string>;

const MIDDLE = [
  'seed',
  'frontier',
  'robots',
  'fetch',
  'extract',
  'chunk',
  'search',
  'watch',
  'forget',
  'channel',
  'requests',
];
const FLOORS = ['core', ...MIDDLE, 'crawl', 'store', 'robots.ts', 'extract.ts', 'settings.ts'];

/** The ports of a room: its main one, and those of single consumers (`port-chrome.ts`). */
const PORT = /^port(?:-[a-z]+)?\.ts$/;

/** How the store is entered; all else in it is an engine, which no file outside may import. */
const STORE_ENTRY = /^store\/(?:open-[a-z-]+|port(?:-[a-z]+)?)\.ts$/;

/** The pure rules of a room that every engine applies: how a URL's state changes, which words are near, how receipts are chained. */
const RULES = /^[a-z]+\/decide\/[a-z-]+\.ts$/;

/**
 * The faces of a room: the files by which others enter it, beside its ports. Any room may import any file of `core`; the store is
 * entered by STORE_ENTRY.
 */
export const FACES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  seed: [
    ...[
      'library.ts',
      'library-shape.ts',
      'limits.ts',
      'nested-policy.ts',
      'presets.ts',
      'provider.ts',
      'provider-fields.ts',
    ],
    ...['sitemap.ts', 'terms.ts'],
    ...below('manifest', 'cargo-toml', 'dependency', 'go-mod', 'package-json', 'places', 'pom-xml', 'python'),
  ],
  frontier: [
    ...['canonical.ts', 'politeness.ts', 'redirect.ts', 'scope.ts', 'template.ts', 'traps.ts'],
    ...below('decide', 'spend', 'turn'),
  ],
  robots: [
    ...['cache.ts', 'describe.ts', 'dialect.ts', 'dialects.ts', 'file.ts', 'gate.ts', 'get.ts', 'groups.ts'],
    ...['lint.ts', 'page-directives.ts', 'saved.ts'],
  ],
  fetch: [
    ...['address.ts', 'address-ranges.ts', 'api.ts', 'connect.ts', 'fail.ts', 'http.ts', 'own-headers.ts', 'page.ts'],
    ...['page-reply.ts', 'proxy.ts', 'retry.ts', 'site-clients.ts', 'webhook.ts'],
  ],
  extract: [
    ...['emails.ts', 'extract-page.ts', 'links-only.ts', 'near-duplicates.ts', 'outline.ts', 'page-caps.ts'],
    ...['declarations/markdown.ts', 'soft-error.ts', 'text.ts', 'version.ts'],
    ...below('edges', 'edge-cut', 'edge-places', 'edge-tally', 'learnt-text', 'page-edges'),
    ...[
      'html/content-selector.ts',
      'html/generator.ts',
      'html/markdown/fidelity.ts',
      'html/selector-hits.ts',
      'shell/shell.ts',
    ],
  ],
  chunk: ['chunks.ts', 'symbols.ts', 'tokens.ts'],
  search: [
    ...below('analyse', 'alike', 'analyser', 'query'),
    ...below('index', 'forward-entry', 'suggestions'),
    ...below('rank', 'ask', 'rank', 'weights', 'words'),
    ...below('answer', 'passage-order', 'quotation'),
    'untrusted/untrusted.ts',
  ],
  watch: [
    ...below(
      'report',
      'advice',
      'atom-feed',
      'change-report',
      'content-advice',
      'estimate',
      'markdown-report',
      'slack-message',
    ),
    ...below('alerts', 'alerts', 'bounds', 'health'),
    ...below('metrics', 'metric-families', 'metrics', 'prometheus', 'quality'),
    ...below('schedule', 'adaptive-interval', 'cron', 'cron-fields', 'schedule'),
    ...below('states', 'host-state', 'run-state', 'source-state'),
    ...below('webhooks', 'events', 'retry', 'signature', 'webhook'),
  ],
  channel: [
    ...['ask-api.ts', 'client.ts', 'has-it.ts', 'service-state.ts'],
    ...below('github', 'client', 'kept-tree', 'repository'),
  ],
  forget: ['forgettable.ts', 'decide/receipt-chain.ts'],
  requests: ['deadline.ts', 'kinds.ts'],
  crawl: [
    ...below('run', 'bounds', 'events', 'hub', 'patient-ledger', 'policy', 'run', 'status', 'supplier'),
    ...below('visit', 'answers', 'discover', 'link-watch', 'page-outcome', 'shell-outcome', 'spell-links'),
    ...below('read', 'read-links', 'read-pool', 'read-threads', 'reading'),
  ],
  app: [
    'log-for.ts',
    'place.ts',
    ...below('assistant', 'assistant', 'changes', 'fit-row', 'read-doc', 'row-place', 'shorten', 'store-reads'),
    ...below('backup', 'backup', 'restore'),
    ...below('bot', 'robots-in-use', 'public-request', 'robots-trial'),
    ...below('channel', 'channels'),
    'context7/answers.ts',
    ...below('crawl', 'live-runs', 'recrawl', 'run-anywhere', 'run-at-once', 'run-details', 'runs'),
    ...below('crawl', 'start-command', 'start-run', 'word-request'),
    ...below('crawl', 'target-word', 'targets'),
    ...below('demo', 'site'),
    ...below('export', 'export'),
    ...below('forget', 'forget'),
    ...below('probe', 'page-crawler', 'plan', 'read-one', 'robots-questions'),
    ...below(
      'providers',
      'add-seeds',
      'check',
      'config-file',
      'edit',
      'import',
      'policy-changes',
      'policy-text',
      'providers',
      'remarks',
      'sources',
    ),
    ...below('read', 'blocklist', 'data-check', 'is-crawled', 'libraries', 'no-crawl', 'questions'),
    ...below('read', 'hosts', 'inspect-url', 'reading', 'test-robots'),
    ...below('requests', 'accept-proposal', 'add-request', 'do-deletion', 'requests'),
    ...below('search', 'budget', 'judged', 'search'),
    ...below(
      'server',
      'effective-settings',
      'failures',
      'first-token',
      'live-settings',
      'sessions',
      'sign-in-code',
      'tokens',
    ),
    ...below(
      'server',
      'network-counts',
      'open-service',
      'process-metrics',
      'readiness',
      'kept-health',
      'make-backup',
      'reads/read-pool',
      'thread-reads',
    ),
    ...below(
      'server',
      'preview/preview',
      'probes/probe-pool',
      'served-addresses',
      'served-policies',
      'until-signal',
      'works/work-pool',
    ),
    ...below('server/reads', 'backup-reads', 'forget-reads', 'report-reads', 'request-reads'),
    ...below('suggest', 'local', 'suggest'),
    ...below('watch', 'alerts', 'deliveries', 'metrics', 'report', 'report-run', 'schedule', 'schedule-run'),
    ...below(
      'watch',
      'change-list',
      'chunk-list',
      'fetch-list',
      'overview',
      'quality',
      'schedule-start',
      'test-messages',
    ),
  ],
  /** What the library exports; nothing else enters a door. */
  doors: below('library', 'backup', 'docent', 'export', 'open-reader', 'page-crawler', 'search'),
});

function below(folder: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${folder}/${name}.ts`);
}

/** Files that doors print with: types, figures and words of the rooms below the app, in files that load nothing heavy. */
const PRINTED_WITH = [
  ...below('crawl/run', 'events', 'hub', 'status'),
  ...below('seed', 'library', 'provider', 'provider-fields', 'terms'),
  'requests/kinds.ts',
  'watch/alerts/alerts.ts',
  'watch/report/change-report.ts',
  ...below('watch/states', 'host-state', 'run-state', 'source-state'),
];

/**
 * The imports that each room or root file may have beside its own: rooms, or single files. `port` is the ports of any room, `rules`
 * what lies in `decide/` of any room.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = Object.freeze({
  core: [],
  ...Object.fromEntries(MIDDLE.map((room) => [room, ['core']])),
  crawl: ['core', ...MIDDLE],
  store: ['core', 'port', 'rules'],
  doors: ['core', 'settings.ts', 'app', ...PRINTED_WITH],
  'robots.ts': ['core', 'robots', 'fetch'],
  'extract.ts': ['core', 'extract', 'chunk'],
  'search.ts': ['core', 'app', 'doors'],
  'settings.ts': ['core', 'seed', 'robots', 'fetch', 'watch'],
  app: FLOORS,
  'index.ts': ['core', 'seed', 'crawl', 'robots.ts', 'settings.ts', 'app', 'doors'],
});

const MEANINGLESS = /^(?:utils?|helpers?|common|managers?|services?|base-.*)$/;
const STATEMENT = /^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*(['"])(.+?)\1|\bimport\s*\(\s*(['"`])(.+?)\3/gm;
/** A statement that loads a file together with its own. */
const LOADING = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s*)?(['"])(.+?)\1/gm;

const EXPORT_FROM = /^\s*export\b[^'";]*\bfrom\s*['"]/m;

/** All problems of these files, one line each. */
export function judge(sources: Sources): readonly string[] {
  const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
  const problems = [...sources.keys()].flatMap(meaninglessNames);
  for (const [from, targets] of imports)
    for (const to of targets) if (!isAllowed(from, to)) problems.push(`${from} may not import ${to}`);
  return [...problems, ...cycles(imports)];
}

/** Paths below src/ that a file imports, types and import() included; packages are not looked at, save docent itself. */
export function importsOf(path: string, text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const named = [...code.matchAll(STATEMENT)].map((match) => (match[2] ?? match[4]) as string);
  const own = named.filter((name) => /^\.|^docent(?:\/|$)/.test(name));
  return own.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name));
}

/** The files loaded together with these, themselves included: neither types nor later import() calls. */
export function loadedWith(files: readonly string[], sources: Sources): ReadonlySet<string> {
  const loaded = new Set(files);
  for (const path of loaded)
    for (const [, , name = ''] of (sources.get(path) ?? '').matchAll(LOADING))
      if (name.startsWith('.')) loaded.add(posix.join(posix.dirname(path), name));
  return loaded;
}

function roomOf(path: string): string {
  return path.split('/', 1)[0] as string;
}

function isAllowed(from: string, to: string): boolean {
  const allowed = mayImport[roomOf(from)];
  if (namesEngine(from, to)) return false;
  if (allowed === undefined || mayImport[roomOf(to)] === undefined) return false;
  if (roomOf(from) === roomOf(to)) return true;
  return (
    (allowed.includes(roomOf(to)) && isFace(to)) ||
    allowed.includes(to) ||
    (allowed.includes('port') && PORT.test(posix.basename(to))) ||
    (allowed.includes('rules') && RULES.test(to))
  );
}

function isFace(path: string): boolean {
  const room = roomOf(path);
  return PORT.test(posix.basename(path)) || (FACES[room]?.includes(path.slice(room.length + 1)) ?? true);
}

/** Faces that no file outside their room imports, or that do not exist: to be removed from the list. */
export function idleFaces(sources: Sources): readonly string[] {
  const entered = new Set(
    [...sources].flatMap(([path, text]) => importsOf(path, text).filter((to) => roomOf(to) !== roomOf(path))),
  );
  return Object.entries(FACES).flatMap(([room, files]) =>
    files.map((file) => `${room}/${file}`).filter((face) => !entered.has(face)),
  );
}

/** Whether a file outside the store imports an engine. */
function namesEngine(from: string, to: string): boolean {
  return roomOf(from) !== 'store' && roomOf(to) === 'store' && !STORE_ENTRY.test(to);
}

/**
 * Where programs around the sources, tests among them, import an engine; paths are below the repository. `src/store/` itself, its
 * tests included, is free to. A file of the store that exports an engine's names as its own is as bad.
 */
export function engineImports(files: Sources): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of files) {
    const inStore = path.startsWith('src/store/');
    for (const target of importsOf(path, text)) {
      const to = target.replace(/^src\//, '');
      if (!inStore && target.startsWith('src/store/') && !STORE_ENTRY.test(to))
        problems.push(`${path} may not import ${target}`);
    }
    if (inStore && STORE_ENTRY.test(path.slice('src/'.length)) && EXPORT_FROM.test(text))
      problems.push(`${path} may not export what another file exports`);
  }
  return problems;
}

function meaninglessNames(path: string): readonly string[] {
  const found = path.split('/').find((part) => MEANINGLESS.test(part.replace(/(?:\.test|\.contract)?\.tsx?$/, '')));
  return found === undefined ? [] : [`${path}: "${found}" does not describe what it holds`];
}

function cycles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) found.push(`import cycle: ${[...way.slice(at), path].join(' → ')}`);
    if (at >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}
