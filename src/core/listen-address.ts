// Addresses of a server as operators write them: what to listen on, and the names it is reached by.
import { isIP } from 'node:net';
import { isLoopbackHost } from './url/host.ts';

/** What a server listens on. */
export interface ListenAddress {
  /** An IP address in its shortest form, without brackets. */
  readonly address: string;
  /** 0: one that is free. */
  readonly port: number;
  /** Whether only this machine reaches it. */
  readonly isLoopback: boolean;
}

/** What fits `parseListen`, save that an address and a port may be none: for the options table. */
export const listenPattern = /^(?:\[[0-9A-Fa-f:.]+\]:|[0-9.]+:|localhost:)?\d{1,5}$/;

/** What `parseListen` reads, in words that finish "it must be". */
export const listenShape =
  'an IP address and a port, such as 127.0.0.1:7411 or [::1]:7411, or a port alone; 0.0.0.0:7411 is every address';

/** Reads `address:port`, `[::1]:port` or a port alone, which is one of 127.0.0.1. Undefined for all else. Never throws. */
export function parseListen(text: string): ListenAddress | undefined {
  if (!listenPattern.test(text)) return undefined;
  const at = text.lastIndexOf(':');
  const host = at < 0 ? 'localhost' : text.slice(0, at);
  const port = Number(text.slice(at + 1));
  const address = host === 'localhost' ? '127.0.0.1' : parseHostName(host);
  if (port > 65_535 || address === undefined || isIP(address) === 0) return undefined;
  return { address, port, isLoopback: isLoopbackHost(address) };
}

/** What to listen on, with another port. */
export function listenAtPort(listen: string, port: number): string {
  return listen.replace(/\d*$/, String(port));
}

/**
 * A host name or an IP address, without scheme, port and path, in the form that clients send: lower case, in ASCII, no dot at the
 * end, no brackets. Undefined for all else. Never throws.
 */
export function parseHostName(text: string): string | undefined {
  const bare = /^\[(.+)\]$/.exec(text)?.[1] ?? text;
  if (isIP(bare) === 6) return URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1);
  if (/[\s/\\?#@:*[\]%]/.test(text)) return undefined;
  const name = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
  return name !== undefined && /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/.test(name) ? name : undefined;
}
