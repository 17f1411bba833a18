// @module-tag slapd
// @module-tag openssl
import { Client, EqualityFilter, type Filter } from 'ldapts'
import { beforeAll, expect, test } from 'vitest'
import { type Slapd, startSlapd } from '../testing/slapd.ts'
import { testDirectory } from '../testing/test-directory.ts'
import { escapeInName, oneFilter, someFilter } from './names.ts'

const PASSWORD = 'violet kettle under moss'
const ODD = 'a,b+c="d";#<e>\\'
const STARTS = ['', '*', 'kim', 'k*m', 'nobody', ' ', '#', '\\', '\0', '\u00ad']
const MIDDLES = [
  ')(uid=*',
  ')(|(uid=*',
  '))(&(uid=*',
  ')(!(uid=nobody',
  '*)(objectClass=*',
  ',ou=people,dc=example,dc=org',
  ',ou=people,dc=example,dc=org\0',
  '+cn=kim',
  ';ou=people',
  '"=<>',
  '\\2a',
  '\\00',
  '\\',
  '#04036b696d',
  '=*',
  ':=*',
  '~=kim',
  '>=k',
  '\r\ndn: x',
  '\u{1F4A5}',
]
const ENDS = ['', '*', ')', '))', '\0', ' ']
const PAYLOADS = STARTS.flatMap((start) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)),
)
/** All pairs of a start and a middle, a middle and an end, and a start and an end: a sixth of all combinations. */
const PAIRS = STARTS.flatMap((start, at) =>
  MIDDLES.map((middle, between) => start + middle + ENDS[(at + between) % ENDS.length]),
)
const TRIED = process.env.PODIUM_LONG === '1' ? PAYLOADS : PAIRS

const FILTERS = [
  '(uid={login_id})',
  '(&(objectClass=inetOrgPerson)(|(uid={login_id})(mail={login_id}@example.org)))',
]
const ATTRIBUTES = {
  username: 'uid',
  display_name: 'displayName',
  email: 'mail',
  company: 'o',
  department: 'ou',
}

let slapd: Slapd
let client: Client
beforeAll(async () => {
  slapd = await startSlapd([
    { uid: 'kim', password: PASSWORD, displayName: 'Kim', mail: 'kim@example.org' },
    { uid: 'admin', password: PASSWORD },
    { uid: ODD, password: PASSWORD, rdn: 'uid=a\\2Cb\\2Bc\\3D\\22d\\22\\3B\\23\\3Ce\\3E\\5C' },
  ])
  client = new Client({ url: slapd.url })
  await client.bind(String(slapd.env.PODIUM_LDAP_READER_DN), String(slapd.env.PODIUM_LDAP_READER_PASSWORD))
  return async () => {
    await client.unbind()
    await slapd.stop()
  }
})

const count = async (filter: Filter) =>
  (await client.search('ou=people,dc=example,dc=org', { filter })).searchEntries.length

test('escapes filters and names so that they match exactly the typed text', async () => {
  const person = new Client({ url: slapd.url })
  await person.bind(`uid=${escapeInName(ODD)},ou=people,dc=example,dc=org`, PASSWORD)
  await person.unbind()
  for (const filter of FILTERS) {
    expect(await count(oneFilter({ filter, attributes: ATTRIBUTES }, ODD))).toBe(1)
    expect(await count(oneFilter({ filter, attributes: ATTRIBUTES }, 'kim'))).toBe(1)
    expect(await count(someFilter({ filter, attributes: ATTRIBUTES }, '+c="d";#<'))).toBe(1)
  }
  expect(await count(new EqualityFilter({ attribute: 'objectClass', value: 'inetOrgPerson' }))).toBe(3)
})

test(`widens no filter with any of ${TRIED.length} hostile IDs, as they are or in a name`, async () => {
  for (const payload of TRIED) {
    for (const filter of FILTERS) {
      const found = await count(oneFilter({ filter, attributes: ATTRIBUTES }, payload))
      expect([payload, found]).toEqual([payload, 0])
    }
    const name = `uid=${escapeInName(payload)},ou=people,dc=example,dc=org`
    const person = new Client({ url: slapd.url })
    await expect(person.bind(name, PASSWORD)).rejects.toThrow()
    await person.unbind()
  }
})

test(`lets none of ${TRIED.length} of them sign in or find anybody`, async () => {
  const directories = [
    slapd.env.PODIUM_LDAP_BIND_DN,
    'uid={login_id}',
    '{login_id}@example.org',
    'EXAMPLE\\{login_id}',
  ].map((name) => testDirectory({ ...slapd.env, PODIUM_LDAP_URL: slapd.url, PODIUM_LDAP_BIND_DN: name }))
  for (const payload of TRIED) {
    for (const directory of directories) expect(await directory.verify(payload, PASSWORD)).toBe(false)
    const [directory] = directories
    expect([payload, await directory?.find(payload)]).toEqual([payload, null])
    expect([payload, await directory?.search(`${payload}~`)]).toEqual([payload, []])
  }
  for (const nothing of ['\0', '\u00ad', ' \t', '*', '\\2a', ')(uid=*'])
    expect(await directories[0]?.search(nothing)).toEqual([])
})
