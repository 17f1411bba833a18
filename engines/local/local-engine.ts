import type { RunSetting } from '@podium/contract/rules/run-settings.ts'
import { type Attempt, attemptOf } from '../attempt/attempt.ts'
import { logFileOf } from '../attempt/attempt-directory.ts'
import { makeAttemptFolders, ownerOf, unfinishedAttempts } from '../attempt/attempt-folders.ts'
import { grantedTo, readRecord, reserveSpace } from '../attempt/attempt-record.ts'
import { diskRefusal, diskState, fullestDisk, isOnOneDisk, withDiskSpace } from '../attempt/disk.ts'
import { asOwner, exists } from '../attempt/folders.ts'
import { writeJson } from '../attempt/json-file.ts'
import { isWorkFile, openAttemptOutput, withAttemptOutput } from '../attempt/kept/attempt-outputs.ts'
import { createListings } from '../attempt/kept/listings.ts'
import { followLog, type LogFile, openLogFile } from '../attempt/logs.ts'
import { createStarting } from '../attempt/reconcile/starting.ts'
import { requireCommand } from '../attempt/require-command.ts'
import { removeEnded, removeOutdated, removeRetained, retainedAttempts } from '../attempt/retained-work.ts'
import { withoutSecretValues, writeSecrets } from '../attempt/secrets.ts'
import { preparedWorkspaces, prepareWorkspace, releaseWorkspace } from '../attempt/workspace-folder.ts'
import type { ByteRange, Engine, LogType, ObjectSource, RunKey, RunSpec } from '../engine.ts'
import { StartRefused } from '../engine.ts'
import { PYTHON_DEFAULTS, type PythonSettings, pythonNotices } from '../python-settings.ts'
import { admitRun, largestRun, nodeOf, refuseMissingGpu } from './admission.ts'
import { createCacheGrowth } from './caches/cache-growth.ts'
import { createCaches } from './caches/caches.ts'
import { groupOf, removeGroups } from './control-groups.ts'
import { createCores } from './cores.ts'
import { createDiskWatch, limitNotice, ownLimit } from './disk-watch.ts'
import { createEnvironments } from './environments/environments.ts'
import { pythonVersions } from './environments/interpreters.ts'
import { removedFileSentences } from './free-space.ts'
import { gpuNotices, machineInside, refuseHiddenGpu } from './gpu-reach.ts'
import { canKeepFromNetwork, type Host, probeHost } from './host.ts'
import { instanceTypeOf, localInstanceType } from './instance-type.ts'
import { type Machine, thisMachine } from './machine.ts'
import { createLocalReconciler } from './reconcile.ts'
import { startProcess } from './start-process.ts'
import { usageOf } from './usage.ts'
import { createWatch } from './watch.ts'

export interface LocalEngineOptions {
  /** PODIUM_HOME; runs are stored below it if every identity can reach it */
  home: string
  objects: ObjectSource
  log?: (message: string, details: Record<string, unknown>) => void
  clock?: () => Date
  /** maximum bytes of an unpacked archive */
  unpack_limit?: number
  /** bytes that a run may write; unset or null: half of the disk without its reserve */
  run_disk_max?: number | null
  /** folder of the store for results; unset: below the home, null: none on this machine */
  store_folder?: string | null
  /** time between the signal to end and the kill, if a run sets no other */
  stop_grace_ms?: number
  /** interval of checks of running attempts */
  poll_ms?: number
  /** time between two tries to prepare a run */
  retry_ms?: number
  /** folder of the Python modules for runs; unset: none */
  python?: string
  /** sources of Python packages, and how long environments are kept */
  packages?: PythonSettings
  /** finds the capabilities of this host for runs */
  probe?: (home: string) => Promise<Host>
  /** unset: this machine */
  machine?: Machine
}

export interface LocalEngine extends Engine {
  /** Stops watching. Runs continue, and the next engine on the same home finds them. */
  close(): Promise<void>
}

/** Runs solutions as processes of this machine that outlive the server. Only one engine per home at a time. */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { home, objects, log = () => undefined, clock = () => new Date() } = options
  const {
    unpack_limit = 10 * 2 ** 30,
    run_disk_max = null,
    store_folder = home,
    stop_grace_ms = 10_000,
    poll_ms = 500,
    retry_ms = 5000,
    python = null,
    packages = PYTHON_DEFAULTS,
    probe = probeHost,
    machine: whole = thisMachine(),
  } = options
  const list = createListings()
  const opening = open()
  // Callers of the engine get the error; there may be no caller yet.
  opening.catch(() => undefined)

  async function open() {
    const host = await probe(home)
    const wake = (attempt: Attempt) => watch.wake(attempt)
    const live = () => watch.live()
    const caches = createCaches({ host, keepDays: packages.keep_days, live, clock, log })
    const environments = createEnvironments({
      host,
      settings: packages,
      caches,
      diskFullReason: (attempt) => diskWatch.endReason(attempt),
      live,
      clock,
      log,
    })
    const cores = createCores(host.cores, () => watch.live())
    const starting = createStarting({
      start: startProcess({
        host,
        objects,
        python,
        environments,
        caches,
        cores,
        unpackLimit: unpack_limit,
        wake,
      }),
      retryMs: retry_ms,
      log,
      wake,
    })
    const isStoreHere = store_folder !== null && (await isOnOneDisk(host.runs, store_folder))
    const disk = await diskState(host.runs)
    const limit = run_disk_max ?? ownLimit(disk)
    const diskWatch = createDiskWatch({
      host,
      cacheGrowth: createCacheGrowth(caches.sizeOf),
      limit,
      pollMs: poll_ms,
      live,
      clock,
      log,
      wake,
    })
    const { reconcile, requestStop, supersede } = createLocalReconciler({
      host,
      starting,
      diskFullReason: diskWatch.endReason,
      store: isStoreHere ? 'here' : 'elsewhere',
      filledDisk: diskWatch.filledDisk,
      freeCaches: caches.freeSpace,
      wasShort: diskWatch.wasShort,
      preparing: environments.progressOf,
      graceMs: stop_grace_ms,
      clock,
      log,
    })
    const watch = createWatch({ reconcile, pollMs: poll_ms, log })
    await environments.tidyTools()
    for (const attempt of await unfinishedAttempts(host)) watch.add(attempt)
    await removeOutdated(host, clock(), log)
    await environments.tidy()
    await caches.tidy()
    const machine = machineInside(whole, host)
    const notices = [
      ...host.notices,
      ...gpuNotices(whole, machine),
      limitNotice(limit, disk),
      ...pythonNotices(packages),
    ]
    return {
      host,
      machine,
      starting,
      environments,
      caches,
      reconcile,
      requestStop,
      supersede,
      watch,
      diskWatch,
      notices,
    }
  }

  async function attemptFor(key: RunKey) {
    const opened = await opening
    return { ...opened, attempt: attemptOf(opened.host, key) }
  }

  async function keptOf(key: RunKey) {
    const { host, attempt } = await attemptFor(key)
    const { directory } = attempt
    const uid = (await exists(directory.root)) ? await ownerOf(host, attempt) : null
    return { host, attempt, directory, uid }
  }

  /** Returns the log and its required owner, or null if the attempt is not here. */
  async function logFile(key: RunKey, type: LogType): Promise<LogFile | null> {
    const { host, attempt } = await attemptFor(key)
    if (!(await exists(attempt.directory.spec))) return null
    return logFileOf(attempt.directory, type, await ownerOf(host, attempt))
  }

  function refuseImpossible(host: Host, machine: Machine, spec: RunSpec): void {
    if (host.refusal) throw new StartRefused(host.refusal)
    refuseHiddenGpu(whole, machine, spec.granted)
    refuseMissingGpu(machine, spec.granted)
    requireCommand(spec, 'This machine runs no containers')
  }

  return {
    shared: false,
    async capabilities() {
      const { host, machine, notices } = await opening
      const { gaps } = host
      const heeds: RunSetting[] = [
        ...(canKeepFromNetwork(host) ? (['network'] as const) : []),
        'stop_grace_seconds',
      ]
      const installs = packages.install_minutes > 0
      const largest = largestRun(machine)
      const isLimited = installs && packages.python_downloads === null
      const pythons = isLimited ? await pythonVersions({ set: packages.python, path: host.path }) : []
      return {
        engine: 'local',
        containers: false,
        packages: installs,
        pythons,
        largest,
        notices,
        gaps,
        heeds,
      }
    },
    async nodes() {
      const { host, machine, watch } = await opening
      const refusal = host.refusal ?? diskRefusal(await diskState(host.runs))
      return [nodeOf(machine, await grantedTo(watch.live()), refusal)]
    },
    disk: async () => fullestDisk([(await opening).host.runs, home, store_folder ?? home]),
    rights: async () => null,
    instanceType: localInstanceType,
    ownInstanceType: () => instanceTypeOf(whole),
    async admit(requested, inUse) {
      const { host, machine } = await opening
      refuseHiddenGpu(whole, machine, requested)
      return withDiskSpace(await diskState(host.runs), admitRun(machine, requested, inUse))
    },
    deferral: async (key) => (await opening).environments.deferral(key),
    prepare: async (workspace) => prepareWorkspace((await opening).host, workspace),
    prepared: async () => preparedWorkspaces((await opening).host),
    async release(workspace) {
      const { host, environments, caches } = await opening
      await removeOutdated(host, clock(), log)
      await environments.release(workspace)
      await caches.release(workspace)
      await releaseWorkspace(host, workspace)
    },
    async submit(spec) {
      const { host, machine, supersede, watch, attempt } = await attemptFor(spec)
      await watch.alone(attempt, async () => {
        if (await exists(attempt.directory.spec)) return
        refuseImpossible(host, machine, spec)
        const uid = host.uidOf(spec.workspace_number)
        await supersede(host, attempt.key)
        await makeAttemptFolders(attempt, uid)
        const { begun, child, exit, stop, signalled, ended, removed_files } = attempt.directory
        await reserveSpace([begun, child, exit, stop, signalled, ended, removed_files])
        await writeSecrets(attempt.directory, spec.secrets, asOwner(uid))
        await writeJson(attempt.directory.spec, withoutSecretValues(spec))
      })
      watch.add(attempt)
    },
    async inspect(keys) {
      const { host, watch } = await opening
      return Promise.all(keys.map((key) => watch.look(attemptOf(host, key))))
    },
    async stop(key) {
      const { watch, requestStop, attempt } = await attemptFor(key)
      await watch.alone(attempt, () => requestStop(attempt, { reason: null }))
      watch.wake(attempt)
    },
    async openLog(key, type, range?: ByteRange) {
      const file = await logFile(key, type)
      return file && openLogFile(file, range)
    },
    async *follow(key, type, from, signal) {
      const { watch, attempt } = await attemptFor(key)
      const file = await logFile(key, type)
      const hasEnded = async () => ['ended', 'absent'].includes((await watch.look(attempt)).phase)
      if (file) yield* followLog(file, from, hasEnded, signal)
    },
    async outputs(key, under) {
      const { attempt, ...kept } = await keptOf(key)
      const { files, left_out } = await list(kept, under)
      return { files, left_out: [...(await removedFileSentences(attempt)), ...left_out] }
    },
    openOutput: async (key, path, from) => openAttemptOutput(await keptOf(key), path, from),
    async withOutputFile(key, path, use) {
      const { host, attempt, ...kept } = await keptOf(key)
      // Without a sandbox, another run of the workspace may have opened the file and write to it later.
      if (!host.sandbox) return null
      // A person may change files of a working folder that stays.
      const isRetained =
        (await readRecord(attempt.directory))?.spec?.dev && (await isWorkFile(attempt.directory, path))
      return isRetained ? null : withAttemptOutput(kept, path, use)
    },
    async packages(key) {
      const { environments, attempt } = await attemptFor(key)
      return environments.listOf(attempt)
    },
    async usage(keys) {
      const { host, machine, diskWatch } = await opening
      const attempts = keys.map((key) => attemptOf(host, key))
      return usageOf(host, attempts, { gpus: machine.gpu > 0, written: diskWatch.written })
    },
    async forget(key) {
      const { host, environments, caches, reconcile, watch, attempt } = await attemptFor(key)
      await watch.alone(attempt, async () => {
        // An attempt whose end could not be recorded on a full disk has ended too, and frees its space.
        const seen = await reconcile(attempt)
        await removeEnded(attempt, seen, clock())
        await removeGroups(host.limits.hierarchies, groupOf(attempt))
      })
      watch.remove(attempt)
      await removeOutdated(host, clock(), log)
      await caches.noteEnd(attempt)
      await environments.tidy()
      await caches.tidy()
    },
    retained: async () => retainedAttempts((await opening).host),
    async discard(key) {
      const { watch, attempt } = await attemptFor(key)
      await watch.alone(attempt, () => removeRetained(attempt))
    },
    environments: {
      list: async () => (await opening).environments.list(),
      clear: async (id) => (await opening).environments.clear(id),
    },
    caches: {
      list: async () => (await opening).caches.list(),
      clear: async (id) => (await opening).caches.clear(id),
    },
    async close() {
      const { starting, watch, diskWatch, environments } = await opening
      await diskWatch.close()
      await starting.close()
      await watch.close()
      await environments.close()
    },
  }
}
