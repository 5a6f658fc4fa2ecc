// A URL that is parsed once and carried along; its parts are computed on first use.
import { hostKeyOf, parsePageUrl } from './host.ts';
import { joinKey, type KeyParts, type KeyPolicy, keyForm, keyPartsOf } from './key.ts';

/** A text that may be the URL of a page, for rules that look at it one after the other. It never changes. */
export class ParsedUrl {
  /** As it was written. */
  readonly text: string;
  readonly #url: URL | undefined;
  #path: string | undefined;

  /** Never throws. */
  constructor(text: string) {
    this.text = text;
    this.#url = parsePageUrl(text);
  }

  /** Whether it is the URL of a page: of a site, or of a file in a folder. */
  get isPage(): boolean {
    return this.#url !== undefined;
  }

  /** The path as it is requested; empty for a text that is not the URL of a page, as is the query. */
  get pathname(): string {
    return this.#url?.pathname ?? '';
  }

  /** The query with its `?`. */
  get search(): string {
    return this.#url?.search ?? '';
  }

  /** The path in the key's form (U2), with the slash that it ends with. */
  get path(): string {
    this.#path ??= keyForm(this.pathname);
    return this.#path;
  }

  /** The politeness clock, as `hostKey` names it (F4). */
  get host(): string {
    return this.#url === undefined ? this.text : hostKeyOf(this.#url);
  }

  /** As `urlKeyParts`. */
  keyParts(policy: KeyPolicy = {}): KeyParts | undefined {
    return this.#url && keyPartsOf(this.#url, this.path, policy);
  }

  /** As `urlKey`. */
  key(policy: KeyPolicy = {}): string {
    const parts = this.keyParts(policy);
    return parts === undefined ? this.text : joinKey(parts);
  }
}

/** The URL in parsed form; one that is parsed already is returned as it is. */
export function parsedUrl(url: string | ParsedUrl): ParsedUrl {
  return typeof url === 'string' ? new ParsedUrl(url) : url;
}
