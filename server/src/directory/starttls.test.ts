// @module-tag slapd
// @module-tag openssl
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type Slapd, startSlapd } from '../testing/slapd.ts'
import { testDirectory } from '../testing/test-directory.ts'
import { DirectoryAway } from './directory.ts'

const PASSWORD = 'violet kettle under moss'
/** An LDAPResult `success` for the operation `tag` with that message id, in BER. */
const success = (id: number, tag: number) =>
  Buffer.from([0x30, 0x0c, 0x02, 0x01, id, tag, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00])
/** The same, but unfinished: its last text swallows the bytes that follow, as long as the directory's own answer. */
const swallowing = (id: number, tag: number, next: number) =>
  Buffer.from([0x30, 12 + next, 0x02, 0x01, id, tag, 7 + next, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, next])
const EXTENDED = 0x78
const BIND = 0x61

let slapd: Slapd
const servers: Server[] = []
beforeAll(async () => {
  slapd = await startSlapd([{ uid: 'kim', password: PASSWORD }])
  return async () => {
    for (const server of servers) server.close()
    await slapd.stop()
  }
})

/** A machine in the middle that can change the first, unencrypted answer. */
async function between(changed: (answer: Buffer) => Buffer): Promise<string> {
  const server = createServer((client: Socket) => {
    const directory = connect(Number(new URL(slapd.url.replace('ldap:', 'http:')).port), '127.0.0.1')
    for (const [from, to] of [
      [client, directory],
      [directory, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    client.pipe(directory)
    directory.once('data', (answer) => {
      client.write(changed(answer as Buffer))
      directory.pipe(client)
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return `ldap://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const through = async (changed: (answer: Buffer) => Buffer) =>
  testDirectory({ ...slapd.env, PODIUM_LDAP_URL: await between(changed), PODIUM_LDAP_STARTTLS: '1' })

test('signs in through a relay that changes nothing', async () => {
  const directory = await through((answer) => answer)
  expect(await directory.verify('kim', PASSWORD)).toBe(true)
  expect(await directory.verify('kim', 'wrong')).toBe(false)
})

test('lets nobody in by an answer appended to the unencrypted one', async () => {
  for (const id of [1, 2, 3, 4])
    for (const part of [success(id, BIND), swallowing(id, BIND, success(id, BIND).length)]) {
      const directory = await through((answer) => Buffer.concat([answer, part]))
      expect(await directory.verify('kim', 'wrong').catch(() => false)).toBe(false)
    }
})

test('sends no password without encryption', async () => {
  const heard: Buffer[] = []
  const server = createServer((client) => {
    client.on('error', () => undefined)
    client.on('data', (chunk: Buffer) => {
      heard.push(chunk)
      client.write(success(heard.length + 1, heard.length === 1 ? EXTENDED : BIND))
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const directory = testDirectory({
    ...slapd.env,
    PODIUM_LDAP_URL: `ldap://127.0.0.1:${port}`,
    PODIUM_LDAP_STARTTLS: '1',
  })
  await expect(directory.verify('kim', PASSWORD)).rejects.toBeInstanceOf(DirectoryAway)
  expect(Buffer.concat(heard).includes(PASSWORD)).toBe(false)
})
