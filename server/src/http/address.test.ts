import { expect, test } from 'vitest'
import { basePath, publicAddress, withoutBase } from './address.ts'

const at = (address: string) => ({ public_url: new URL(address) })

test.each([
  ['https://example.org', '', 'https://example.org'],
  ['https://example.org/', '', 'https://example.org'],
  ['https://example.org/podium', '/podium', 'https://example.org/podium'],
  ['https://example.org:8443/tools/podium//', '/tools/podium', 'https://example.org:8443/tools/podium'],
])('%s has the path %j', (address, base, whole) => {
  expect([basePath(at(address)), publicAddress(at(address))]).toEqual([base, whole])
})

test('has no path without a public address', () => {
  expect([basePath({ public_url: null }), publicAddress({ public_url: null })]).toEqual(['', null])
})

test.each([
  ['/podium', '/'],
  ['/podium?x=1', '/?x=1'],
  ['/podium/', '/'],
  ['/podium/overview?x=1', '/overview?x=1'],
  ['/overview', '/overview'],
  ['/podiums/overview', '/podiums/overview'],
  ['/x/podium/overview', '/x/podium/overview'],
  ['*', '*'],
])('%s without /podium is %s', (url, rest) => {
  expect(withoutBase(url, '/podium')).toBe(rest)
  expect(withoutBase(url, '')).toBe(url)
})
