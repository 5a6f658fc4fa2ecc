// U8 (first half): the template of a path, so that an endless row of like pages can be counted.

/** What varies from page to page without meaning another kind of page. */
const VARYING: readonly (readonly [RegExp, string])[] = Object.freeze([
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{uuid}'],
  [/\b[0-9a-f]{16,}\b/gi, '{hash}'],
  [/\d+/g, '{n}'],
]);

/** The path with digits, dates, uuids and hashes replaced; undefined when nothing varies. */
export function templateOf(path: string): string | undefined {
  const template = VARYING.reduce((text, [pattern, word]) => text.replace(pattern, word), path);
  return template === path ? undefined : template;
}
