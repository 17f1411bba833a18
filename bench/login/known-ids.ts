import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { passwords } from '@podium/server/domains/accounts/passwords.ts'
import { podium } from '@podium/server/domains/audit/audit.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'
import { interleave, median, printFigures } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { serveInProcess } from '../run-list/server-process.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'

const ROUNDS = 401
const MAX_PERCENT = 5

/** Measures if the time of a refused login reveals whether an ID exists. Every attempt is the first of its ID. */
export function measureKnownIds(): Promise<Verdict[]> {
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection) => {
      const { database, close } = connectDatabase({ connection, log: quietLog })
      const { first } = await createPeople(database)
      await database.execute(sql`
        insert into accounts (login_type, username, display_name, role, password_hash, last_login_at)
        select 'static', 'known-' || n, 'Known', 'DEVELOPER', ${await passwords.hash('violet kettle under moss', podium)}, now()
        from generate_series(1, ${ROUNDS + 1}::int) as n`)
      await close()
      const server = await serveInProcess('podium', connection, first.id)
      try {
        const next = { known: 0, ghost: 0 }
        const refused = (kind: keyof typeof next) => async () => {
          next[kind] += 1
          return refusedLogin(server.address, `${kind}-${next[kind]}`)
        }
        await refused('known')()
        await refused('ghost')()
        const figures = await interleave(ROUNDS, {
          'ID of an account': refused('known'),
          'unknown ID': refused('ghost'),
        })
        printFigures('ms', figures)
        const [real, ghost] = [median(figures['ID of an account']), median(figures['unknown ID'])]
        const apart = (Math.abs(real - ghost) / real) * 100
        return [atMost('refused logins of known and unknown IDs, apart', apart, MAX_PERCENT, '%')]
      } finally {
        await server.stop()
      }
    }),
  )
}

async function refusedLogin(address: string, login_id: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ login_id, login_pw: 'a wrong password of usual length' }),
  })
  await response.arrayBuffer()
  if (response.status !== 401) throw new Error(`A wrong login answered ${response.status}.`)
  return performance.now() - began
}
