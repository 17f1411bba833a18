import { chmod, chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Identity } from './identity.ts'
import { run } from './program.ts'

const MAJOR = 18
const NAME = `pg${MAJOR}`
const UNFINISHED = `${NAME}.init`

export const SUPERUSER = 'postgres'

/** The pg_hba.conf: trusts every caller, because only those who can pass the socket's folder can connect. */
const WHO_MAY_COME = 'local all all trust\n'

export interface ClusterOptions {
  folder: string
  binaries: Binaries
  identity: Identity | null
  guard: string[]
}

/**
 * Returns the data directory below `folder`, which it creates if there is none. The directory is named when it is
 * complete, so an interrupted start leaves nothing that looks like a database. A volume that was mounted open to a
 * group is closed to others again, because PostgreSQL would refuse it.
 * @throws a sentence if the database belongs to another major version or another user
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const data = join(options.folder, NAME)
  const versions = (await readdir(options.folder)).flatMap((name) => /^pg(\d+)$/.exec(name)?.[1] ?? [])
  if (versions.includes(String(MAJOR))) {
    await refuseForeignOwner(data, options.identity)
    await chmod(data, 0o700)
    return data
  }
  const [other] = versions
  if (other !== undefined) throw new Error(howToMove(join(options.folder, `pg${other}`), other))
  await initialise(data, options)
  return data
}

/** Removes what interrupted first starts left. Only the holder of the database may call it. */
export async function removeUnfinished(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED))
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
}

function howToMove(path: string, version: string): string {
  return `${path} is a database of PostgreSQL ${version}, and this Podium comes with PostgreSQL ${MAJOR}. Start it with the Podium that wrote it. To upgrade, run 'podium export' with that Podium, then 'podium import' with this one into an empty home. Nothing was changed.`
}

async function refuseForeignOwner(data: string, identity: Identity | null): Promise<void> {
  const wanted = identity?.uid ?? process.getuid?.()
  const { uid } = await stat(data)
  if (wanted === undefined || uid === wanted) return
  throw new Error(
    `The database in ${data} belongs to user ${uid}, and Podium would run it as user ${wanted}. Start Podium as the user who started it first (root's database belongs to 65534), or change the owner of the folder with chown -R.`,
  )
}

/** Creates the data directory. Concurrent first starts each prepare one; the one that is named first stays. */
async function initialise(data: string, { folder, binaries, identity, guard }: ClusterOptions) {
  const unfinished = await mkdtemp(join(folder, `${UNFINISHED}-`))
  if (identity) await chown(unfinished, identity.uid, identity.gid)
  const [program = '', ...args] = [...guard, binaries.initdb, ...initdbArguments(unfinished)]
  const { ok, complaint } = await run({ program, args, identity })
  if (!ok) throw new Error(`The database could not be created in ${folder}: ${complaint}${wayOut(complaint)}`)
  await writeDurably(join(unfinished, 'pg_hba.conf'), WHO_MAY_COME)
  await rename(unfinished, data).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(unfinished, { recursive: true, force: true })
  })
  await makeDurable(folder)
}

/** Explains a complaint of initdb, which needs a user with a name. Some clusters run containers as any number. */
function wayOut(complaint: string): string {
  const [, uid] = /could not look up effective user ID (\d+)/.exec(complaint) ?? []
  if (uid === undefined) return ''
  return `\nUser ${uid} has no line in /etc/passwd, which PostgreSQL needs to create a database. Add one (echo "podium:x:${uid}:0::/:/sbin/nologin" >> /etc/passwd), or set PODIUM_DATABASE_URL to a database elsewhere.`
}

function initdbArguments(data: string): string[] {
  return [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function makeDurable(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
