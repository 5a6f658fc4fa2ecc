// The providers inside a configuration file, YAML or JSON: found by id, changed field by field, written back with the rest as it was.
import type { Document, Node, YAMLMap, YAMLSeq } from 'yaml';
import { ConfigError } from '../../core/errors.ts';
import { loadYaml, parseConfigDocument } from '../../core/options/config-document.ts';
import { isMapping } from '../../core/options/resolve.ts';
import { nestedPolicy } from '../../seed/nested-policy.ts';
import { idKey } from '../../seed/provider.ts';
import { writeYaml } from './config-file-yaml.ts';

export type RawPolicy = Readonly<Record<string, unknown>>;

/** A dotted name of a policy's field, such as `tos.verdict`, and what it becomes; undefined takes it out. */
export type FieldChange = readonly [field: string, value: unknown];

export interface ProviderList {
  ids(): readonly string[];
  /** The policy as it is written, dotted names in their sections; undefined when there is none of that id. Throws as `nestedPolicy`. */
  get(id: string): RawPolicy | undefined;
  /** Throws DOC_CONFIG where the file is of a form that cannot be changed. */
  add(policy: RawPolicy): void;
  change(id: string, changes: readonly FieldChange[]): void;
  remove(id: string): boolean;
  /** Where a value of the policy is, in words: `docent.yml, line 4`. */
  where(id: string, at: readonly (string | number)[]): string;
  /** The file's content now, and its text. */
  content(): unknown;
  text(): string;
}

/** Lists of this length and less are written in one line. */
const ONE_LINE = 72;

/** Opens the text of a file; an empty one holds no providers. Throws DOC_CONFIG for a text that is neither YAML nor JSON. */
export function openProviderList(path: string, text: string): ProviderList {
  const { where, content } = parseConfigDocument(path, text);
  if (content !== null && content !== undefined && typeof content !== 'object')
    throw new ConfigError([`${path} must hold settings such as "robots_dialect: rfc9309"`]);
  const list = new YamlProviders(path, text);
  return {
    ids: () => list.ids(),
    get: (id) => list.get(id),
    add: (policy) => list.add(policy),
    change: (id, changes) => list.change(id, changes),
    remove: (id) => list.remove(id),
    where: (id, at) => where([...list.placeOf(id), ...at]),
    content: () => list.document.toJS({ maxAliasCount: -1 }) as unknown,
    text: () => list.text(),
  };
}

class YamlProviders {
  readonly document: Document;
  readonly #yaml = loadYaml();
  readonly #path: string;
  readonly #before: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#before = text;
    this.document = this.#yaml.parseDocument(text, { prettyErrors: false });
  }

  ids(): readonly string[] {
    const { isMap, isSeq } = this.#yaml;
    const node = this.#node();
    const items: readonly unknown[] = isSeq(node) ? node.items : [node];
    return items.flatMap((item) => (isMap(item) ? [String(item.get('provider_id'))] : []));
  }

  get(id: string): RawPolicy | undefined {
    const policy = this.#find(id)?.toJS(this.document, { maxAliasCount: -1 }) as unknown;
    return isMapping(policy) ? nestedPolicy(policy, () => this.#path) : undefined;
  }

  /** The way to a policy inside the file. */
  placeOf(id: string): readonly (string | number)[] {
    const root = this.#isBare() ? [] : ['providers'];
    const list = this.#node();
    const index = this.#yaml.isSeq(list) ? list.items.indexOf(this.#find(id)) : -1;
    return index < 0 ? root : [...root, index];
  }

  add(policy: RawPolicy): void {
    this.#list().add(this.#nodeOf(policy));
  }

  change(id: string, changes: readonly FieldChange[]): void {
    const policy = this.#find(id);
    if (policy === undefined) throw this.#unfit(`it holds no provider "${id}"`);
    for (const [field, value] of changes) {
      const [section, inner] = field.split('.', 2) as [string, string?];
      if (inner === undefined || policy.has(field)) this.#set(policy, field, value);
      else this.#setInside(policy, section, inner, value);
    }
  }

  remove(id: string): boolean {
    const policy = this.#find(id);
    const list = this.#node();
    if (policy === undefined) return false;
    if (this.#yaml.isSeq(list)) {
      list.items.splice(list.items.indexOf(policy), 1);
      // A block list cannot be empty.
      if (list.items.length === 0) list.flow = true;
    } else if (this.#isBare()) throw this.#unfit('it holds nothing but this provider; delete the file');
    else this.document.delete('providers');
    return true;
  }

  text(): string {
    if (isJson(this.#before, this.#path)) {
      const indent = /^[[{]\r?\n([ \t]+)/.exec(this.#before.trimStart())?.[1] ?? '  ';
      return `${JSON.stringify(this.document.toJS(), null, indent)}${/[^\n]$/.test(this.#before) ? '' : '\n'}`;
    }
    return writeYaml(this.#yaml, this.document, this.#before, this.#path);
  }

  /** A section is made where there is none, and removed with its last field. */
  #setInside(policy: YAMLMap, section: string, inner: string, value: unknown): void {
    const there = policy.get(section, true) as unknown;
    if (value === undefined && !this.#yaml.isMap(there)) return;
    if (!this.#yaml.isMap(there)) {
      if (this.#yaml.isAlias(there)) throw this.#unfit(`${section} is an alias; edit it by hand`);
      policy.set(section, this.#nodeOf({ [inner]: value }));
      return;
    }
    this.#set(there, inner, value);
    if (there.items.length === 0) policy.delete(section);
  }

  /** The comment at a value is kept with it, and so are those inside a list. */
  #set(map: YAMLMap, name: string, value: unknown): void {
    const { isScalar, isSeq } = this.#yaml;
    if (value === undefined) {
      map.delete(name);
      return;
    }
    const before = map.get(name, true) as unknown;
    if (Array.isArray(value) && isSeq(before)) {
      this.#setItems(before, value);
      return;
    }
    const node = this.#nodeOf(value);
    if (isScalar(before) && isScalar(node)) {
      node.comment = before.comment ?? null;
      node.commentBefore = before.commentBefore ?? null;
      if (typeof before.value === typeof node.value && before.type !== undefined) node.type = before.type;
    }
    map.set(name, node);
  }

  #setItems(list: YAMLSeq, values: readonly unknown[]): void {
    const { isScalar } = this.#yaml;
    const known = new Map(list.items.flatMap((item) => (isScalar(item) ? [[item.value, item] as const] : [])));
    list.items = values.map((value) => known.get(value) ?? this.#nodeOf(value));
  }

  #nodeOf(value: unknown): Node {
    const node = this.document.createNode(value, { aliasDuplicateObjects: false });
    this.#yaml.visit(node, {
      Seq: (_, list) => {
        list.flow = JSON.stringify(list).length <= ONE_LINE;
      },
    });
    return node;
  }

  /** The list of providers; made where there is none, and of a single one. */
  #list(): YAMLSeq {
    const { isSeq, isMap } = this.#yaml;
    const node = this.#node();
    if (isSeq(node)) return node;
    const list = this.document.createNode(isMap(node) ? [node] : []) as YAMLSeq;
    if (this.#isBare()) this.document.contents = list;
    else if (this.document.contents === null || this.document.toJS() === null)
      this.document.contents = this.document.createNode({ providers: list }) as never;
    else this.document.set('providers', list);
    return list;
  }

  #node(): unknown {
    const { contents } = this.document;
    if (this.#isBare()) return contents;
    const node: unknown = this.#yaml.isMap(contents) ? contents.get('providers', true) : undefined;
    if (this.#yaml.isAlias(node)) throw this.#unfit('providers is an alias; edit it by hand');
    return node;
  }

  /** A file that is a policy, or a list of them, and nothing else. */
  #isBare(): boolean {
    const { contents } = this.document;
    return this.#yaml.isSeq(contents) || (this.#yaml.isMap(contents) && contents.has('provider_id'));
  }

  #find(id: string): YAMLMap | undefined {
    const { isMap, isSeq, isAlias } = this.#yaml;
    const node = this.#node();
    for (const item of isSeq(node) ? node.items : [node]) {
      const policy = isAlias(item) ? item.resolve(this.document) : item;
      if (!isMap(policy) || idKey(String(policy.get('provider_id'))) !== idKey(id)) continue;
      if (isAlias(item)) throw this.#unfit(`provider "${id}" is an alias; edit it by hand`);
      return policy;
    }
    return undefined;
  }

  #unfit(why: string): ConfigError {
    return new ConfigError([`${this.#path}: ${why}`]);
  }
}

/** A file is written in the form it was in, a new one in that of its name. */
function isJson(text: string, path: string): boolean {
  if (text.trim() === '') return /\.json$/i.test(path);
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // flow-style YAML
  }
}
