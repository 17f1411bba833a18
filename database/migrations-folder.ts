import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of the SQL migrations: beside this file, or in a build beside the program or above its chunks. */
export function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = [join(here, 'migrations'), join(here, '..', 'migrations')]
  const found = folders.find((folder) => existsSync(join(folder, 'meta', '_journal.json')))
  if (found) return found
  throw new Error(`The database's migrations are missing: looked in ${folders.join(' and ')}. Build again.`)
}
