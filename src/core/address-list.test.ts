// Proves which addresses are on a list of addresses and ranges.
import { expect, it } from 'vitest';
import { addressList, misfitsInAddressList } from './address-list.ts';

it('A6: an address is on a list that holds it, or a range around it', () => {
  const listed = addressList(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1']);
  for (const address of ['10.255.0.1', '192.0.2.7', '::ffff:192.0.2.7', '::ffff:10.1.1.1', 'fd12::1', '::1', '0:0::1'])
    expect(listed(address), address).toBe(true);
  for (const address of [
    '11.0.0.1',
    '192.0.2.8',
    'fe80::1',
    '::2',
    '127.0.0.1',
    'fd00::1%eth0',
    '',
    'localhost',
    '10.0.0',
  ])
    expect(listed(address), address).toBe(false);
});

it('A6: nothing is on an empty list', () => {
  expect(addressList([])('127.0.0.1')).toBe(false);
});

it('A6: what is neither an address nor a range is named', () => {
  const wrong = [
    'proxy.example',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    'fe80::1%eth0',
    '',
  ];
  expect(misfitsInAddressList([...wrong, '0.0.0.0/0', '::/0', '10.0.0.1/8', '::1'])).toEqual(wrong);
});
