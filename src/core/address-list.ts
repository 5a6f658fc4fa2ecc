// A list of IP addresses and CIDR ranges, and whether an address is on it.
import { BlockList, isIP } from 'node:net';

/** Whether an address is on a list. A text that is no address is on none. Never throws. */
export type AddressList = (address: string) => boolean;

/** The entries that are neither an IP address nor a CIDR range. */
export function misfitsInAddressList(entries: readonly string[]): readonly string[] {
  return entries.filter((entry) => readEntry(entry) === undefined);
}

/** The list; an IPv4 address is on it in its IPv6 spelling too (::ffff:10.0.0.1). Entries that do not fit are skipped. */
export function addressList(entries: readonly string[]): AddressList {
  const list = new BlockList();
  for (const entry of entries) {
    const read = readEntry(entry);
    if (read !== undefined) list.addSubnet(read.network, read.bits, read.family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

interface Entry {
  readonly network: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function readEntry(entry: string): Entry | undefined {
  const [, network = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = familyOf(network);
  const most = family === 'ipv4' ? 32 : 128;
  const bits = digits === undefined ? most : Number(digits);
  return family === undefined || bits > most ? undefined : { network, bits, family };
}

function familyOf(address: string): Entry['family'] | undefined {
  // A zone id names an interface, which no peer's address is compared by.
  if (address.includes('%')) return undefined;
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)];
}
