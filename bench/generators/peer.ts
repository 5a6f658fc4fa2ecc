// The peer: Mozilla's Readability chooses the content, turndown with GitHub's additions writes Markdown.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { markdownFacts } from '../../test/extract/markdown-facts.ts';
import type { Output } from './judge/compare.ts';

interface Turndown {
  use(plugin: unknown): void;
  turndown(html: string): string;
}

/** Reads a page as the peer does; a page it finds no article in has no words. */
export function loadPeer(tools: string): (html: string) => Output {
  const require = createRequire(join(tools, 'package.json'));
  const TurndownService = require('turndown') as new (options: unknown) => Turndown;
  const { gfm } = require('turndown-plugin-gfm') as { gfm: unknown };
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  service.use(gfm);
  return (html) => {
    const { document } = parseHTML(html);
    const article = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0]).parse();
    const content = article?.content ?? '';
    return markdownFacts(content === '' ? '' : service.turndown(content));
  };
}
