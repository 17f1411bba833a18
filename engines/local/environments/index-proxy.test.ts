import { expect, test } from 'vitest'
import { proxyFor } from './index-proxy.ts'

const PROXIES = { http: 'http://plain.example:3128', https: 'secure.example:3128', none: null }

test.each([
  ['http://packages.example/simple', null, 'http://plain.example:3128/'],
  ['https://packages.example/simple', null, 'http://secure.example:3128/'],
  ['https://packages.example/simple', 'packages.example', null],
  ['https://a.packages.example/simple', '.packages.example', null],
  ['https://a.packages.example/simple', 'other.example, *.packages.example', null],
  ['https://otherpackages.example/simple', 'packages.example', 'http://secure.example:3128/'],
  ['https://packages.example:8443/simple', 'packages.example:8443', null],
  ['https://packages.example/simple', 'packages.example:8443', 'http://secure.example:3128/'],
  ['https://packages.example/simple', '*', null],
])('%s with NO_PROXY=%s goes through %s', (address, none, proxy) => {
  expect(proxyFor(new URL(address), { ...PROXIES, none })?.href ?? null).toBe(proxy)
})

test('goes straight where no proxy is set', () => {
  expect(proxyFor(new URL('https://packages.example'), { http: null, https: null, none: null })).toBeNull()
})
