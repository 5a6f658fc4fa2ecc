// Figures and their captions, in the order the page has them (E3).
import { type Enter, endBlock } from './element-action.ts';

export const enterFigure: Enter = () => endBlock;

/** A caption is a paragraph of its own, where it stands; a table's stands above it. */
export const enterCaption: Enter = () => endBlock;
