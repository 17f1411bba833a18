import { expect, test } from 'vitest'
import { isWebAddress } from './rules.ts'

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

test(`none of ${HARMFUL.length} addresses that run or read something is a web address`, () => {
  expect(HARMFUL.filter(isWebAddress)).toEqual([])
  expect(HARMFUL.length).toBeGreaterThan(250)
})

test('addresses of the web are', () => {
  for (const address of [
    'https://example.org',
    'http://edge.example.org:8443/a?b=c#d',
    'https://[2001:db8::1]/',
  ])
    expect([address, isWebAddress(address)]).toEqual([address, true])
})
