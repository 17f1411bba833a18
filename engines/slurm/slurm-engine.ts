import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Attempt, attemptOf, type RunsFolder } from '../attempt/attempt.ts'
import { makeAttemptFolders } from '../attempt/attempt-folders.ts'
import { readRecord } from '../attempt/attempt-record.ts'
import { diskState, fullestDisk, withDiskSpace } from '../attempt/disk.ts'
import { exists, passableFolder } from '../attempt/folders.ts'
import { writeOnce } from '../attempt/json-file.ts'
import { openAttemptOutput } from '../attempt/kept/attempt-outputs.ts'
import { createListings } from '../attempt/kept/listings.ts'
import { followLog, type LogFile, openLogFile } from '../attempt/logs.ts'
import { createStarting } from '../attempt/reconcile/starting.ts'
import { requireCommand } from '../attempt/require-command.ts'
import { removeEnded, removeOutdated, removeRetained, retainedAttempts } from '../attempt/retained-work.ts'
import { withoutSecretValues, writeSecrets } from '../attempt/secrets.ts'
import { preparedWorkspaces, prepareWorkspace, releaseWorkspace } from '../attempt/workspace-folder.ts'
import type { Engine, LogType, ObjectSource, RunKey } from '../engine.ts'
import { admitJob } from './admit.ts'
import { createBeginWatch } from './begin-watch.ts'
import { type AskSlurm, slurmCommands } from './commands.ts'
import { gapsOf } from './gaps.ts'
import { createJobs } from './jobs.ts'
import { slurmLayout, slurmLog } from './layout.ts'
import { instanceTypeOn, largestOf, type NodeGroup, readNodes } from './nodes.ts'
import { createSlurmReconciler } from './reconcile.ts'
import { readShownNodes } from './shown-nodes.ts'
import { startJob } from './start-job.ts'
import { isRoot, ownerOf, userOf } from './system-user.ts'
import { usageOfJobs } from './usage.ts'

export interface SlurmEngineOptions {
  /** PODIUM_SLURM_ROOT: a folder that this machine and every node mount at the same path */
  root: string
  /** PODIUM_HOME */
  home: string
  /** folder of the store for results; unset: below the home, null: none on this machine */
  store_folder?: string | null
  objects: ObjectSource
  log?: (message: string, details: Record<string, unknown>) => void
  clock?: () => Date
  /** maximum bytes of an unpacked archive */
  unpack_limit?: number
  /** maximum age of an answer about jobs */
  poll_ms?: number
  /** time between two tries to submit a run */
  retry_ms?: number
  /** time between two cancellations of a job */
  cancel_ms?: number
  /** folder of the Python modules for runs; unset: none */
  python?: string
  ask?: AskSlurm
}

export interface SlurmEngine extends Engine {
  /** Stops preparing runs. Runs continue, and any engine on the same root takes over. */
  close(): Promise<void>
}

/** Maximum age of information about nodes. */
const NODES_MS = 60_000
/** Slurm schedules jobs after up to three seconds; one that waits longer waits for others. */
const BEGIN_PATIENCE_MS = 10_000
const BEGIN_POLL_MS = 100

/**
 * Runs solutions as jobs of a Slurm cluster, in folders that its nodes share with the servers. Several engines may use
 * one root, because the state of an attempt is in its folder and in Slurm.
 */
export function createSlurmEngine(options: SlurmEngineOptions): SlurmEngine {
  const { root, home, store_folder, objects, log = () => undefined, clock = () => new Date() } = options
  const { unpack_limit = 10 * 2 ** 30, poll_ms = 2000, retry_ms = 5000, cancel_ms = 10_000 } = options
  const { python = null, ask = slurmCommands() } = options
  // The users of runs must be able to reach their folders.
  const passer = isRoot() ? 'everyone' : null
  const folder: RunsFolder = {
    runs: join(root, 'runs'),
    layout: slurmLayout,
    ownIdentities: false,
    uidOf: () => passer,
  }
  const jobs = createJobs(ask, poll_ms)
  const listeners: (() => void)[] = []
  const beginWatch = createBeginWatch({
    pollMs: BEGIN_POLL_MS,
    patienceMs: BEGIN_PATIENCE_MS,
    onBegin: () => {
      for (const listener of listeners) listener()
    },
  })
  const starting = createStarting({
    start: startJob({ ask, jobs, objects, python, unpackLimit: unpack_limit }),
    retryMs: retry_ms,
    log,
    wake: beginWatch.add,
  })
  const { reconcile, requestStop, supersede } = createSlurmReconciler({
    jobs,
    starting,
    cancelMs: cancel_ms,
    clock,
    log,
  })
  const list = createListings()
  let known: NodeGroup[] = []
  let readAt = 0
  const opening = open()
  // Callers of the engine get the error; there may be no caller yet.
  opening.catch(() => undefined)

  async function open() {
    await mkdir(folder.runs, { recursive: true, mode: 0o700 })
    if (passer) await passableFolder(folder.runs, passer)
    const nodes = await readNodes(ask)
    known = nodes
    readAt = performance.now()
    await removeOutdated(folder, clock(), log)
    return { nodes, gaps: await gapsOf(ask) }
  }

  async function attemptFor(key: RunKey): Promise<Attempt> {
    await opening
    return attemptOf(folder, key)
  }

  async function keptOf(key: RunKey) {
    const { directory } = await attemptFor(key)
    return { directory, uid: await ownerOf(directory) }
  }

  /** Reads old information about nodes again, and uses it until there is an answer. */
  async function freshNodes() {
    const opened = await opening
    if (performance.now() - readAt > NODES_MS) {
      readAt = performance.now()
      opened.nodes = await readNodes(ask).catch(() => opened.nodes)
    }
    known = opened.nodes
    return known
  }

  return {
    shared: true,
    onNews: (listener) => void listeners.push(listener),
    async capabilities() {
      const { gaps } = await opening
      const largest = largestOf(await freshNodes())
      return {
        engine: 'slurm',
        containers: false,
        packages: false,
        pythons: [],
        largest,
        notices: gaps,
        gaps,
        heeds: ['pending_limit_minutes', ...(isRoot() ? (['system_user'] as const) : [])],
      }
    },
    nodes: () => readShownNodes(ask),
    disk: () => fullestDisk([root, home, store_folder ?? home]),
    rights: async () => null,
    instanceType: (name) => instanceTypeOn(known, name),
    ownInstanceType: () => null,
    async admit(requested, inUse) {
      return withDiskSpace(await diskState(root), admitJob(largestOf(await freshNodes()), requested, inUse))
    },
    async prepare(workspace) {
      await opening
      await prepareWorkspace(folder, workspace)
    },
    async prepared() {
      await opening
      return preparedWorkspaces(folder)
    },
    async release(workspace) {
      await opening
      await removeOutdated(folder, clock(), log)
      await releaseWorkspace(folder, workspace)
    },
    async submit(spec) {
      const attempt = await attemptFor(spec)
      if (await exists(attempt.directory.spec)) return
      requireCommand(spec, 'Slurm runs no containers for Podium')
      const user = await userOf(spec)
      await supersede(folder, spec)
      await makeAttemptFolders(attempt, passer)
      await writeSecrets(attempt.directory, spec.secrets, user)
      await writeOnce(attempt.directory.spec, withoutSecretValues(spec))
      await reconcile(attempt)
    },
    inspect: (keys) => Promise.all(keys.map(async (key) => reconcile(await attemptFor(key)))),
    async stop(key) {
      const attempt = await attemptFor(key)
      await requestStop(attempt, { reason: null })
      await reconcile(attempt)
    },
    openLog: async (key, type, range) => openLogFile(await logOf(await attemptFor(key), type), range),
    async *follow(key, type, from, signal) {
      const attempt = await attemptFor(key)
      const hasEnded = async () => ['ended', 'absent'].includes((await reconcile(attempt)).phase)
      yield* followLog(await logOf(attempt, type), from, hasEnded, signal)
    },
    outputs: async (key, under) => list(await keptOf(key), under),
    openOutput: async (key, path, from) => openAttemptOutput(await keptOf(key), path, from),
    packages: async () => null,
    async usage(keys) {
      const ids = await Promise.all(keys.map(async (key) => runningJob(await attemptFor(key))))
      const used = await usageOfJobs(
        ask,
        ids.filter((id) => id !== null),
      )
      return ids.map((id) => (id === null ? null : (used.get(id) ?? null)))
    },
    async forget(key) {
      const attempt = await attemptFor(key)
      await removeEnded(attempt, await reconcile(attempt), clock())
      await removeOutdated(folder, clock(), log)
    },
    async retained() {
      await opening
      return retainedAttempts(folder)
    },
    discard: async (key) => removeRetained(await attemptFor(key)),
    async close() {
      await starting.close()
      await beginWatch.close()
    },
  }
}

async function logOf({ directory }: Attempt, type: LogType): Promise<LogFile> {
  return slurmLog(directory, type, await ownerOf(directory))
}

/** Returns the job whose processes an attempt has now. */
async function runningJob({ directory }: Attempt): Promise<string | null> {
  const record = await readRecord(directory)
  return record === null || record.has_exited || record.ended ? null : (record.begun?.job ?? null)
}
