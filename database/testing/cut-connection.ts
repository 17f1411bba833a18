import type { Socket } from 'node:net'
import type { ConnectionSettings } from '../connection-settings.ts'
import { type DatabaseProxy, databaseProxy } from './database-proxy.ts'

/** Messages that send PostgreSQL a statement: a query, or one that is prepared first. */
const STATEMENTS = new Set(['Q', 'P'].map((letter) => letter.charCodeAt(0)))

/**
 * A proxy for the database that breaks after so many statements. The last one is executed and its answer is lost, as
 * when the client was killed at that moment.
 */
export function cutAfter(settings: ConnectionSettings, statements: number): Promise<DatabaseProxy> {
  return databaseProxy(settings, (client, database) => passOn(client, database, statements, () => {}))
}

/** A proxy for the database that never breaks and records each statement. */
export async function listenIn(
  settings: ConnectionSettings,
): Promise<DatabaseProxy & { statements: string[] }> {
  const statements: string[] = []
  const note = (text: string) => void statements.push(text)
  const proxy = await databaseProxy(settings, (client, database) =>
    passOn(client, database, Number.POSITIVE_INFINITY, note),
  )
  return { ...proxy, statements }
}

function passOn(
  client: Socket,
  database: Socket,
  statements: number,
  note: (statement: string) => void,
): void {
  let left = statements
  let lost = false
  let pending = Buffer.alloc(0)
  let started = false
  const cut = () => {
    client.destroy()
    database.destroy()
  }
  for (const socket of [client, database]) socket.on('error', cut).on('close', cut)
  client.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    // the first message, which starts the session, has no letter before its length
    for (;;) {
      const head = started ? 1 : 0
      if (pending.length < head + 4) return
      const length = head + pending.readInt32BE(head)
      if (pending.length < length) return
      const isStatement = started && STATEMENTS.has(pending[0] ?? 0)
      if (isStatement && left === 0) return cut()
      if (isStatement) left -= 1
      if (isStatement) note(textOf(pending.subarray(0, length)))
      lost = isStatement ? left === 0 : lost
      database.write(pending.subarray(0, length))
      pending = pending.subarray(length)
      started = true
    }
  })
  database.on('data', (chunk) => {
    if (lost) cut()
    else client.write(chunk)
  })
}

/** Returns the text of a query or a prepared one, which has a name before it; each ends with a zero. */
function textOf(message: Buffer): string {
  const [first = '', second = ''] = message.subarray(5).toString().split('\0')
  return String.fromCharCode(message[0] ?? 0) === 'P' ? second : first
}
