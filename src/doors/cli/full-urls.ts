// Addresses that were typed without their scheme, as URLs.
import { hideSecrets } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';
import type { Settings } from '../../settings.ts';

/** The words of a command that is about URLs, each address with its scheme; a line on standard error says what it was taken for. */
export async function fullUrls(
  words: readonly string[],
  settings: Pick<Settings, 'providers'>,
): Promise<readonly string[]> {
  if (words.every((word) => /^https?:/i.test(word))) return words;
  const { addressMeant } = await import('../../app/crawl/target-word.ts');
  return words.map((word) => {
    const url = addressMeant(word, settings);
    if (url !== undefined) process.stderr.write(`${printable(hideSecrets(`docent: ${word} is read as ${url}`))}\n`);
    return url ?? word;
  });
}

/** As `fullUrls`, of one word. */
export async function fullUrl(word: string, settings: Pick<Settings, 'providers'>): Promise<string> {
  return (await fullUrls([word], settings))[0] as string;
}
