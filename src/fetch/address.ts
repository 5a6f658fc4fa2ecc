// The address guard (H7): decides which hosts and which resolved addresses may be connected to.

import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { DocentError } from '../core/errors.ts';
import type { LoopbackSite } from '../core/url/host.ts';
import { accept, refuse, type Verdict } from '../core/verdict.ts';
import { type Address, type AddressKind, addressKind, inRange, parseAddress } from './address-ranges.ts';

export interface AddressGuard {
  /** Judges a host before connecting: a literal address finally, a name only as far as a name can be judged. */
  checkHost(hostname: string, port: number): Verdict;
  /** Judges the address that `hostname` resolved to, or that a socket is connected to. */
  checkAddress(ip: string, hostname: string, port: number): Verdict;
}

export interface AddressGuardOptions {
  /** Host names, IP addresses or CIDR ranges that may be fetched although they are not public. */
  readonly allowPrivate?: readonly string[];
  /** Loopback seeds: each opens exactly its host and port. Entries that are not loopback open nothing. */
  readonly open?: readonly LoopbackSite[];
  /** What this process listens on: never connected to, whatever else is allowed. */
  readonly own?: readonly OwnAddress[] | undefined;
}

/** An IP address and a port that this process listens on. */
export interface OwnAddress {
  readonly address: string;
  readonly port: number;
}

interface Listed {
  readonly hosts: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
  readonly ranges: readonly (readonly [Address, number])[];
}

/** Names with a fixed meaning in every resolver; needed where a proxy resolves and no address is ever seen. */
const knownNames: Readonly<Record<string, AddressKind>> = Object.freeze({
  localhost: 'loopback',
  'metadata.google.internal': 'metadata',
  'metadata.goog': 'metadata',
});

/** These hold credentials or the machine's neighbours: nothing but their own address, written out, opens them. */
const literalOnly: ReadonlySet<AddressKind> = new Set<AddressKind>(['link-local', 'metadata']);

/** What the name localhost may resolve to when a seed opened it. */
const localhostAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);

const hostPattern = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Builds the guard; throws DOC_CONFIG naming the entry when `allowPrivate` holds something else than a host, IP or CIDR. */
export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const listed = readAllowPrivate(options.allowPrivate ?? []);
  const opened = new Set((options.open ?? []).map(({ host, port }) => `${canonicalHost(host)} ${port}`));

  const own = options.own ?? [];

  function judge(address: Address, host: string, port: number): Verdict {
    const kind = addressKind(address);
    if (own.some((one) => one.port === port && isReachedBy(one.address, address)))
      return refuse('address:own', `${host}:${port} is this server itself`);
    if (kind === 'public') return accept('address:public');
    const ip = address.toString();
    if (listed.addresses.has(ip)) return accept('address:allow_private', ip);
    if (!literalOnly.has(kind)) {
      if (listed.hosts.has(host)) return accept('address:allow_private', host);
      const range = listed.ranges.find((entry) => inRange(address, entry));
      if (range) return accept('address:allow_private', `${range[0]}/${range[1]}`);
    }
    const isNamed = host === ip || (isLocalhost(host) && localhostAddresses.has(ip));
    if (kind === 'loopback' && isNamed && opened.has(`${host} ${port}`))
      return accept('address:open', `${host}:${port}`);
    return refuse(`address:${kind}`, host === ip ? ip : `${host} is ${ip}`);
  }

  return Object.freeze({
    checkHost(hostname: string, port: number): Verdict {
      const host = canonicalHost(hostname);
      const address = parseAddress(host);
      if (address) return judge(address, host, port);
      if (!looksLikeName(host)) return refuse('address:reserved', `${hostname} is neither a name nor an address`);
      const kind = isLocalhost(host) ? 'loopback' : knownNames[host];
      const isOwn = (ip: string): boolean => checkAddress(ip, host, port).by === 'address:own';
      if (kind === 'loopback' && [...localhostAddresses].some(isOwn))
        return refuse('address:own', `${host}:${port} is this server itself`);
      if (kind === undefined) return accept('address:name');
      if (kind === 'loopback' && opened.has(`${host} ${port}`)) return accept('address:open', `${host}:${port}`);
      if (!literalOnly.has(kind) && listed.hosts.has(host)) return accept('address:allow_private', host);
      // An opened loopback address or range may be reached by name too; the resolved address decides.
      if (kind === 'loopback' && [...localhostAddresses].some((ip) => checkAddress(ip, host, port).ok)) {
        return accept('address:name');
      }
      return refuse(`address:${kind}`, host);
    },
    checkAddress,
  });

  function checkAddress(ip: string, hostname: string, port: number): Verdict {
    const address = parseAddress(ip);
    if (!address) return refuse('address:reserved', `${hostname} is ${ip}, which is not a usable address`);
    return judge(address, canonicalHost(hostname), port);
  }
}

/** One spelling per host: lower case, no brackets, no trailing dot, addresses in their shortest form. */
function canonicalHost(hostname: string): string {
  const bare = hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return parseAddress(bare)?.toString() ?? bare;
}

/** Whether a connection to `to` arrives at a listener: at its address, or at any of this machine where it listens on all of them. */
function isReachedBy(listener: string, to: Address): boolean {
  const at = parseAddress(listener);
  if (at === undefined) return false;
  if (isThisMachine(at) && isThisMachine(to)) return true;
  if (at.range() !== 'unspecified') return at.toString() === to.toString();
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return all.some((one) => canonicalHost(one) === to.toString());
}

function isThisMachine(address: Address): boolean {
  return addressKind(address) === 'loopback' || address.range() === 'unspecified';
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** A last label that is a number is an address to every resolver, so what could not be read as one is no name either. */
function looksLikeName(host: string): boolean {
  const last = host.slice(host.lastIndexOf('.') + 1);
  return host !== '' && !/[:%[\]\s/@]/.test(host) && !/^(\d+|0x[0-9a-f]*)$/.test(last);
}

function readAllowPrivate(entries: readonly string[]): Listed {
  const hosts = new Set<string>();
  const addresses = new Set<string>();
  const ranges: (readonly [Address, number])[] = [];
  for (const entry of entries) {
    const bare = canonicalHost(entry);
    const name = domainToASCII(bare);
    if (isIP(entry.replace(/^\[(.*)\]$/, '$1')) && !entry.includes('%')) addresses.add(bare);
    else if (/\/\d+$/.test(entry) && ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (!parseAddress(bare) && looksLikeName(name) && hostPattern.test(name)) hosts.add(name);
    else {
      const allowed = 'a host name (wiki.corp.example), an IP address (10.0.0.7, fd00::7) or a CIDR range (10.0.0.0/8)';
      throw new DocentError('DOC_CONFIG', `allow_private: "${entry}" is not ${allowed}`);
    }
  }
  return { hosts, addresses, ranges };
}
