// Proves H7: which spellings of which addresses the guard lets through.

import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { DocentError } from '../core/errors.ts';
import { createAddressGuard } from './address.ts';

/** Judges a URL as a crawler does: parsed first, then by host and port. */
function judge(guard: ReturnType<typeof createAddressGuard>, text: string): string {
  const url = new URL(text);
  const verdict = guard.checkHost(url.hostname, Number(url.port) || 80);
  return verdict.ok ? 'ok' : verdict.by.replace('address:', '');
}

const spellings: readonly (readonly [string, string])[] = [
  // loopback
  ['127.0.0.1', 'loopback'],
  ['127.0.0.1.', 'loopback'],
  ['127.1', 'loopback'],
  ['127.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['2130706433', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['0x7F.0.0.1', 'loopback'],
  ['0x7f.1', 'loopback'],
  ['017700000001', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['0177.0.0.01', 'loopback'],
  ['%31%32%37.0.0.1', 'loopback'],
  ['１２７.０.０.１', 'loopback'],
  ['127。0。0。1', 'loopback'],
  ['①②⑦.0.0.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback'],
  ['[0000:0000:0000:0000:0000:0000:0000:0001]', 'loopback'],
  ['[::ffff:127.0.0.1]', 'loopback'],
  ['[::FFFF:7F00:1]', 'loopback'],
  ['[0:0:0:0:0:ffff:127.0.0.1]', 'loopback'],
  ['[::127.0.0.1]', 'loopback'],
  ['[64:ff9b::127.0.0.1]', 'loopback'],
  ['[64:ff9b::7f00:1]', 'loopback'],
  ['[2002:7f00:1::]', 'loopback'],
  ['[2002:7f00:0001::1]', 'loopback'],
  ['[::ffff:0:127.0.0.1]', 'loopback'],
  ['localhost', 'loopback'],
  ['LOCALHOST', 'loopback'],
  ['localhost.', 'loopback'],
  ['ｌｏｃａｌｈｏｓｔ', 'loopback'],
  ['app.localhost', 'loopback'],
  // private
  ['10.0.0.1', 'private'],
  ['10.1', 'private'],
  ['167772161', 'private'],
  ['012.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['0xc0a80101', 'private'],
  ['100.64.0.1', 'private'],
  ['100.127.255.255', 'private'],
  ['[fc00::1]', 'private'],
  ['[fdff:ffff::1]', 'private'],
  ['[fec0::1]', 'private'],
  ['[::ffff:10.0.0.1]', 'private'],
  ['[64:ff9b::10.0.0.1]', 'private'],
  ['[2002:c0a8:0101::]', 'private'],
  // link-local and metadata
  ['169.254.0.1', 'link-local'],
  ['[fe80::1]', 'link-local'],
  ['[febf::1]', 'link-local'],
  ['[::ffff:169.254.1.1]', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['2852039166', 'metadata'],
  ['0xa9fea9fe', 'metadata'],
  ['0251.0376.0251.0376', 'metadata'],
  ['[::ffff:a9fe:a9fe]', 'metadata'],
  ['[64:ff9b::a9fe:a9fe]', 'metadata'],
  ['[2002:a9fe:a9fe::]', 'metadata'],
  ['[fd00:ec2::254]', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['192.0.0.192', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['metadata.google.internal', 'metadata'],
  // everything else that is not global
  ['0.0.0.0', 'reserved'],
  ['0', 'reserved'],
  ['0.1.2.3', 'reserved'],
  ['192.0.0.1', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.7', 'reserved'],
  ['203.0.113.7', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['[::]', 'reserved'],
  ['[::ffff:0.0.0.0]', 'reserved'],
  ['[::8.8.8.8]', 'reserved'],
  ['[::ffff:0:8.8.8.8]', 'reserved'],
  ['[64:ff9b:1::8.8.8.8]', 'reserved'],
  ['[64:ff9b::198.18.0.1]', 'reserved'],
  ['[100::1]', 'reserved'],
  ['[2001::1]', 'reserved'],
  ['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', 'reserved'],
  ['[2001:2::1]', 'reserved'],
  ['[2001:10::1]', 'reserved'],
  ['[2001:20::1]', 'reserved'],
  ['[2001:db8::1]', 'reserved'],
  ['[3fff::1]', 'reserved'],
  ['[3ffe::1]', 'reserved'],
  ['[5f00::1]', 'reserved'],
  ['[4000::1]', 'reserved'],
  ['[200::1]', 'reserved'],
  ['[ff02::1]', 'reserved'],
  // public
  ['8.8.8.8', 'ok'],
  ['134744072', 'ok'],
  ['172.15.255.255', 'ok'],
  ['172.32.0.1', 'ok'],
  ['100.128.0.1', 'ok'],
  ['[2606:4700::1111]', 'ok'],
  ['[::ffff:8.8.8.8]', 'ok'],
  ['[64:ff9b::8.8.8.8]', 'ok'],
  ['[2002:808:808::1]', 'ok'],
  ['docs.example.com', 'ok'],
  ['docs.example.com.', 'ok'],
  ['localhost.example.com', 'ok'],
  ['notlocalhost', 'ok'],
];

describe('H7: spellings of addresses, read as a URL', () => {
  it.each(spellings)('H7: http://%s/ is %s', (host, expected) => {
    expect(judge(createAddressGuard(), `http://${host}/`)).toBe(expected);
  });

  it('H7: at least 60 refused spellings are in the table', () => {
    expect(spellings.filter(([, expected]) => expected !== 'ok').length).toBeGreaterThan(60);
  });
});

describe('H7: hosts that never went through a URL parser', () => {
  const guard = createAddressGuard();

  it.each([
    ['0177.0.0.1', 'address:loopback'],
    ['2130706433', 'address:loopback'],
    ['127.0.0.1.', 'address:loopback'],
    ['[::1]', 'address:loopback'],
    ['LocalHost.', 'address:loopback'],
    ['fe80::1%eth0', 'address:reserved'],
    ['[fe80::1%25eth0]', 'address:reserved'],
    ['1.2.3.4.5', 'address:reserved'],
    ['example.0x7f', 'address:reserved'],
    ['', 'address:reserved'],
  ])('H7: the host "%s" is refused by %s', (host, by) => {
    expect(guard.checkHost(host, 80)).toMatchObject({ ok: false, by });
  });

  it('H7: a resolved address with a zone id, or none at all, is refused', () => {
    expect(guard.checkAddress('2606:4700::1%eth0', 'docs.example.com', 80).ok).toBe(false);
    expect(guard.checkAddress('nonsense', 'docs.example.com', 80).ok).toBe(false);
  });

  it('H7: a name that resolves to a private address is refused and the verdict names both', () => {
    expect(guard.checkAddress('10.0.0.7', 'docs.example.com', 443)).toEqual({
      ok: false,
      by: 'address:private',
      detail: 'docs.example.com is 10.0.0.7',
    });
    expect(guard.checkAddress('93.184.215.14', 'docs.example.com', 443)).toEqual({ ok: true, by: 'address:public' });
  });
});

describe('H7: allow_private', () => {
  it('H7: a listed host opens what it resolves to, in any case and with a trailing dot', () => {
    const guard = createAddressGuard({ allowPrivate: ['Wiki.Corp.'] });
    expect(guard.checkAddress('10.0.0.7', 'wiki.corp', 80).ok).toBe(true);
    expect(guard.checkAddress('127.0.0.1', 'WIKI.corp.', 80).ok).toBe(true);
    expect(guard.checkAddress('10.0.0.7', 'other.corp', 80).ok).toBe(false);
    expect(guard.checkAddress('10.0.0.7', 'sub.wiki.corp', 80).ok).toBe(false);
  });

  it('H7: a listed range opens its addresses for every name and port, and no others', () => {
    const guard = createAddressGuard({ allowPrivate: ['10.1.0.0/16', 'fd12::/32'] });
    expect(guard.checkHost('10.1.2.3', 8080).ok).toBe(true);
    expect(guard.checkHost('[::ffff:10.1.2.3]', 80).ok).toBe(true);
    expect(guard.checkHost('[fd12::5]', 80).ok).toBe(true);
    expect(guard.checkHost('10.2.0.1', 80).ok).toBe(false);
    expect(guard.checkHost('[64:ff9b::10.1.2.3]', 80).ok).toBe(false);
  });

  it('H7: a range over loopback lets the name localhost through to it', () => {
    const guard = createAddressGuard({ allowPrivate: ['127.0.0.0/8'] });
    expect(guard.checkHost('localhost', 80).ok).toBe(true);
    expect(guard.checkAddress('127.0.0.1', 'localhost', 80).ok).toBe(true);
    expect(guard.checkAddress('::1', 'localhost', 80).ok).toBe(false);
  });

  it.each([
    ['169.254.169.254', '169.254.0.0/16'],
    ['169.254.7.7', '169.254.0.0/16'],
    ['169.254.7.7', '0.0.0.0/0'],
    ['fe80::7', 'fe80::/10'],
    ['fd00:ec2::254', 'fd00::/8'],
    ['100.100.100.200', '100.64.0.0/10'],
    ['192.0.0.192', '192.0.0.0/24'],
  ])('H7: %s is opened by its own address but not by %s or a host name', (ip, range) => {
    expect(createAddressGuard({ allowPrivate: [range] }).checkHost(ip, 80).ok).toBe(false);
    expect(createAddressGuard({ allowPrivate: ['meta.corp'] }).checkAddress(ip, 'meta.corp', 80).ok).toBe(false);
    expect(createAddressGuard({ allowPrivate: [ip] }).checkHost(ip, 80).ok).toBe(true);
    expect(createAddressGuard({ allowPrivate: [ip] }).checkAddress(ip, 'meta.corp', 80).ok).toBe(true);
  });

  it('H7: listing a metadata name opens nothing', () => {
    const guard = createAddressGuard({ allowPrivate: ['metadata.google.internal'] });
    expect(guard.checkHost('metadata.google.internal', 80).ok).toBe(false);
  });

  it.each([
    '',
    'http://wiki',
    '10.0.0.0/33',
    '*.corp',
    'wiki:8080',
    '10.0.0',
    'fe80::1%eth0',
    '0177.0.0.1',
    'a b',
    '1.2.3.4/',
  ])('H7: the entry "%s" is a configuration error that names it', (entry) => {
    const build = () => createAddressGuard({ allowPrivate: [entry] });
    expect(build).toThrow(DocentError);
    expect(build).toThrow(
      expect.objectContaining({ code: 'DOC_CONFIG', message: expect.stringContaining(`"${entry}"`) }),
    );
    expect(build).toThrow(/host name .* IP address .* CIDR/);
  });
});

describe('H7: a loopback seed opens exactly its host and port', () => {
  it('H7: localhost may resolve to 127.0.0.1 and ::1, on that port only', () => {
    const guard = createAddressGuard({ open: [{ host: 'LOCALHOST', port: 8080 }] });
    expect(guard.checkHost('localhost', 8080).ok).toBe(true);
    expect(guard.checkAddress('127.0.0.1', 'localhost', 8080).ok).toBe(true);
    expect(guard.checkAddress('::1', 'localhost.', 8080).ok).toBe(true);
    expect(guard.checkAddress('127.0.0.2', 'localhost', 8080).ok).toBe(false);
    expect(guard.checkAddress('10.0.0.1', 'localhost', 8080).ok).toBe(false);
    expect(guard.checkHost('localhost', 8081).ok).toBe(false);
    expect(guard.checkHost('127.0.0.1', 8080).ok).toBe(false);
    expect(guard.checkAddress('127.0.0.1', 'evil.example', 8080).ok).toBe(false);
  });

  it('H7: a literal opens only itself, in any spelling', () => {
    const guard = createAddressGuard({
      open: [
        { host: '127.0.0.1', port: 8080 },
        { host: '[::1]', port: 9 },
      ],
    });
    expect(guard.checkHost('127.0.0.1', 8080).ok).toBe(true);
    expect(guard.checkHost('[::ffff:127.0.0.1]', 8080).ok).toBe(true);
    expect(guard.checkHost('::1', 9).ok).toBe(true);
    expect(guard.checkHost('::1', 8080).ok).toBe(false);
    expect(guard.checkHost('127.0.0.2', 8080).ok).toBe(false);
    expect(guard.checkHost('localhost', 8080).ok).toBe(false);
    expect(guard.checkHost('[64:ff9b::127.0.0.1]', 8080).ok).toBe(false);
  });

  it('H7: a seed that is not loopback opens nothing', () => {
    const guard = createAddressGuard({
      open: [
        { host: '10.0.0.1', port: 80 },
        { host: 'docs.example.com', port: 80 },
      ],
    });
    expect(guard.checkHost('10.0.0.1', 80).ok).toBe(false);
    expect(guard.checkAddress('127.0.0.1', 'docs.example.com', 80).ok).toBe(false);
  });
});

describe('H7: what this process listens on', () => {
  it('H7: is never connected to, whatever is listed or opened', () => {
    const guard = createAddressGuard({
      ...{ allowPrivate: ['127.0.0.1', '127.0.0.0/8', '::1', 'localhost', '0.0.0.0'] },
      ...{ open: [{ host: '127.0.0.1', port: 7411 }], own: [{ address: '127.0.0.1', port: 7411 }] },
    });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', 'docs.localhost'])
      expect(guard.checkHost(host, 7411)).toMatchObject({ ok: false, by: 'address:own' });
    expect(guard.checkAddress('127.0.0.1', 'wiki.example', 7411)).toMatchObject({ ok: false, by: 'address:own' });
    expect(guard.checkHost('127.0.0.1', 7412).ok).toBe(true);
    expect(guard.checkHost('8.8.8.8', 7411).ok).toBe(true);
  });

  it('H7: is every address of the machine where it listens on all of them', () => {
    const guard = createAddressGuard({
      own: [
        { address: '0.0.0.0', port: 7411 },
        { address: '203.0.113.9', port: 80 },
      ],
    });
    expect(guard.checkHost('127.0.0.1', 7411).by).toBe('address:own');
    for (const { address } of Object.values(networkInterfaces()).flatMap((one = []) => one))
      if (!address.startsWith('fe80')) expect(guard.checkHost(address, 7411).by).toBe('address:own');
    expect(guard.checkHost('203.0.113.9', 80).by).toBe('address:own');
  });
});
