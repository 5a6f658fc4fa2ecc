// What a library is called in Context7.

/** `/owner/repo`, `/websites/slug`, with a version behind a slash or an @. */
export const context7IdPattern: RegExp = /^\/[\w.~-]{1,100}(?:\/[\w.@~+-]{1,100}){1,3}$/;

/** A description of the id, for error messages. */
export const context7IdShape = 'the id of a library in Context7, such as /vercel/next.js or /websites/stripe';
