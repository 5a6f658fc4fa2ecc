// What a kind of element does when the walk meets it.
import type { Element } from '../node.ts';
import type { MarkdownWriter } from './writer.ts';

/** Called when the element ends. */
export type Leave = (writer: MarkdownWriter, element: Element) => void;

/** Nothing inside the element is looked at. */
export const skip = Symbol('skip');

/** `undefined`: what is inside follows, and nothing is to be done at its end. */
export type Enter = (writer: MarkdownWriter, element: Element) => Leave | typeof skip | undefined;

/** For elements on lines of their own. */
export const endBlock: Leave = (writer) => writer.flush();

/** For stretches of text with marks around them. */
export const endMark: Leave = (writer) => writer.inline.close();
