// Writes a changed YAML document so that unchanged lines stay as they were, to the byte.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Document, ToStringOptions } from 'yaml';
import { ConfigError } from '../../core/errors.ts';

type Yaml = typeof import('yaml');

/** The text of the document, as close to the text before as it goes. Throws DOC_CONFIG for a document that cannot be written. */
export function writeYaml(yaml: Yaml, document: Document, before: string, path: string): string {
  const original = before.replaceAll('\r\n', '\n');
  const style = styleOf(original);
  const untouched = yaml.parseDocument(original);
  const options = { ...style, lineWidth: 0 };
  let written: string;
  try {
    written = document.toString(options);
  } catch (error) {
    throw new ConfigError([`${path}: ${(error as Error).message}; edit it by hand`]);
  }
  const close = keepLines(original, untouched.toString(options), written);
  const isSame = (text: string): boolean => {
    const read = yaml.parseDocument(text);
    return read.errors.length === 0 && isDeepStrictEqual(read.toJS(), document.toJS());
  };
  const text = isSame(close) ? close : written;
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** How the file is written: its indentation, and whether lists of one line have room inside their brackets. */
function styleOf(text: string): ToStringOptions {
  const step = /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
  return {
    indent: step >= 2 && step <= 8 ? step : 2,
    indentSeq: !/^[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*- /m.test(text),
    flowCollectionPadding: !/: [[{][^\s\]}]/.test(text) && /[[{] /.test(text),
  };
}

/**
 * The written text, with the original lines before and after what was changed. The writer only moves white space about, so a place in what
 * it makes of the original is found there again by the characters in front of it.
 */
function keepLines(original: string, untouched: string, written: string): string {
  const [old, same, now] = [original.split('\n'), untouched.split('\n'), written.split('\n')] as const;
  const head = sharedLines(old, same, now);
  const [oldBack, sameBack, nowBack] = [old.toReversed(), same.toReversed(), now.toReversed()] as const;
  const tail = sharedLines(oldBack, sameBack, nowBack, { old: old.length - head.old, now: now.length - head.now });
  return [
    ...old.slice(0, head.old),
    ...now.slice(head.now, now.length - tail.now),
    ...old.slice(old.length - tail.old),
  ].join('\n');
}

type Lines = readonly string[];

interface Shared {
  readonly old: number;
  readonly now: number;
}

/** How many lines at the beginning are unchanged: as they are in the original, and as the writer would have them. */
function sharedLines(old: Lines, same: Lines, now: Lines, most: Shared = { old: old.length, now: now.length }): Shared {
  let count = 0;
  while (count < same.length && count < most.now && same[count] === now[count]) count++;
  const [before, after] = [charactersAfter(old), charactersAfter(same)];
  for (; count > 0; count--) {
    const characters = after[count] as string;
    // Blank lines at the end belong to what is kept only where the writer keeps one there.
    const at = same[count - 1] === '' ? before.lastIndexOf(characters) : before.indexOf(characters);
    if (at >= 0 && at <= most.old) return { old: at, now: count };
  }
  return { old: 0, now: 0 };
}

/** A fingerprint of what is no white space, after each number of lines. */
function charactersAfter(lines: Lines): readonly string[] {
  const sum = createHash('sha256');
  const after = [''];
  let length = 0;
  for (const line of lines) {
    const bare = line.replace(/\s+/g, '');
    length += bare.length;
    sum.update(bare);
    after.push(`${length} ${sum.copy().digest('base64')}`);
  }
  return after;
}
