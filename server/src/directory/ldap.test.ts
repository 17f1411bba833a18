// @module-tag slapd
// @module-tag openssl
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type DirectoryEntry, type Slapd, startSlapd } from '../testing/slapd.ts'
import { IMPATIENCE, NO_READER, testDirectory } from '../testing/test-directory.ts'
import { DirectoryAway, WrongCredentials } from './directory.ts'

const PASSWORD = 'violet kettle under moss'
const PEOPLE: DirectoryEntry[] = [
  {
    uid: 'kim',
    password: PASSWORD,
    displayName: 'Kim of the directory',
    mail: 'kim@example.org',
    o: 'Example Works',
    ou: 'Vision',
  },
  { uid: 'admin', password: 'admin secret of directory' },
  ...Array.from({ length: 5_000 }, (_, at) => ({
    uid: `person${at}`,
    password: PASSWORD,
    displayName: `Person number ${at}`,
    mail: `person${at}@example.org`,
  })),
]

let slapd: Slapd
beforeAll(async () => {
  slapd = await startSlapd(PEOPLE)
  return () => slapd.stop()
})
afterEach(() => slapd.resume())

const directoryOf = (
  change: Record<string, string | undefined> = {},
  options?: Parameters<typeof testDirectory>[1],
) => testDirectory({ ...slapd.env, ...change }, options)

test('accepts the right password only', async () => {
  const directory = directoryOf()
  expect(await directory.verify('kim', PASSWORD)).toBe(true)
  expect(await directory.verify('KIM', PASSWORD)).toBe(true)
  expect(await directory.verify('kim', `${PASSWORD} `)).toBe(false)
  expect(await directory.verify('nobody', PASSWORD)).toBe(false)
})

const IN_VISION = { PODIUM_LDAP_FILTER: '(&(objectClass=inetOrgPerson)(ou=Vision)(uid={login_id}))' }

for (const [who, without] of [
  ['the reader', {}],
  ['themselves', NO_READER],
] as const)
  test(`accepts a right password only for people within filter and base, looked up as ${who}`, async () => {
    const grouped = directoryOf({ ...IN_VISION, ...without })
    expect(await grouped.verify('KIM', PASSWORD)).toBe(true)
    expect(await grouped.verify('kim', 'wrong')).toBe(false)
    expect(await grouped.verify('person7', PASSWORD)).toBe(false)
    const elsewhere = directoryOf({
      ...without,
      PODIUM_LDAP_SEARCH_DN: 'uid=person7,ou=people,dc=example,dc=org',
    })
    expect(await elsewhere.verify('person7', PASSWORD)).toBe(true)
    expect(await elsewhere.verify('kim', PASSWORD)).toBe(false)
    const two = directoryOf({
      ...without,
      PODIUM_LDAP_FILTER: '(|(uid={login_id})(uid=kim))',
      PODIUM_LDAP_ATTRIBUTES: 'username=uid',
    })
    expect(await two.verify('kim', PASSWORD)).toBe(true)
    expect(await two.verify('person7', PASSWORD)).toBe(false)
  })

test('does not take a refused reader for a wrong password, and keeps nobody else waiting', async () => {
  const directory = directoryOf({ PODIUM_LDAP_READER_PASSWORD: 'changed meanwhile' })
  for (let at = 0; at < 5; at++)
    await expect(directory.verify('kim', PASSWORD)).rejects.toThrow('refuses the reader')
  expect(await directory.verify('kim', 'wrong')).toBe(false)
})

test('reports a directory that stops answering between password and look-up as too slow', async () => {
  const silent = await silentAfterOneAnswer()
  const directory = directoryOf({ PODIUM_LDAP_URL: silent.url }, { patience: IMPATIENCE })
  await expect(directory.verify('kim', PASSWORD)).rejects.toThrow('did not answer in time')
  silent.server.close()
})

/** Forwards everything to the directory, but only the first of its answers. */
async function silentAfterOneAnswer(): Promise<{ server: Server; url: string }> {
  const server = createServer((client) => {
    const directory = connect(Number(new URL(slapd.url.replace('ldap:', 'http:')).port), '127.0.0.1')
    client.on('error', () => directory.destroy()).on('close', () => directory.destroy())
    directory.on('error', () => client.destroy()).once('data', (answer) => client.write(answer))
    client.pipe(directory)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, url: `ldap://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

test('escapes an ID in templates with a name, a domain or anything else', async () => {
  const domain = directoryOf({ PODIUM_LDAP_BIND_DN: '{login_id}@example.org' })
  const anybody = directoryOf({ ...NO_READER, PODIUM_LDAP_BIND_DN: 'uid={login_id}' })
  for (const id of ['uid=kim,ou=people,dc=example,dc=org', 'kim,ou=people,dc=example,dc=org', 'EXTERNAL', ''])
    for (const directory of [domain, anybody]) expect(await directory.verify(id, PASSWORD)).toBe(false)
})

test('refuses an empty password itself, because the directory would accept it', async () => {
  await slapd.pause()
  for (const password of ['', ' ', '\t\n', '\0', 'x\0'])
    expect(await directoryOf().verify('kim', password)).toBe(false)
  const looking = directoryOf().search('kim', { login_id: 'kim', login_pw: '' })
  await expect(looking).rejects.toBeInstanceOf(WrongCredentials)
})

test('finds a person by ID only, with the fields of an account', async () => {
  const directory = directoryOf()
  expect(await directory.find('KIM')).toEqual({
    username: 'kim',
    display_name: 'Kim of the directory',
    email: 'kim@example.org',
    company: 'Example Works',
    department: 'Vision',
  })
  expect(await directory.find('admin')).toEqual({
    username: 'admin',
    display_name: 'admin',
    email: '',
    company: '',
    department: '',
  })
  for (const id of ['person', 'person*', '*', 'Kim of the directory', ''])
    expect(await directory.find(id)).toBeNull()
})

test('reads the fields from the named attributes', async () => {
  const directory = directoryOf({
    PODIUM_LDAP_ATTRIBUTES: 'display_name=mail,email=cn,company=ou, department=o',
  })
  expect(await directory.find('kim')).toEqual({
    username: 'kim',
    display_name: 'kim@example.org',
    email: 'kim',
    company: 'Vision',
    department: 'Example Works',
  })
})

test('searches parts of ID, name and address, at most fifty, the exact ID first', async () => {
  const directory = directoryOf()
  expect((await directory.search('of the DIRECTORY')).map(({ username }) => username)).toEqual(['kim'])
  expect((await directory.search('kim@example')).map(({ username }) => username)).toEqual(['kim'])
  const many = await directory.search('person4')
  expect(many).toHaveLength(50)
  expect(many[0]?.username).toBe('person4')
  expect(new Set(many.map(({ username }) => username)).size).toBe(50)
  expect(await directory.search('nobody-has-this')).toEqual([])
  expect(await directory.search(' ')).toEqual([])
})

test('asks for the searcher’s credentials without a reader', async () => {
  const directory = directoryOf(NO_READER)
  expect(directory.describe().reader).toBe(false)
  const kim = { login_id: 'kim', login_pw: PASSWORD }
  expect((await directory.find('person7', kim))?.email).toBe('person7@example.org')
  expect(await directory.search('person77', kim)).toHaveLength(11)
  for (const wrong of [undefined, { ...kim, login_pw: 'wrong' }, { login_id: 'nobody', login_pw: PASSWORD }])
    await expect(directory.search('person77', wrong)).rejects.toBeInstanceOf(WrongCredentials)
})

test('uses StartTLS and ldaps as configured, and only with a trusted certificate', async () => {
  const starttls = { PODIUM_LDAP_URL: slapd.url, PODIUM_LDAP_STARTTLS: '1' }
  expect(await directoryOf(starttls).verify('kim', PASSWORD)).toBe(true)
  expect(await directoryOf(starttls).verify('kim', 'wrong')).toBe(false)
  expect(await directoryOf(starttls).health()).toEqual({ reachable: true, detail: '' })
  expect(await directoryOf({ PODIUM_LDAP_URL: slapd.url }).verify('kim', PASSWORD)).toBe(true)
  for (const change of [{}, starttls]) {
    const untrusting = directoryOf({ ...change, PODIUM_LDAP_CA_FILE: undefined })
    await expect(untrusting.verify('kim', PASSWORD)).rejects.toBeInstanceOf(DirectoryAway)
    expect((await untrusting.health()).detail).toMatch(
      /certificate of ldap.* cannot be trusted: .*PODIUM_LDAP_CA_FILE/,
    )
  }
})

test('tells an administrator in its health what to fix', async () => {
  expect(await directoryOf().health()).toEqual({ reachable: true, detail: '' })
  expect(await directoryOf(NO_READER).health()).toEqual({ reachable: true, detail: '' })
  const refused = await directoryOf({ PODIUM_LDAP_READER_PASSWORD: 'wrong' }).health()
  expect(refused.detail).toContain('refuses the reader')
  const nowhere = await directoryOf({ PODIUM_LDAP_URL: 'ldaps://127.0.0.1:1' }).health()
  expect(nowhere.detail).toContain('refuses the connection')
  await slapd.pause()
  for (const change of [{}, { PODIUM_LDAP_URL: slapd.url }])
    expect((await directoryOf(change, { patience: IMPATIENCE }).health()).detail).toContain(
      'did not answer in time',
    )
})

test('pauses requests to a directory that does not answer, then tries one, then resumes', async () => {
  let clock = 0
  const patience = { ...IMPATIENCE }
  const directory = directoryOf({}, { now: () => clock, patience })
  const away = (sentence: string) => expect(directory.verify('kim', PASSWORD)).rejects.toThrow(sentence)
  await slapd.pause()
  for (let at = 0; at < 3; at++) await away('did not answer in time')
  slapd.resume()
  Object.assign(patience, { connect_ms: 10_000, whole_ms: 10_000 })
  await away('did not answer recently')
  clock += 9_999
  await away('did not answer recently')
  clock += 1
  expect(await directory.verify('kim', PASSWORD)).toBe(true)
  expect(await directory.verify('kim', 'wrong')).toBe(false)
})

test('queues a crowd and answers each correctly', async () => {
  const directory = directoryOf()
  const asked = Array.from({ length: 100 }, (_, at) =>
    directory.verify(`person${at}`, at % 2 === 0 ? PASSWORD : 'wrong'),
  )
  expect(await Promise.all(asked)).toEqual(asked.map((_, at) => at % 2 === 0))
})
