// Images and drawings: what they say in place of what they show (E3).
import { isElement } from '../node.ts';
import { type Enter, skip } from './element-action.ts';
import { lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterImage: Enter = (writer, { attribs }) => {
  pushLabel(writer, attribs.alt);
  return skip;
};

/** A drawing that says it is an image, by its label or its title. */
export const enterDrawing: Enter = (writer, element) => {
  const { role, 'aria-label': label } = element.attribs;
  const title = element.children.find((child) => isElement(child) && child.name === 'title');
  if (label !== undefined) pushLabel(writer, label);
  else if (role === 'img' && isElement(title)) pushLabel(writer, lineOf(title));
  return skip;
};

function pushLabel(writer: MarkdownWriter, text: string | undefined): void {
  const label = text?.trim();
  if (label) writer.text(`[${writer.options.imageLabel}: ${label}]`);
}
