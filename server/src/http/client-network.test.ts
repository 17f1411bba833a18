import { expect, test } from 'vitest'
import { networkOf, networksOf } from './client-network.ts'

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

test('of IPv6 the network of a customer stands before that of a client', () => {
  expect(networksOf('2001:db8:1:2::9')).toEqual(['2001:db8:1', '2001:db8:1:2'])
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7'])
})
