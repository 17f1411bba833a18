import * as accounts from '@podium/contract/calls/accounts.ts'
import { login } from '@podium/contract/calls/auth.ts'
import * as instances from '@podium/contract/calls/instances.ts'
import * as objects from '@podium/contract/calls/objects.ts'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import * as runs from '@podium/contract/calls/runs.ts'
import * as signIn from '@podium/contract/calls/sign-in.ts'
import * as solutions from '@podium/contract/calls/solutions.ts'
import * as streams from '@podium/contract/calls/streams.ts'
import * as workspaces from '@podium/contract/calls/workspaces.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { Database } from '@podium/database/connect.ts'
import { accounts as accountTable } from '@podium/database/schema/accounts.ts'
import { members } from '@podium/database/schema/workspaces.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { passwords } from '../../domains/accounts/passwords.ts'
import { podium } from '../../domains/audit/audit.ts'
import { addStream } from '../../domains/runs/testing/run-fixture.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects, type TestObjects } from '../../testing/test-objects.ts'
import type { Player } from '../../testing/test-people.ts'

const PASSWORD = 'violet kettle under moss'
/** Cuts at each statement, in the short form at every third. */
const STEP = process.env.PODIUM_LONG === '1' ? 1 : 3
const hash = passwords.hash(PASSWORD, podium)

let server: TestApp
let cut: ReturnType<typeof cutConnections>
let made = 0

beforeAll(async () => {
  server = await createTestApp()
  cut = cutConnections(server.deps.database)
  return () => server.close()
})

/** Breaks the connection that is about to carry the n-th statement, sometimes before the driver can notice. */
function cutConnections({ $client: pool }: Database) {
  const wrapped = new WeakSet<pg.PoolClient>()
  let at = 0
  let sent = 0
  pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const query = async (...args: unknown[]) => {
      sent += 1
      if (sent === at) {
        const ended = new Promise<void>((resolve) => client.once('end', resolve))
        await send('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
        if (at % 2 === 0) await ended
      }
      return send(...args)
    }
    Object.assign(client, { query })
  })
  return {
    at(n: number): void {
      at = n
      sent = 0
    },
    /** Returns true if there was such a statement. */
    off(): boolean {
      const was = sent >= at
      at = 0
      return was
    },
  }
}

interface PreparedCall {
  role: Player
  params?: object
  query?: object
  body?: unknown
}

async function newAccount(): Promise<string> {
  made += 1
  const [account] = await server.deps.database
    .insert(accountTable)
    .values({
      login_type: 'static',
      username: `person-${made}`,
      display_name: 'P',
      role: 'DEVELOPER',
      password_hash: await hash,
      last_login_at: sql`now()`,
    })
    .returning({ id: accountTable.id })
  return account?.id ?? ''
}

const inFirst = () => ({ workspace_id: server.people.first.id })
const first = () => ({ id: server.people.first.id })
const named = (name = 'solution') => ({ ...metadataForTests(), name: `${name}-${made}` })
const below = (kind: keyof TestObjects, body?: object) => async (): Promise<PreparedCall> => {
  const ids = await makeObjects(server.deps.database, server.people.first.id, server.people.ids.manager)
  return { role: 'manager', params: { id: ids[kind] }, query: inFirst(), body }
}
const ofAccount = (detailsOf: (id: string) => Partial<PreparedCall>) => async (): Promise<PreparedCall> => ({
  role: 'admin',
  ...detailsOf(await newAccount()),
})
const ofMember =
  (detailsOf: (account_id: string) => Partial<PreparedCall>) => async (): Promise<PreparedCall> => {
    const account_id = await newAccount()
    await server.deps.database
      .insert(members)
      .values({ workspace_id: server.people.first.id, account_id, role: 'MEMBER' })
    return { role: 'admin', params: first(), ...detailsOf(account_id) }
  }

/** The calls that change something, each with the setup it needs. */
const CALLS: [Route, () => Promise<PreparedCall>][] = [
  [login, ofAccount(() => ({ body: { login_id: `person-${made}`, login_pw: PASSWORD } }))],
  [
    accounts.createAccount,
    async () => {
      made += 1
      const who = { username: `made-${made}`, password: PASSWORD, display_name: 'M', email: 'm@example.org' }
      return { role: 'admin', body: { ...who, role: 'DEVELOPER' } }
    },
  ],
  [accounts.editAccount, ofAccount((id) => ({ body: { id, role: 'ADMIN' } }))],
  [
    accounts.setPassword,
    ofAccount((id) => ({ params: { id }, body: { password: 'green kettle under moss' } })),
  ],
  [accounts.deleteAccounts, ofAccount((id) => ({ body: { ids: [id] } }))],
  [accounts.unlockAccount, ofAccount((id) => ({ params: { id } }))],
  [accounts.unlockAccounts, ofAccount((id) => ({ body: { ids: [id] } }))],
  [accounts.makePasswordLink, ofAccount((id) => ({ params: { id } }))],
  [signIn.endOtherSessions, async () => ({ role: 'member', params: { id: server.people.ids.member } })],
  [keepPreferences, async () => ({ role: 'member', body: { solution_view: 'list' } })],
  [
    workspaces.createWorkspace,
    async () => {
      made += 1
      return { role: 'admin', body: { name: `room-${made}-ws`, s3_bucket_name: `room-${made}` } }
    },
  ],
  [
    workspaces.deleteWorkspace,
    async () => {
      made += 1
      const body = { name: `room-${made}-ws`, s3_bucket_name: `room-${made}` }
      const { id } = await server.as('admin').call(workspaces.createWorkspace, { body })
      return { role: 'admin', params: { id } }
    },
  ],
  [workspaces.editWorkspace, async () => ({ role: 'admin', query: inFirst(), body: { dashboard_hash: '' } })],
  [
    workspaces.addMembers,
    ofAccount((account_id) => ({
      params: first(),
      body: { members: [{ account_id, role: 'MEMBER' }] },
    })),
  ],
  [
    workspaces.editMembers,
    ofMember((account_id) => ({ body: { members: [{ account_id, role: 'DEVELOPER' }] } })),
  ],
  [workspaces.removeMembers, ofMember((id) => ({ body: { account_ids: [id] } }))],
  [
    objects.putObject,
    async () => {
      made += 1
      const params = { ...first(), path: `datasets/${made}.txt` }
      return { role: 'manager', params, body: Buffer.from('bytes') }
    },
  ],
  [
    objects.deleteObject,
    async () => {
      made += 1
      const params = { ...first(), path: `datasets/${made}.txt` }
      await server.as('manager').ask(objects.putObject, { params, body: Buffer.from('bytes') })
      return { role: 'manager', params }
    },
  ],
  [
    solutions.registerSolution,
    async () => {
      made += 1
      return { role: 'manager', query: inFirst(), body: { metadata_json: named() } }
    },
  ],
  [
    solutions.registerVersion,
    async () => {
      made += 1
      const request = { query: inFirst(), body: { metadata_json: named('versions') } }
      const [version] = (await server.as('manager').call(solutions.registerSolution, request)).versions
      return { role: 'manager', params: { id: version?.solution_id }, ...request }
    },
  ],
  [solutions.rateSolution, below('solution', { stars: 4 })],
  [solutions.deleteSolution, below('solution')],
  [
    instances.createInstance,
    async () => {
      made += 1
      const { params } = await below('version')()
      const body = { name: `instance-${made}`, solution_version_id: (params as { id: string }).id }
      return { role: 'manager', query: inFirst(), body }
    },
  ],
  [instances.editInstance, below('instance', { description: 'Another.' })],
  [instances.deleteInstance, below('instance')],
  [
    streams.createStream,
    async () => {
      const { params } = await below('instance')()
      const body = { name: 'one-more', instance_id: (params as { id: string }).id }
      return { role: 'manager', query: inFirst(), body }
    },
  ],
  [streams.editStream, below('stream', { name: 'another-name' })],
  [streams.deleteStream, below('stream')],
  [
    runs.startRun,
    async () => {
      made += 1
      const { stream } = await addStream(server, server.people.first.id, metadataForTests(), `run-${made}`)
      return { role: 'manager', params: { id: stream }, query: inFirst(), body: {} }
    },
  ],
]

test.each(CALLS.map(([route, prepare]) => [route.id, route, prepare] as const))(
  '%s whose connection breaks at any statement is done or can be repeated',
  async (_id, route, prepare) => {
    const wrong: string[] = []
    for (let n = 1, reached = true; reached; n += STEP) {
      const { role, ...request } = await prepare()
      cut.at(n)
      const { statusCode, body } = await server.as(role).ask(route, request)
      reached = cut.off()
      if (statusCode !== 200 && !(reached && statusCode === 503)) wrong.push(`${n}: ${statusCode} ${body}`)
    }
    expect(wrong).toEqual([])
    const { $client: pool } = server.deps.database
    // Background work may hold a connection for a moment; a leaked one never comes back.
    await waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0))
  },
)
