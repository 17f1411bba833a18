import { expect, test } from 'vitest'
import { idWithoutDomain } from './names.ts'

const BASE = 'ou=Staff, DC=example, dc=org'

test.each([
  ['{login_id}@works.example.org', 'kim@works.example.org', 'kim'],
  ['{login_id}@works.example.org', 'kim@Example.org', 'kim'],
  ['{login_id}@works.example.org', 'WORKS\\kim', 'kim'],
  ['{login_id}@works.example.org', 'kim@elsewhere.org', 'kim@elsewhere.org'],
  ['{login_id}@works.example.org', 'kim', 'kim'],
  ['{login_id}@works.example.org', '@works.example.org', '@works.example.org'],
  ['{login_id}@works.example.org', 'a@b@works.example.org', 'a@b'],
  ['{login_id}@works.example.org', '\\kim', '\\kim'],
  ['WORKS\\{login_id}', 'kim@example.org', 'kim'],
  ['WORKS\\{login_id}', 'works\\kim', 'kim'],
  ['uid={login_id},ou=people,dc=example,dc=org', 'kim@example.org', 'kim@example.org'],
  ['uid={login_id},ou=people,dc=example,dc=org', 'WORKS\\kim', 'WORKS\\kim'],
])('with the name %s, the typed %s means the ID %s', (bind_dn, typed, id) => {
  expect(idWithoutDomain({ bind_dn, search_dn: BASE }, typed)).toBe(id)
})
