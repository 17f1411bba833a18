import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { canMount, createSmallDisk, type SmallDisk } from '@podium/engines/testing/small-disk.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Started } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const MIB = 1024 ** 2
const FULL = /^The disk is full: .+ of 300 MiB are free/

/** The fields of the answers in these tests. */
interface Answered {
  id: string
  account_id: string
  email: string
  detail: string
}

describe.runIf(canMount())('a server whose disk is full', () => {
  let disk: SmallDisk
  let server: Started
  let address: string
  let session: string
  let workspace: string
  let account: string

  beforeAll(async () => {
    disk = createSmallDisk(300)
    server = start()
    address = await addressOf(server)
    session = await signIn()
    account = (await send('GET', '/auth/session')).body.account_id
    const made = await send('POST', '/workspaces', {
      name: 'small',
      s3_bucket_name: 'small',
      execution_specs: [],
    })
    expect([made.status, made.body]).toEqual([200, expect.anything()])
    workspace = made.body.id
    await waitFor(() => expect(ballast()).toBe(30 * MIB))
  })
  afterAll(async () => {
    await end('SIGTERM')
    disk.remove()
  })

  const start = () =>
    startServer({
      PODIUM_HOME: disk.folder,
      PODIUM_PORT: '0',
      PODIUM_LOG_LEVEL: 'warn',
      PODIUM_ADMIN_ID: 'boss',
      PODIUM_ADMIN_PASSWORD: 'violet kettle under moss',
    })

  const addressOf = (started: Started) => started.untilPrinted(/running at (http:\S+)/)

  async function end(signal: NodeJS.Signals): Promise<void> {
    server.child.kill(signal)
    await server.ended
  }

  const ballast = () => statSync(join(disk.folder, 'ballast'), { throwIfNoEntry: false })?.size ?? 0

  async function send(method: string, path: string, body?: object | Buffer) {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { cookie: `access-token=${session}` },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const retry = answer.headers.get('retry-after')
    const answered = (await answer.json()) as Answered
    return { status: answer.status, body: answered, retry, cookies: answer.headers.getSetCookie() }
  }

  async function signIn(): Promise<string> {
    const { status, cookies, body } = await send('POST', '/auth/login', {
      login_id: 'boss',
      login_pw: 'violet kettle under moss',
    })
    if (status !== 200) throw body
    return /access-token=([^;]+)/.exec(cookies.join('\n'))?.[1] ?? ''
  }

  const upload = (name: string, mib: number) =>
    send('PUT', `/workspaces/${workspace}/objects/uploads/${name}`, Buffer.alloc(mib * MIB))

  function stored(folder = join(disk.folder, 'objects')): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  }

  const change = (email: string) => send('PATCH', '/settings/accounts', { id: account, email })

  /**
   * Changes something until it is refused; returns the last acknowledged value. Space that PostgreSQL frees meanwhile
   * in its own log is used up too.
   */
  async function changeUntilRefused() {
    for (let n = 0, acknowledged = ''; ; n += 1) {
      if (disk.free() > 0) disk.fill()
      const email = `boss${n}@${'x'.repeat(200)}.example`
      const { status, body, retry } = await change(email)
      if (status !== 200) return { acknowledged, refusal: { status, detail: body.detail, retry } }
      acknowledged = email
    }
  }

  async function readEmail(): Promise<unknown> {
    const { status, body } = await send('GET', `/settings/accounts/${account}`)
    return status === 200 ? body.email : Promise.reject(new Error(`${status}`))
  }

  /** Fills the disk to the last block, including the ballast. */
  async function fillAll(): Promise<void> {
    disk.fill()
    await waitFor(() => expect(ballast()).toBe(0))
    disk.fill()
  }

  async function roomIsBack(): Promise<void> {
    disk.makeRoom()
    await waitFor(async () => {
      expect((await send('GET', '/healthz')).body).toEqual({ status: 'ok', failing: [] })
      expect(ballast()).toBe(30 * MIB)
    })
  }

  const postgres = () =>
    Number(readFileSync(join(disk.folder, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0])

  test('refuses an upload that would leave too little for the database, and stores nothing of it', async () => {
    expect((await upload('small', 1)).status).toBe(200)
    expect(await upload('large', 70)).toMatchObject({
      status: 507,
      retry: '3',
      body: { detail: expect.stringMatching(FULL) },
    })
    expect(stored()).toEqual(['small'])
  })

  test('refuses changes and uploads with a reason, and still answers reads', async () => {
    await fillAll()
    const { acknowledged, refusal } = await changeUntilRefused()
    expect(refusal).toEqual({ status: 503, detail: expect.stringMatching(FULL), retry: '3' })
    expect(await readEmail()).toBe(acknowledged)
    const login = await signIn().catch((refused: Answered) => refused.detail)
    expect(login).toMatch(new RegExp(`^[\\w-]{20,}$|${FULL.source}`))
    expect(await upload('more', 1)).toMatchObject({
      status: 507,
      body: { detail: expect.stringMatching(FULL) },
    })
    expect(await send('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'failing', failing: ['disk'], reasons: ['The disk is full.'] },
    })
    await roomIsBack()
    expect((await change('back@example.org')).status).toBe(200)
    expect(stored()).toEqual(['small'])
  })

  test('serves again after PostgreSQL is killed, because the ballast allows its recovery', {
    tags: ['long'],
  }, async () => {
    const { body } = await change('before@example.org')
    expect(body.email).toBe('before@example.org')
    disk.fill()
    const killed = postgres()
    process.kill(killed, 'SIGKILL')
    // its backends answer for a moment longer
    await waitFor(() => expect(postgres()).not.toBe(killed))
    await waitFor(async () => expect(await readEmail()).toBe('before@example.org'))
    expect((await change('after@example.org')).status).toBe(200)
    await roomIsBack()
  })

  test('waits for room at a start and says so', { tags: ['long'] }, async () => {
    await fillAll()
    await end('SIGKILL')
    // uses the space that the database freed as it ended
    disk.fill()
    server = start()
    await waitFor(() => expect(server.text()).toContain('Podium starts as soon as 24 MiB are free.'))
    expect(server.text()).not.toContain('running at')
    disk.makeRoom()
    address = await addressOf(server)
    expect(await readEmail()).toBe('after@example.org')
    expect((await change('restarted@example.org')).status).toBe(200)
  })
})
