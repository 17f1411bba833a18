import { expect, test } from 'vitest'
import { addressIn, clientAddress, networkOf, networksOf } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
  ['no address', 'no address'],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('lists the IPv6 network of a customer before that of a client', () => {
  expect(networksOf('2001:db8:1:2::9')).toEqual(['2001:db8:1', '2001:db8:1:2'])
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7'])
})

test.each([
  ['198.51.100.9', '198.51.100.9'],
  [' 198.51.100.9:20001 ', '198.51.100.9'],
  ['"198.51.100.9:20001"', '198.51.100.9'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['"[2001:DB8:0::7]"', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:198.51.100.9', '198.51.100.9'],
  ['[::ffff:c633:6409]:80', '198.51.100.9'],
  ['0:0:0:0:0:ffff:198.51.100.9', '198.51.100.9'],
  ['unknown', null],
  ['_hidden', null],
  ['unix:', null],
  ['proxy.example', null],
  ['198.51.100', null],
  ['198.51.100.9:', null],
  ['', null],
])('the address in the hop %j is %j', (entry, address) => {
  expect(addressIn(entry)).toBe(address)
})

test.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['2001:0DB8:0:0::9', '2001:db8::9'],
  ['', ''],
])('the client at %j is known as %j', (ip, address) => {
  expect(clientAddress({ ip })).toBe(address)
})
