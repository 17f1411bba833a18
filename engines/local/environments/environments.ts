import { appendFile } from 'node:fs/promises'
import type { FetchedPackages } from '@podium/contract/calls/run-packages.ts'
import type { SetupFiles } from '@podium/contract/python-packages/source-files.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import { isFullDisk } from '../../attempt/disk.ts'
import type { RunPackages } from '../../attempt/environment.ts'
import { readJsonOrNull, writeJson } from '../../attempt/json-file.ts'
import { packagesOf } from '../../attempt/package-file.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import type { Progress, RunSpec } from '../../engine.ts'
import type { PythonEnvironment } from '../../python-environment.ts'
import type { Caches } from '../caches/caches.ts'
import { killMembers } from '../members.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { isWithoutRuns } from '../workspace-folder.ts'
import {
  allFolders,
  type CompleteEnvironment,
  closeFolder,
  type EnvironmentFolder,
  environmentsOf,
  folderOf,
  foldersIn,
  makeFolder,
  namesFolder,
  noteUse,
  readFolder,
  removeFolder,
} from './environment-folder.ts'
import { createEnvironmentLists } from './environment-lists.ts'
import { toolOf } from './install-command.ts'
import { createInstallProgress } from './install-progress.ts'
import { createInstallReport } from './install-report.ts'
import { type InstallOptions, InstallRefused, install } from './installation.ts'
import { type Layer, namesOf, packagesLayer, projectLayer } from './layers.ts'
import { createMachineTools } from './machine-tools.ts'
import { namedVariables } from './named-variables.ts'
import { createTurns } from './turns.ts'

/** The result if the packages were installed already. */
const NOTHING_FETCHED: FetchedPackages = { packages: 0, bytes: 0, seconds: 0 }
const DAY_MS = 24 * 60 * 60 * 1000

export interface EnvironmentsOptions extends InstallOptions {
  /** the caches for installations' downloads */
  caches: Pick<Caches, 'withDownloads' | 'freeSpace'>
  /** the running attempts */
  live: () => Attempt[]
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

/** The attempt that a layer is for, and the layer below it. */
interface Share {
  attempt: Attempt
  spec: RunSpec
  uid: number | null
  signal: AbortSignal
  /** the folder of the packages below a project */
  below?: string
}

export type Environments = ReturnType<typeof createEnvironments>

/**
 * The virtual environments of this machine, each for one workspace: created by the first run that requests its
 * packages, shared by all that request the same, and removed when unused for long.
 */
export function createEnvironments(options: EnvironmentsOptions) {
  const { host, settings, caches, live, clock, log } = options
  /** progress shown for each attempt that installs packages */
  const shown = new Map<string, string>()
  const turns = createTurns()
  /** serialises steps that take an environment or a Python into use, and steps that remove one */
  const alone = createSerialQueue()
  const machineTools = createMachineTools({
    host,
    settings,
    clock,
    alone,
    turns,
    show({ directory }, sentence) {
      if (sentence === null) shown.delete(directory.root)
      else shown.set(directory.root, sentence)
    },
  })
  const lists = createEnvironmentLists(options)
  /** folders in use by installations, which are no remains */
  const drafts = new Set<string>()

  /**
   * Returns the packages that the attempt's source requests, after installing missing ones; null if it requests none.
   * @throws StartRefused with a sentence if they cannot be installed
   * @throws Deferred if another attempt installs them
   */
  async function environmentFor(
    attempt: Attempt,
    spec: RunSpec,
    uid: number | null,
    signal: AbortSignal,
  ): Promise<RunPackages | null> {
    const share = { attempt, spec, uid, signal }
    try {
      const packages = await firstLayerOf(share)
      if (packages === null) return null
      const { readable } = packages
      const { venv, id } = await layerFor(packages, share)
      const [key] = packages.above
      if (key === undefined) return { venv, project: null, readable }
      const above = await layerFor(projectLayer(packages, key, venv), { ...share, below: id })
      return { venv, project: above.venv, readable }
    } catch (error) {
      if (error instanceof InstallRefused) turns.refuse(attempt, error.message)
      throw error
    } finally {
      turns.release(attempt)
      machineTools.pythons.release(attempt)
      shown.delete(attempt.directory.root)
    }
  }

  /**
   * Defers the attempt before data are copied for it that it does not need yet.
   * @throws Deferred if another attempt installs the packages
   */
  async function yieldToOther(
    attempt: Attempt,
    spec: RunSpec,
    uid: number | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const packages = await firstLayerOf({ attempt, spec, uid, signal })
      if (packages) turns.yield({ attempt, spec }, namesOf(packages, attempt))
    } finally {
      machineTools.pythons.release(attempt)
    }
  }

  /** Returns the layer to install first, or null if there is none. */
  async function firstLayerOf({ attempt, spec, uid, signal }: Share): Promise<Layer | null> {
    if (settings.install_minutes === 0) return null
    const nameInSetup = (setup: SetupFiles) => machineTools.nameInSetup(setup, uid)
    const plan = await packagesOf(attempt.directory.work, spec.metadata, uid, nameInSetup)
    if (plan === null) return null
    const tools = await machineTools.toolsFor(plan, { attempt, spec, signal })
    // Another value may mean another index or version.
    const variables = await namedVariables(attempt, spec, plan)
    return packagesLayer(tools, spec, variables, settings)
  }

  async function layerFor(layer: Layer, share: Share): Promise<CompleteEnvironment> {
    const { attempt, signal } = share
    let fetched = NOTHING_FETCHED
    for (;;) {
      const found = await alone(() => takeIntoUse(layer, share))
      if (found) {
        if (share.below === undefined) await lists.note(attempt, found, layer.plan, fetched)
        return found
      }
      signal.throwIfAborted()
      // Takes all names at once, because an attempt that was deferred after installing something would lose its log.
      const names = namesOf(layer, attempt)
      turns.take(share, names, 'installs the same packages')
      fetched = await fill(layer, share)
      turns.done(names[0])
    }
  }

  async function takeIntoUse({ key }: Layer, { attempt, below }: Share): Promise<CompleteEnvironment | null> {
    for (const folder of await foldersIn(host.runs, attempt.key.workspace)) {
      const found = folder.id.startsWith(`${key}-`) ? await readFolder(folder) : null
      if (!found) continue
      await noteFor(attempt, found, below)
      await noteUse(found, clock())
      return found
    }
    return null
  }

  /** Only read until the machine restarts, so it need not survive a loss of power. */
  function noteFor({ directory }: Attempt, { id }: EnvironmentFolder, below?: string): Promise<void> {
    return writeJson(directory.environment, { id, below })
  }

  async function fill(layer: Layer, { attempt, spec, uid, signal, below }: Share): Promise<FetchedPackages> {
    const began = performance.now()
    // Installers of a killed server for this attempt are still running.
    await killMembers(host, attempt, null)
    const folder = await makeFolder(host.runs, attempt.key.workspace, layer.key, uid)
    drafts.add(folder.root)
    const { report, read } = createInstallReport()
    let seconds = 0
    try {
      await noteFor(attempt, folder, below)
      const { plan, interpreter, by, what, readable, command } = layer
      await showAndLog(attempt, `Installing ${what}.`)
      await appendToLog(attempt, `By ${toolOf(by)}, for Python ${interpreter.version}.`)
      const progress = createInstallProgress()
      const onLine = (line: string) => {
        read(line)
        const sentence = progress(line)
        if (sentence !== null) shown.set(attempt.directory.root, sentence)
      }
      const request = { attempt, spec, uid, plan, by, python: interpreter.version }
      const installation = { ...request, folder, command: command(folder), readable }
      await installed(layer, attempt, () =>
        caches.withDownloads(attempt, uid, folder.id, (downloads) =>
          install({ ...installation, downloads }, options, signal, onLine),
        ),
      )
      const project = below === undefined ? await lists.keep(installation, report) : null
      const { packages } = await closeFolder(folder, interpreter.version, uid)
      seconds = Math.max(1, Math.round((performance.now() - began) / 1000))
      await appendToLog(attempt, `Installed ${countOf(packages, project)} in ${seconds} s.`)
    } catch (error) {
      await removeFolder(folder)
      await caches.freeSpace(attempt)
      if (!signal.aborted && error instanceof Error && !isFullDisk(error))
        await appendToLog(attempt, error.message)
      throw error
    } finally {
      drafts.delete(folder.root)
    }
    await tidy()
    return { ...NOTHING_FETCHED, ...report.fetched, seconds }
  }

  async function installed({ isTried }: Layer, attempt: Attempt, what: () => Promise<void>): Promise<void> {
    try {
      await what()
    } catch (error) {
      if (!isTried || !(error instanceof InstallRefused)) throw error
      await appendToLog(
        attempt,
        `The project itself is not installed, as it does not say in [build-system] how it is built: ${error.message}`,
      )
    }
  }

  /** Shows the sentence on the run's page and in its log. */
  async function showAndLog(attempt: Attempt, sentence: string): Promise<void> {
    shown.set(attempt.directory.root, sentence)
    await appendToLog(attempt, sentence)
  }

  async function appendToLog({ directory }: Attempt, sentence: string): Promise<void> {
    await appendFile(directory.logs.process, `${sentence}\n`, { mode: 0o600 })
  }

  async function idsInUse(): Promise<Set<string>> {
    const records = await Promise.all(
      live().map(({ directory }) => readJsonOrNull(directory.environment, namesFolder)),
    )
    return new Set(records.flatMap((one) => (one === null ? [] : [one.id, one.below ?? ''])))
  }

  async function complete(): Promise<CompleteEnvironment[]> {
    const all = await Promise.all((await allFolders(host.runs)).map(readFolder))
    return all.filter((one) => one !== null)
  }

  async function list(): Promise<PythonEnvironment[]> {
    const inUse = await idsInUse()
    const all = await complete()
    const environments = all.map(({ id, workspace, python, packages, size, used_at }) => {
      return { id, workspace, python, packages, size, used_at: used_at.toISOString(), in_use: inUse.has(id) }
    })
    return [...environments, ...(await machineTools.pythons.list(all))]
  }

  async function clear(id: string): Promise<'cleared' | 'in use' | 'absent'> {
    return alone(async () => {
      const found = (await list()).find((one) => one.id === id)
      if (!found) return 'absent'
      if (found.in_use) return 'in use'
      if (found.workspace === null) await machineTools.pythons.remove(id)
      else await removeFolder(folderOf(host.runs, found.workspace, id))
      return 'cleared'
    })
  }

  /** Removes environments that are unused for long, too large together, or incomplete. Environments in use stay. */
  async function tidy(): Promise<void> {
    await alone(async () => {
      const inUse = await idsInUse()
      const all = await allFolders(host.runs)
      const ready = await Promise.all(all.map(readFolder))
      const incomplete = all.filter(({ root }, at) => ready[at] === null && !drafts.has(root))
      const idle = ready.filter((one) => one !== null && !inUse.has(one.id)) as CompleteEnvironment[]
      for (const folder of [
        ...incomplete,
        ...outdated(
          ready.filter((one) => one !== null),
          idle,
        ),
      ])
        await removeFolder(folder)
      await machineTools.pythons.removeUnused(await complete())
    }).catch((error) =>
      log('Environments could not be tidied up; trying again later.', { error: String(error) }),
    )
  }

  function outdated(all: CompleteEnvironment[], idle: CompleteEnvironment[]): CompleteEnvironment[] {
    const oldest = clock().getTime() - settings.keep_days * DAY_MS
    let left = all.reduce((sum, { size }) => sum + size, 0)
    return idle
      .toSorted((a, b) => a.used_at.getTime() - b.used_at.getTime())
      .filter(({ used_at, size }) => {
        if (used_at.getTime() >= oldest && left <= settings.keep_bytes) return false
        left -= size
        return true
      })
  }

  /** Removes everything of a workspace without runs here. */
  async function release(workspace: string): Promise<void> {
    await alone(async () => {
      if (await isWithoutRuns(host.runs, workspace)) await removeTree(environmentsOf(host.runs, workspace))
    })
  }

  return {
    environmentFor,
    yieldToOther,
    release,
    list,
    clear,
    tidy,
    /** Removes incomplete copies of uv and Pythons that killed servers left. Call it before attempts are looked at. */
    tidyTools: machineTools.tidy,
    listOf: lists.listOf,
    close: lists.close,
    /** Answers as the engine's `deferral`. */
    deferral: turns.deferral,
    /** Returns the progress shown while the attempt installs packages, otherwise null. */
    progressOf({ directory }: Attempt): Progress | null {
      const message = shown.get(directory.root)
      return message === undefined ? null : { fraction: null, step: 'Installing packages', message }
    },
  }
}

function countOf(packages: number, project: string | null): string {
  const count = packages === 1 ? '1 package' : `${packages} packages`
  return project === null ? count : `${count}, among them the project itself, ${project},`
}
