import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { readDirectorySettings } from './directory-settings.ts'

const LEAST = {
  PODIUM_LDAP_URL: 'ldaps://directory.example.org',
  PODIUM_LDAP_BASE_DN: 'dc=example,dc=org',
  PODIUM_LDAP_BIND_DN: '{login_id}@example.org',
}

function read(env: Record<string, string>) {
  const settings = readSettings(env)
  return { directory: readDirectorySettings(settings), problems: settings.problems }
}
const problemsOf = (change: Record<string, string>) => read({ ...LEAST, ...change }).problems

test('reads no directory without an address', () => {
  expect(read({})).toEqual({ directory: null, problems: [] })
})

test('adds the usual filter and attributes to the minimal settings', () => {
  expect(read(LEAST)).toEqual({
    directory: {
      url: 'ldaps://directory.example.org',
      host: 'directory.example.org',
      tls: 'ldaps',
      ca: null,
      bind_dn: '{login_id}@example.org',
      search_dn: 'dc=example,dc=org',
      reader: null,
      filter: '(cn={login_id})',
      attributes: {
        username: 'cn',
        display_name: 'displayName',
        email: 'mail',
        company: 'o',
        department: 'ou',
      },
    },
    problems: [],
  })
})

test('finds the ID in the attribute that the filter compares, or in a named one', () => {
  const idOf = (change: Record<string, string>) =>
    read({ ...LEAST, ...change }).directory?.attributes.username
  expect(idOf({ PODIUM_LDAP_FILTER: '(&(objectClass=user)(sAMAccountName={login_id}))' })).toBe(
    'sAMAccountName',
  )
  expect(idOf({ PODIUM_LDAP_ATTRIBUTES: 'username=uid' })).toBe('uid')
  expect(problemsOf({ PODIUM_LDAP_FILTER: '(mail={login_id}@example.org)' })).toEqual([
    expect.stringContaining('give the attribute that contains the ID'),
  ])
})

test('requires encryption for passwords except within this machine', () => {
  const tlsOf = (change: Record<string, string>) => read({ ...LEAST, ...change }).directory?.tls
  expect(problemsOf({ PODIUM_LDAP_URL: 'ldap://directory.example.org' })).toEqual([
    'PODIUM_LDAP_URL=ldap://directory.example.org: passwords would travel unencrypted. Use ldaps://, or set PODIUM_LDAP_STARTTLS=1.',
  ])
  const starttls = { PODIUM_LDAP_URL: 'ldap://directory.example.org:389', PODIUM_LDAP_STARTTLS: '1' }
  expect([tlsOf(starttls), problemsOf(starttls)]).toEqual(['starttls', []])
  for (const url of ['ldap://127.0.0.1:3890', 'ldap://localhost/', 'ldap://[::1]'])
    expect([tlsOf({ PODIUM_LDAP_URL: url }), problemsOf({ PODIUM_LDAP_URL: url })]).toEqual(['none', []])
  expect(problemsOf({ PODIUM_LDAP_STARTTLS: '1' })).toHaveLength(1)
})

test('reports every error with a sentence', () => {
  const noCertificate = join(mkdtempSync(join(tmpdir(), 'podium-ca-')), 'ca.pem')
  writeFileSync(noCertificate, 'nothing')
  const wrong: [Record<string, string>, string][] = [
    [{ PODIUM_LDAP_URL: 'https://directory.example.org' }, 'give an address like ldaps://'],
    [{ PODIUM_LDAP_URL: 'ldaps://user:pw@directory.example.org' }, 'give an address like ldaps://'],
    [{ PODIUM_LDAP_URL: 'ldaps://directory.example.org/dc=example' }, 'give an address like ldaps://'],
    [{ PODIUM_LDAP_BASE_DN: '' }, 'needs PODIUM_LDAP_BASE_DN'],
    [{ PODIUM_LDAP_BIND_DN: '' }, 'PODIUM_LDAP_BIND_DN: give the name that people sign in with'],
    [{ PODIUM_LDAP_BIND_DN: '{login_id}' }, 'PODIUM_LDAP_BIND_DN: give the name that people sign in with'],
    [{ PODIUM_LDAP_BIND_DN: 'cn=everybody' }, 'PODIUM_LDAP_BIND_DN: give the name that people sign in with'],
    [{ PODIUM_LDAP_READER_DN: 'cn=reader' }, 'go together'],
    [{ PODIUM_LDAP_READER_PASSWORD: 'x' }, 'go together'],
    [
      { PODIUM_LDAP_FILTER: '(uid=kim)', PODIUM_LDAP_ATTRIBUTES: 'username=uid' },
      'does not contain {login_id}',
    ],
    [{ PODIUM_LDAP_FILTER: '(&(uid={login_id})' }, 'this is not a valid filter'],
    [{ PODIUM_LDAP_ATTRIBUTES: 'phone=telephoneNumber' }, "'phone=telephoneNumber' is not a pair"],
    [{ PODIUM_LDAP_ATTRIBUTES: 'email=mail)(x' }, 'is not a pair'],
    [{ PODIUM_LDAP_CA_FILE: '/nowhere/ca.pem' }, '/nowhere/ca.pem cannot be read (ENOENT)'],
    [{ PODIUM_LDAP_CA_FILE: noCertificate }, 'contains no certificate in PEM form'],
  ]
  for (const [change, sentence] of wrong)
    expect([change, problemsOf(change)]).toEqual([change, [expect.stringContaining(sentence)]])
  expect(read({ PODIUM_LDAP_BASE_DN: 'dc=example' }).problems).toEqual([
    'PODIUM_LDAP_BASE_DN needs PODIUM_LDAP_URL beside it.',
  ])
})
