// Parameters of URLs that look like secrets: which they are, and how a text is written without their values.

/** Compared in lower case, without dashes, underscores and brackets. */
export const secretParameters = {
  names: [
    ...[
      'key',
      'auth',
      'authorization',
      'sig',
      'pass',
      'pwd',
      'passphrase',
      'session',
      'sid',
      'code',
      'otp',
      'jwt',
      'bearer',
      'hmac',
    ],
    ...['credentials', 'awsaccesskeyid', 'xamzcredential', 'xgoogcredential'],
  ],
  endings: [
    ...[
      'token',
      'secret',
      'password',
      'passwd',
      'signature',
      'credential',
      'apikey',
      'accesskey',
      'secretkey',
      'privatekey',
    ],
    ...['authkey', 'subscriptionkey', 'sessionid', 'sessid'],
  ],
} as const satisfies Record<string, readonly string[]>;

const secretNames: ReadonlySet<string> = new Set(secretParameters.names);

/** What replaces a secret. */
export const secretMark = '***';

// A parameter's name between `?`, `&`, `;` or `#` and `=`, also where a URL is escaped inside another.
const parameter = /([?&;#]|%(?:25){0,2}(?:3f|26|3b|23))((?:[\w.~$[\]-]|%[0-9a-f]{2}){1,64}?)(=|%(?:25){0,2}3d)/gi;

const wildcards = /^[*$]{0,3}$/;
const valueEnd = /[&#\s"\\<>]/g;
const matrixEnd = /[&;#?/\s"\\<>]/g;
const nestedEnd = /[&#\s"\\<>]|%(?:25){0,2}26/gi;

/** The text with the value of each parameter that looks like a secret replaced. Linear, never throws. */
export function hideParameters(text: string): string {
  if (!/=|3d/i.test(text)) return text;
  let result = '';
  let done = 0;
  parameter.lastIndex = 0;
  for (let found = parameter.exec(text); found !== null; found = parameter.exec(text)) {
    const [, separator = '', name = '', equals = ''] = found;
    if (!isSecretName(name)) {
      // What follows may be a URL with parameters of its own.
      parameter.lastIndex = found.index + separator.length + name.length;
      continue;
    }
    const start = parameter.lastIndex;
    const end = endFrom(text, start, equals !== '=' ? nestedEnd : separator === ';' ? matrixEnd : valueEnd);
    // In a rule of robots.txt a wildcard may be the value.
    if (!wildcards.test(text.slice(start, end))) {
      result += text.slice(done, start) + secretMark;
      done = end;
    }
    parameter.lastIndex = end;
  }
  return done === 0 ? text : result + text.slice(done);
}

function endFrom(text: string, from: number, mark: RegExp): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? text.length;
}

function isSecretName(written: string): boolean {
  const name = decoded(written)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return secretNames.has(name) || secretParameters.endings.some((ending) => name.endsWith(ending));
}

function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
