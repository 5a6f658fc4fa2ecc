// How the name of a library is written in configuration: `stripe`, `python@3.11`, `@types/node@20`.

/** A name and, behind an @, a version; the groups are the two. Linear: what ends the name cannot be part of it. */
export const libraryPattern =
  /^(?=.{1,100}$)([@.]?[\p{L}\p{N}][\p{L}\p{M}\p{N}._+#/-]*)(?:@([\p{L}\p{N}][\p{L}\p{M}\p{N}._+-]*))?$/u;

/** The form of a library's name, in words. */
export const libraryShape = 'a name or name@version without spaces, such as stripe or python@3.11';
