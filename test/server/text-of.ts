// What a reader sees of a page.

/** The text of a page: without tags and double spaces; an address that may break into lines is whole. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<wbr\s*\/?>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}
