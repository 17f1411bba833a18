import { expect, test } from 'vitest'
import { notWebAddresses } from '../testing/not-web-addresses.ts'
import { edgeConductorProblem, isWebAddress, limits } from './rules.ts'

const SCHEMES = [
  'javascript:',
  'data:text/html,',
  'vbscript:',
  'file:///',
  'blob:https://x/',
  'about:',
  'ftp://',
]
const TARGETS = ['alert(1)', '//example.org/%0aalert(1)', '<script>alert(1)</script>']
const DISGUISES: ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) => ` ${address}`,
  (address) => `\t${address}`,
  (address) => `\u0001${address}`,
  (address) => `\u200b${address}`,
  (address) => `${address.slice(0, 4)}\t${address.slice(4)}`,
  (address) => `${address.slice(0, 4)}\n${address.slice(4)}`,
  (address) => address.replace(':', '&colon;'),
  (address) => address.replace(':', '\uff1a'),
  (address) => address.replace('a', '\u0430'),
  (address) => `//${address}`,
  (address) => `https:/${address}`.replace('https:/', '\u212attps:/'),
]
const HARMFUL = SCHEMES.flatMap((scheme) =>
  TARGETS.flatMap((target) => DISGUISES.map((disguise) => disguise(scheme + target))),
)

test(`rejects all ${HARMFUL.length} addresses that run or read something`, () => {
  expect(HARMFUL.filter(isWebAddress)).toEqual([])
  expect(HARMFUL.length).toBeGreaterThan(250)
})

test.each(notWebAddresses)('%j is no address', (text) => {
  expect(isWebAddress(text)).toBe(false)
  expect(edgeConductorProblem(text)).toBe('Give an address that begins with http:// or https://.')
})

test.each([
  'http://edge.example',
  'HTTPS://Edge.Example:8443/',
  'https://edge.example/a/b%20c?x=me@there#part/@',
  'http://127.0.0.1:8080',
  'http://[::1]:8080/x',
  'http://localhost',
  'https://köln.example/straße',
])('%j is a web address', (text) => {
  expect(isWebAddress(text)).toBe(true)
})

test('limits the length of an address', () => {
  const longest = 'https://edge.example/'.padEnd(limits.url, 'x')
  expect([isWebAddress(longest), isWebAddress(`${longest}x`)]).toEqual([true, false])
})
