import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-ports.mjs'
import type { ConnectionSettings } from '../connection-settings.ts'
import { identityOfPostgres } from '../embedded/identity.ts'

export interface Pgbouncer {
  /** returns settings for the same database and role through the pooler */
  through(settings: ConnectionSettings): { connectionString: string }
  stop(): Promise<void>
}

/** Starts a real PgBouncer on loopback in front of a PostgreSQL behind a socket, with default settings otherwise. */
export async function startPgbouncer(
  behind: ConnectionSettings,
  settings: Record<string, string | number>,
): Promise<Pgbouncer> {
  if (!('host' in behind)) throw new Error('This PostgreSQL is behind no socket.')
  const identity = identityOfPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'podium-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'users')
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  await writeFile(users, ['podium', 'podium_owner', 'postgres'].map((name) => `"${name}" ""\n`).join(''))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${behind.host} port=${behind.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  await chmod(folder, 0o755)
  if (identity) await chown(folder, identity.uid, identity.gid)
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity,
  })
  await untilUp(child)
  return {
    through: (settings) => {
      if (!('user' in settings)) throw new Error('This PostgreSQL is behind no socket.')
      return { connectionString: `postgres://${settings.user}@127.0.0.1:${port}/${settings.database}` }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @throws with its output if it ends instead */
async function untilUp(child: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer ended and said: ${said}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('process up')) resolve()
    })
  })
}
