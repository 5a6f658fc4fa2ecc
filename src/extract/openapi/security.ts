// How calls are authorised: what an operation requires, and the schemes of a document.
import type { References } from './references.ts';
import { codeCell, inlineCode, type SectionWriter, textCell } from './section-writer.ts';
import { entriesOf, type Fields, listOf, textValueOf } from './values.ts';

const maxShown = 20;

/** `api_key`, or `oauth` (read, write) and `app`; undefined when nothing is set, `none` when nothing is needed. */
export function securityOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const ways = value.slice(0, maxShown).map((way) =>
    entriesOf(way)
      .slice(0, maxShown)
      .map(([name, scopes]) => {
        const listed = listOf(scopes)
          .slice(0, maxShown)
          .map(textValueOf)
          .filter((scope) => scope !== undefined);
        return listed.length === 0 ? inlineCode(name) : `${inlineCode(name)} (${listed.map(inlineCode).join(', ')})`;
      })
      .join(' and '),
  );
  if (ways.length === 0) return 'none';
  return ways.map((way) => (way === '' ? 'none' : way)).join(', or ');
}

/** One table of all schemes. */
export function writeSchemes(schemes: unknown, references: References, writer: SectionWriter): void {
  const rows = entriesOf(schemes)
    .slice(0, 200)
    .map(([name, value]) => {
      const fields = references.follow(value).fields ?? {};
      return [codeCell(name), textCell(kindOf(fields)), writer.cell(textValueOf(fields.description))];
    });
  if (rows.length === 0) return;
  writer.heading(2, 'Security schemes', {
    anchor: 'security-schemes',
    names:
      rows.length > 0
        ? entriesOf(schemes)
            .slice(0, 200)
            .map(([name]) => name)
        : [],
  });
  writer.table(['Name', 'Type', 'Description'], rows);
}

function kindOf(fields: Fields): string {
  const type = textValueOf(fields.type) ?? 'unknown';
  const parts = [
    textValueOf(fields.scheme),
    textValueOf(fields.bearerFormat),
    textValueOf(fields.flow),
    ...entriesOf(fields.flows).map(([flow]) => flow),
  ];
  const shown = parts.filter((part) => part !== undefined).slice(0, maxShown);
  const where = textValueOf(fields.in);
  const named = where === undefined ? '' : ` in ${where} ${textValueOf(fields.name) ?? ''}`;
  return `${type}${named}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}
