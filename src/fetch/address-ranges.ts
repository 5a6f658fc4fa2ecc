// What every IP address is (public, loopback, private …), with the IPv4 addresses hidden inside IPv6 ones unwrapped.

import ipaddr from 'ipaddr.js';

/** `public` is global unicast, the only kind fetched by default. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'reserved';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Range = readonly [Address, number];

/** Cloud metadata services; some of them sit in ranges that are otherwise private, or even public (Azure's wire server). */
const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** ipaddr.js range name → kind; a name that is not here is `reserved`, so that a new range is closed until it is listed here. */
const kindOfRange: Readonly<Record<string, AddressKind>> = Object.freeze({
  unicast: 'public',
  loopback: 'loopback',
  linkLocal: 'link-local',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
});

const range = (cidr: string): Range => ipaddr.parseCIDR(cidr);

/** ipaddr.js calls every IPv6 address without a special range "unicast"; only this block is global unicast today. */
const globalV6 = range('2000::/3');

/** Inside the block above, not global, and unknown to ipaddr.js 2.5. */
const closedV6: readonly Range[] = Object.freeze([range('3ffe::/16')]);

interface Wrapper {
  readonly range: Range;
  /** Where the four IPv4 bytes start. */
  readonly at: number;
  /** Whether such an address leads anywhere on the public internet when the inner one is public. */
  readonly routed: boolean;
}

/** IPv6 forms that carry an IPv4 address in clear; Teredo hides it and 64:ff9b:1::/48 is local, so those stay reserved. */
const wrappers: readonly Wrapper[] = Object.freeze([
  { range: range('::ffff:0:0/96'), at: 12, routed: true },
  { range: range('64:ff9b::/96'), at: 12, routed: true },
  { range: range('2002::/16'), at: 2, routed: true },
  { range: range('::ffff:0:0:0/96'), at: 12, routed: false },
  { range: range('::/96'), at: 12, routed: false },
]);

/** Reads one IP address in any spelling; undefined when the text is none or carries a zone id. */
export function parseAddress(text: string): Address | undefined {
  // A zone id names one of this machine's interfaces, which is never a public destination.
  if (text.includes('%') || !ipaddr.isValid(text)) return undefined;
  // A v4-mapped address is the IPv4 address in another spelling: the kernel connects to the same place.
  return ipaddr.process(text);
}

/** Reads a CIDR range; undefined when the text is none. */
export function parseRange(text: string): Range | undefined {
  return /\/\d+$/.test(text) && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/** The kind of an address; never throws. */
export function addressKind(address: Address): AddressKind {
  if (metadataAddresses.has(address.toString())) return 'metadata';
  const named = kindOfRange[address.range()] ?? 'reserved';
  if (address.kind() === 'ipv4') return named;
  // ::1 and :: fall into ::/96 as well, but are not IPv4 addresses.
  if (named === 'loopback' || address.range() === 'unspecified') return named;
  for (const wrapper of wrappers) {
    if (!inRange(address, wrapper.range)) continue;
    const inner = addressKind(new ipaddr.IPv4(address.toByteArray().slice(wrapper.at, wrapper.at + 4)));
    return inner === 'public' && !wrapper.routed ? 'reserved' : inner;
  }
  if (named !== 'public') return named;
  const global = inRange(address, globalV6) && !closedV6.some((closed) => inRange(address, closed));
  return global ? 'public' : 'reserved';
}

/** Whether the address lies in the range; an address of the other family never does. */
export function inRange(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
