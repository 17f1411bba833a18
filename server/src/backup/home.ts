import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../start/sentence.ts'

const LOCK = 'server.lock'
/** Names the folder of a database that could not lie in the home. */
const DATABASE_ELSEWHERE = 'database-folder'

/** @throws a sentence where no Podium was ever started */
export async function refuseNoHome(home: string): Promise<void> {
  if ((await contentOf(home)).includes('objects')) return
  throw new CannotStart(`There is no Podium in ${home}. Set PODIUM_HOME to the home that you mean.`)
}

/** @throws a sentence when anything is there */
export async function refuseUsedHome(home: string): Promise<void> {
  if ((await contentOf(home)).length === 0) return
  throw new CannotStart(
    `${home} is in use already. Import only into an empty home: set PODIUM_HOME to a new folder.`,
  )
}

/** Takes away all that an import put there which then failed; the database has ended by now. */
export async function emptyHome(home: string): Promise<void> {
  const elsewhere = await readFile(join(home, DATABASE_ELSEWHERE), 'utf8').catch(() => null)
  if (elsewhere?.trim()) await rm(elsewhere.trim(), { recursive: true, force: true })
  for (const name of await contentOf(home)) await rm(join(home, name), { recursive: true, force: true })
}

async function contentOf(home: string): Promise<string[]> {
  try {
    return (await readdir(home)).filter((name) => name !== LOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new CannotStart(
      `PODIUM_HOME ${home} cannot be read (${code}). Set it to a folder this user may read.`,
    )
  }
}
