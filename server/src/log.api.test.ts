import { Writable } from 'node:stream'
import { setPassword } from '@podium/contract/calls/accounts.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createTestApp } from './testing/test-app.ts'

test('logs a failed statement with PostgreSQL’s message, without its values', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const server = await createTestApp({ log: createLog('info', sink) })
  const { database } = server.deps
  try {
    const answer = database.transaction(async (tx) => {
      await tx.execute(sql`lock table accounts in exclusive mode`)
      const body = { password: 'violet kettle under moss' }
      const asked = server.as('admin').ask(setPassword, { params: { id: server.people.ids.member }, body })
      await waitFor(async () => {
        const ended = await database.execute(sql`
            select pg_cancel_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%set password_hash%'`)
        expect(ended.rows).toHaveLength(1)
      })
      return asked
    })
    expect((await answer).statusCode).toBe(500)
    const log = lines.join('')
    expect(log).toContain('update accounts set password_hash = $1')
    expect(log).toContain('canceling statement')
    expect(log).not.toContain('argon2id')
  } finally {
    await server.close()
  }
})
