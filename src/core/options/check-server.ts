// What the options of the server must satisfy together, beyond what each is by itself.
import { misfitsInAddressList } from '../address-list.ts';
import { parseHostName, parseListen } from '../listen-address.ts';
import type { ResolvedOptions } from './resolve.ts';

/** Pushes a line for each value that a server could not work with. Files are not looked at: only the server needs them. */
export function checkServer({ options, origins }: ResolvedOptions, problems: string[]): void {
  const refuse = (name: keyof typeof origins, value: string, why: string): void => {
    problems.push(`${name} is "${value}" in ${origins[name]}: ${why}`);
  };
  const { listen, bot_listen: bot, server_hosts: hosts, trusted_proxy: proxies, tls_cert, tls_key } = options;
  for (const [name, text] of [['listen', listen] as const, ['bot_listen', bot] as const])
    if (text !== undefined && parseListen(text) === undefined)
      refuse(name, text, 'it must be an IP address and a port from 0 to 65535, or a port alone');
  if (bot !== undefined && isSame(listen, bot))
    refuse('bot_listen', bot, `listen has that address and port already; it must be another`);
  for (const host of hosts)
    if (parseHostName(host) === undefined)
      refuse(
        'server_hosts',
        host,
        'it must be a name or an address, such as docs.corp.example: no scheme, port or path',
      );
  for (const proxy of misfitsInAddressList(proxies))
    refuse('trusted_proxy', proxy, 'it must be an IP address (10.0.0.7, fd00::7) or a CIDR range (10.0.0.0/8)');
  if (tls_cert !== undefined && tls_key === undefined)
    refuse('tls_cert', tls_cert, 'it needs tls_key, the file of its private key');
  if (tls_key !== undefined && tls_cert === undefined)
    refuse('tls_key', tls_key, 'it needs tls_cert, the file of its certificate');
}

/** Two ports that are 0 become two different ones. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [parseListen(one), parseListen(other)];
  return a !== undefined && b !== undefined && a.port !== 0 && a.port === b.port && a.address === b.address;
}
