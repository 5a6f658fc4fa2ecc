// X4: the token for GitHub's API: from the environment alone, and for one server alone.

const TOKEN_VARIABLE = 'GITHUB_TOKEN';
/** As GitHub's own runners set it: the server that the token is of. */
const SERVER_VARIABLE = 'GITHUB_SERVER_URL';

/**
 * The token for the API of this server; undefined where there is none, it is of another server, or it cannot be sent in a header.
 * No configuration and no stored run decides who gets it.
 */
export function tokenFor(server: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const token = env[TOKEN_VARIABLE]?.trim() ?? '';
  const own = URL.parse(env[SERVER_VARIABLE] || 'https://github.com')?.origin;
  return own === server && /^[\x21-\x7e]{1,1000}$/.test(token) ? token : undefined;
}
