import type { ConnectionSettings } from './connection-settings.ts'
import { findBinaries } from './embedded/binaries.ts'
import { ensureCluster, removeUnfinished } from './embedded/cluster.ts'
import { folderOfDatabase } from './embedded/database-folder.ts'
import { identityOfPostgres } from './embedded/identity.ts'
import { untilWeDie } from './embedded/program.ts'
import { ensureRoles, ownerThrough, servingThrough } from './embedded/roles.ts'
import { startServer } from './embedded/server.ts'
import { socketFolder } from './embedded/socket-folder.ts'
import { supervise } from './embedded/supervisor.ts'
import type { DatabaseLog } from './log.ts'

export interface EmbeddedOptions {
  /** PODIUM_HOME; created if it is missing */
  home: string
  log: DatabaseLog
  /** PostgreSQL settings that differ from the product's, for tests */
  settings?: Record<string, string>
  /** how long to wait for a database that is still ending, in milliseconds */
  patience?: number
}

export interface EmbeddedPostgres {
  /** as podium_owner, which owns the tables and runs migrations */
  owner: ConnectionSettings
  /** as podium, which serves and cannot change the audit log */
  serving: ConnectionSettings
  /** PostgreSQL's first process; changes when it ended by itself and was started again */
  readonly pid: number
  /** shuts PostgreSQL down; the connections of this process should be closed before */
  stop(): Promise<void>
}

/** Returns how to connect to the PostgreSQL that a running Podium keeps in the home. Only its own user and root can. */
export async function findEmbeddedPostgres({
  home,
  log,
}: EmbeddedOptions): Promise<Pick<EmbeddedPostgres, 'owner' | 'serving'>> {
  const identity = identityOfPostgres()
  const socket = await socketFolder(await folderOfDatabase(home, identity, log), identity)
  return { owner: ownerThrough(socket), serving: servingThrough(socket) }
}

/**
 * Starts the bundled PostgreSQL in the home and keeps it running until `stop`, or until this process ends in any way.
 * It listens on no network address.
 * @throws a sentence for people if it cannot, e.g. because another Podium uses the home
 */
export async function startEmbeddedPostgres({
  home,
  log,
  settings = {},
  patience = 10_000,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const identity = identityOfPostgres()
  const folder = await folderOfDatabase(home, identity, log)
  const binaries = await findBinaries(folder, identity)
  const guard = await untilWeDie(identity)
  const data = await ensureCluster({ folder, binaries, identity, guard })
  const socket = await socketFolder(folder, identity)
  const { postgres } = binaries
  const start = () => startServer({ postgres, data, socket, identity, guard, log, settings, patience })
  const server = await supervise(start, log)
  try {
    await ensureRoles(socket)
    await removeUnfinished(folder)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    owner: ownerThrough(socket),
    serving: servingThrough(socket),
    get pid() {
      return server.pid
    },
    stop: () => server.stop(),
  }
}
