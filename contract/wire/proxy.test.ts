import { expect, test } from 'vitest'
import { NO_PROXIES, proxyAt, proxyFor, proxySettings } from './proxy.ts'

const PROXIES = { http: 'http://plain.example:3128', https: 'secure.example:3128', none: null }
const [PLAIN, SECURE] = ['http://plain.example:3128/', 'http://secure.example:3128/']

test.each([
  ['http://packages.example/simple', null, PLAIN],
  ['https://packages.example/simple', null, SECURE],
  ['https://packages.example/simple', '', SECURE],
  ['https://packages.example/simple', ' , ,', SECURE],
  ['https://packages.example/simple', 'packages.example', null],
  ['https://packages.example/simple', 'PACKAGES.Example', null],
  ['https://a.packages.example/simple', '.packages.example', null],
  ['https://packages.example/simple', '.packages.example', null],
  ['https://a.packages.example/simple', 'other.example, *.packages.example', null],
  ['https://a.packages.example/simple', 'other.example *.packages.example', null],
  ['https://otherpackages.example/simple', 'packages.example', SECURE],
  ['https://packages.example.org/simple', 'packages.example', SECURE],
  ['https://packages.example:8443/simple', 'packages.example:8443', null],
  ['https://packages.example/simple', 'packages.example:8443', SECURE],
  ['https://packages.example/simple', 'packages.example:443', null],
  ['http://packages.example/simple', 'packages.example:80', null],
  ['https://packages.example/simple', '*', null],
  ['https://packages.example/simple', 'a.example,*', null],
  ['https://packages.example/simple', '.', SECURE],
  ['http://10.20.3.4:9000/', '10.0.0.0/8', null],
  ['http://10.20.3.4:9000/', '10.20.3.4', null],
  ['http://10.20.3.4:9000/', '10.20.3.4:9000', null],
  ['http://10.20.3.4:9000/', '10.20.3.0/24:9001', PLAIN],
  ['http://11.20.3.4:9000/', '10.0.0.0/8', PLAIN],
  ['http://10.20.3.4:9000/', '10.0.0.0/99', PLAIN],
  ['http://110.20.3.4/', '10.20.3.4', PLAIN],
  ['http://[2001:db8::7]:9000/', '[2001:db8::7]:9000', null],
  ['http://[2001:db8::7]/', '2001:db8::/32', null],
  ['http://[2001:db8::7]/', '2001:db8::7', null],
  ['http://[2001:db9::7]/', '2001:db8::/32', PLAIN],
  ['https://packages.example/simple', '10.0.0.0/8', SECURE],
])('%s with NO_PROXY=%s goes through %s', (address, none, proxy) => {
  expect(proxyFor(new URL(address), { ...PROXIES, none })?.href ?? null).toBe(proxy)
})

test.each([
  'http://localhost:8080',
  'https://127.0.0.1',
  'http://127.9.9.9',
  'http://[::1]:8080',
  'http://a.localhost',
])('reaches this machine directly: %s', (address) => {
  expect(proxyFor(new URL(address), PROXIES)).toBeNull()
})

test('connects directly without a proxy, and for https with a proxy for http only', () => {
  expect(proxyFor(new URL('https://packages.example'), NO_PROXIES)).toBeNull()
  expect(proxyFor(new URL('https://packages.example'), { ...PROXIES, https: null })).toBeNull()
})

test('accepts both spellings of a variable, the lower-case one first, and treats an empty one as unset', () => {
  expect(proxySettings({ HTTPS_PROXY: 'a:1', https_proxy: 'b:2', http_proxy: '', NO_PROXY: 'c' })).toEqual({
    http: null,
    https: 'b:2',
    none: 'c',
  })
})

test('accepts only addresses of http or SOCKS as a proxy', () => {
  expect(proxyAt('proxy.example:3128')?.href).toBe('http://proxy.example:3128/')
  expect(proxyAt('http://kim:secret@proxy.example:3128')?.username).toBe('kim')
  expect(proxyAt('https://proxy.example')?.protocol).toBe('https:')
  expect(proxyAt('socks5h://proxy.example:1080')?.href).toBe('socks5://proxy.example:1080')
  for (const none of ['', 'http://', 'ftp://proxy.example', 'proxy.example:99999', 'direct://'])
    expect(proxyAt(none)).toBeNull()
})
