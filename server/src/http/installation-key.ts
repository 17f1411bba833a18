import { randomBytes } from 'node:crypto'
import type { Database } from '@podium/database/connect.ts'
import { installationSecrets } from '@podium/database/schema/accounts.ts'
import { eq } from 'drizzle-orm'

/** Returns the installation's key of that name, which is created at its first use and cached. */
export function createInstallationKey(database: Database, name: string): () => Promise<Buffer> {
  let key: Promise<Buffer> | undefined

  async function read(): Promise<Buffer> {
    await database
      .insert(installationSecrets)
      .values({ name, value: randomBytes(32) })
      .onConflictDoNothing()
    const [row] = await database
      .select({ value: installationSecrets.value })
      .from(installationSecrets)
      .where(eq(installationSecrets.name, name))
    if (!row) throw new Error(`the installation's key ${name} is missing`)
    return row.value
  }

  return () => {
    key ??= read().catch((error) => {
      key = undefined
      throw error
    })
    return key
  }
}
