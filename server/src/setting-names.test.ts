import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { strangeSettings } from './setting-names.ts'

test.each([
  ['PODIUM_ADMIN_PASWORD', 'PODIUM_ADMIN_PASSWORD'],
  ['PODIUM_ADMIN_PASSWORD_FIEL', 'PODIUM_ADMIN_PASSWORD_FILE'],
  ['PODIUM_PROT', 'PODIUM_PORT'],
  ['PODIM_PORT', 'PODIUM_PORT'],
  ['PODIUM_HOSTS', 'PODIUM_HOST'],
  ['podium_home', 'PODIUM_HOME'],
  ['PODIUM_LOGLEVEL', 'PODIUM_LOG_LEVEL'],
  ['PODIUM_ALLOWED_HOST', 'PODIUM_ALLOWED_HOSTS'],
  ['PODIUM_LADP_URL', 'PODIUM_LDAP_URL'],
  ['PODIUM_LDAPS_BASE_DM', 'PODIUM_LDAP_BASE_DN'],
])('ends the start because of %s, with the name that was probably meant', (name, meant) => {
  expect(strangeSettings({ [name]: 'x' })).toEqual([{ name, meant }])
  expect(() => readConfig({ [name]: 'x' })).toThrow(
    `- ${name} is not a setting of Podium. Did you mean ${meant}?`,
  )
})

test('reports a name that resembles no setting, without any effect', () => {
  // As Kubernetes sets them for a service called podium, and as people name a folder of their own.
  const env = { PODIUM_SERVICE_HOST: '10.0.0.1', PODIUM_PORT_8080_TCP_ADDR: '10.0.0.1', PODIUM_ROOT: '/opt' }
  expect(strangeSettings(env)).toEqual(Object.keys(env).map((name) => ({ name, meant: null })))
  expect(() => readConfig(env)).not.toThrow()
})

test('accepts settings, other programs’ names, empty ones, and names of the podium command and the tests', () => {
  const env = {
    PODIUM_DATABASE_URL_FILE: '/run/secrets/database',
    PODIUM_LDAP_CA_FILE: '/etc/ca.pem',
    PODIUM_TOKEN: 'x',
    PODIUM_LONG: '1',
    PODIUM_PROT: ' ',
    HOME: '/root',
    PORT: '80',
    HOSTNAME: 'x',
  }
  expect(strangeSettings(env)).toEqual([])
})

test('knows every variable on the page of settings', () => {
  const page = readFileSync(new URL('../../docs/operations/installation.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/`(PODIUM_[A-Z_]+[A-Z])`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(strangeSettings(Object.fromEntries(named.map((name) => [name, 'x'])))).toEqual([])
})
