import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { ConnectionSettings } from '../connection-settings.ts'
import { inDatabase } from './in-database.ts'
import { withClient } from './with-client.ts'

export interface EmptyDatabase {
  owner: ConnectionSettings
  serving: ConnectionSettings
  drop(): Promise<void>
}

/** Creates a database of the test's own without tables. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const { admin, owner, serving, prefix, owningRole } = inject('testPostgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await withClient(admin, (client) => client.query(`create database ${name} owner ${owningRole}`))
  return {
    owner: inDatabase(owner, name),
    serving: inDatabase(serving, name),
    drop: () =>
      withClient(admin, async (client) => {
        await client.query(`drop database ${name} with (force)`)
      }),
  }
}
