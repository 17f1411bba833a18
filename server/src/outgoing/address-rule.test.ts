import { expect, test } from 'vitest'
import { createAddressRule } from './address-rule.ts'

const rule = createAddressRule([])

test.each(['93.184.216.34', '2606:2800:220:1::1', '172.32.0.1', '::ffff:93.184.216.34'])(
  'allows encrypted connections to %s, which is public',
  (address) => {
    expect([rule(address, true), rule(address, false)]).toEqual([true, false])
  },
)

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '::7f00:1',
  '::ffff:0:7f00:1',
  '192.88.99.1',
  '203.0.113.7',
  '2001:db8::1',
  '3fff::1',
  '100::1',
])('refuses the internal address %s', (address) => {
  expect([rule(address, true), rule(address, false)]).toEqual([false, false])
})

test('allows unencrypted connections to an allowed network only', () => {
  const allowing = createAddressRule(['10.0.0.0/8', '::1', '192.168.1.7'])
  for (const address of ['10.9.8.7', '::ffff:10.9.8.7', '::1', '192.168.1.7'])
    expect([address, allowing(address, false)]).toEqual([address, true])
  for (const address of ['127.0.0.1', '192.168.1.8', '172.16.0.1', 'fd00::1'])
    expect([address, allowing(address, true)]).toEqual([address, false])
})
