import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { givePasswords, TEST_PASSWORD } from '../../testing/test-sign-in.ts'

const CONNECTIONS = 300
const RIGHT_LOGINS = 40
const [BUSY, ELSEWHERE] = ['192.0.2.1', '203.0.113.9']

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ env: { PODIUM_TRUSTED_PROXIES: '127.0.0.1' } })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  await givePasswords(server)
  return () => server.close()
})

async function tryLogin(agent: Agent, client: string, login_id: string, login_pw: string) {
  const { port } = server.app.server.address() as AddressInfo
  const made = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/auth/login', agent })
  made.setHeader('x-forwarded-for', client)
  made.end(JSON.stringify({ login_id, login_pw }))
  const [answer] = (await once(made, 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode
}

/** Tries wrong passwords on each connection, one after another, until the returned function is called. */
function startFlood(idOf: (n: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const statuses = new Set<number | undefined>()
  let isOver = false
  let tries = 0
  async function go() {
    while (!isOver) {
      tries += 1
      statuses.add(await tryLogin(agent, BUSY, idOf(tries), `a wrong password ${tries}`))
    }
  }
  const gone = Array.from({ length: CONNECTIONS }, go)
  return async () => {
    isOver = true
    await Promise.all(gone)
    agent.destroy()
    return [...statuses].sort()
  }
}

test.each([
  ['one ID', () => 'loner'],
  ['many IDs', (n: number) => `id-${n}`],
])('lets another client sign in while 300 connections try wrong passwords on %s', async (_, idOf) => {
  const agent = new Agent({ keepAlive: true })
  const end = startFlood(idOf)
  const answers: unknown[] = []
  for (let n = 0; n < RIGHT_LOGINS; n += 1)
    answers.push(await tryLogin(agent, ELSEWHERE, 'member', TEST_PASSWORD))
  expect(answers).toEqual(Array.from({ length: RIGHT_LOGINS }, () => 200))
  const statuses = await end()
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([])
  agent.destroy()
  const { rows } = await server.deps.database.execute(
    sql`select max(login_fail_count)::int as most from accounts`,
  )
  expect(rows[0]?.most).toBeLessThanOrEqual(5)
})
