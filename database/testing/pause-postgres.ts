import pg from 'pg'
import type { ConnectionSettings } from '../connection-settings.ts'

/**
 * Stops every process of that PostgreSQL, which then neither answers nor refuses.
 * @param admin a superuser
 * @returns a function that lets them go on
 */
export async function pausePostgres(admin: ConnectionSettings): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...admin })
  await client.connect()
  const first = await client.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  const postmaster: number = first.rows[0].pid
  // once the postmaster is stopped, no process is added
  process.kill(postmaster, 'SIGSTOP')
  const { rows } = await client.query('select pid from pg_stat_activity')
  const stopped: number[] = [postmaster, ...rows.map(({ pid }) => pid)]
  for (const pid of stopped.slice(1)) process.kill(pid, 'SIGSTOP')
  return async () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    await client.end()
  }
}
