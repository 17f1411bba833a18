import { createHash } from 'node:crypto'
import { appendFile, writeFile } from 'node:fs/promises'
import type { Attempt } from '../../attempt/attempt.ts'
import { isFullDisk } from '../../attempt/disk.ts'
import { readJson, UNREADABLE } from '../../attempt/json-file.ts'
import { type PackageFile, packagesOf } from '../../attempt/package-file.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import type { Progress, PythonEnvironment, RunSpec } from '../../engine.ts'
import { killMembers } from '../members.ts'
import {
  allFolders,
  closeFolder,
  type EnvironmentFolder,
  environmentsFolder,
  foldersIn,
  makeFolder,
  namesFolder,
  noteUse,
  readFolder,
  removeFolder,
  type WholeEnvironment,
} from './environment-folder.ts'
import { type InstallOptions, InstallRefused, installPackages } from './installation.ts'
import { type Interpreter, interpreterFor } from './interpreters.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface EnvironmentsOptions extends InstallOptions {
  /** the program uv; null where it is not here */
  uv: string | null
  /** the attempts under way */
  live: () => Attempt[]
  clock: () => Date
  log: (message: string, details: Record<string, unknown>) => void
}

interface Wanted {
  key: string
  needs: PackageFile
  interpreter: Interpreter
}

export type Environments = ReturnType<typeof createEnvironments>

/**
 * The virtual environments of this machine, each of one workspace: made by the first run that asks for its packages,
 * shared by all that ask for the same, and removed when none has for long.
 */
export function createEnvironments(options: EnvironmentsOptions) {
  const { host, settings, uv, live, clock, log } = options
  /** what each attempt that waits for packages is shown to do */
  const shown = new Map<string, string>()
  /** by workspace and key, the installations under way, each once */
  const installing = new Map<string, Promise<void>>()
  /** the folders of these: none of them is left over */
  const drafts = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  /** What takes an environment into use and what removes one wait for each other. */
  function alone<T>(step: () => Promise<T>): Promise<T> {
    const next = last.then(step)
    last = next.catch(() => undefined)
    return next
  }

  /**
   * The environment that the source of the attempt asks for, installed where it is not here yet; null where it asks for
   * none.
   * @throws StartRefused with a sentence where it cannot be installed
   */
  async function environmentFor(
    attempt: Attempt,
    spec: RunSpec,
    uid: number | null,
    signal: AbortSignal,
  ): Promise<string | null> {
    const wanted = await wantedBy(attempt, spec, uid)
    if (wanted === null) return null
    const place = `${attempt.key.workspace} ${wanted.key}`
    try {
      for (;;) {
        const found = await alone(() => takeIntoUse(attempt, wanted))
        if (found) return found.venv
        signal.throwIfAborted()
        const other = installing.get(place)
        if (other) await waitFor(other, attempt, signal)
        else await once(place, install(attempt, spec, uid, wanted, signal))
      }
    } finally {
      shown.delete(attempt.directory.root)
    }
  }

  async function wantedBy(attempt: Attempt, spec: RunSpec, uid: number | null): Promise<Wanted | null> {
    if (settings.install_minutes === 0) return null
    const needs = await packagesOf(attempt.directory.work, uid)
    if (needs === null) return null
    const interpreter = await interpreterFor(needs.requires_python, {
      set: settings.python,
      path: host.path,
    })
    const { index_url, extra_index_url, find_links } = settings
    const source = needs.uses_source ? [spec.source?.bucket, spec.source?.path] : []
    const parts = [needs.files, source, interpreter, uv, index_url, extra_index_url, find_links]
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
    return { key, needs, interpreter }
  }

  async function takeIntoUse(attempt: Attempt, { key }: Wanted): Promise<WholeEnvironment | null> {
    for (const folder of await foldersIn(host.runs, attempt.key.workspace)) {
      const found = folder.id.startsWith(`${key}-`) ? await readFolder(folder) : null
      if (!found) continue
      await noteFor(attempt, found)
      await noteUse(found, clock())
      return found
    }
    return null
  }

  /** Read by this start of the machine alone, so it need not outlive a loss of power. */
  function noteFor({ directory }: Attempt, { id }: EnvironmentFolder): Promise<void> {
    return writeFile(directory.environment, JSON.stringify({ id }), { mode: 0o600 })
  }

  /** Of several that wait for the same, each tries again where the one before it was cut off. */
  async function waitFor(other: Promise<void>, attempt: Attempt, signal: AbortSignal): Promise<void> {
    await say(attempt, 'Waiting for packages that another run of this workspace installs.')
    const stop = new AbortController()
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true, signal: stop.signal }),
    )
    try {
      await Promise.race([other, stopped])
    } catch (error) {
      if (!(error instanceof InstallRefused)) return
      await tell(attempt, error.message)
      throw new InstallRefused(error.message)
    } finally {
      stop.abort()
    }
  }

  async function once(place: string, installation: Promise<void>): Promise<void> {
    installing.set(place, installation)
    try {
      await installation
    } finally {
      installing.delete(place)
    }
  }

  async function install(
    attempt: Attempt,
    spec: RunSpec,
    uid: number | null,
    { key, needs, interpreter }: Wanted,
    signal: AbortSignal,
  ): Promise<void> {
    const began = performance.now()
    // Of a server that was killed: what it had begun for this attempt goes on by itself.
    await killMembers(host, attempt, null)
    const folder = await makeFolder(host.runs, attempt.key.workspace, key, uid)
    drafts.add(folder.root)
    try {
      await noteFor(attempt, folder)
      const tool = uv === null ? 'pip' : 'uv'
      const count = countOf(needs.requirements.length)
      await say(attempt, `Installing ${count}.`)
      await tell(
        attempt,
        `${needs.name} names them; ${tool} installs them for Python ${interpreter.version}.`,
      )
      await installPackages({ attempt, spec, uid, needs, interpreter, uv, folder }, options, signal)
      const { packages } = await closeFolder(folder, interpreter.version, uid)
      const seconds = Math.max(1, Math.round((performance.now() - began) / 1000))
      await tell(attempt, `Installed ${countOf(packages)} in ${seconds} s.`)
    } catch (error) {
      await removeFolder(folder)
      if (!signal.aborted && error instanceof Error && !isFullDisk(error)) await tell(attempt, error.message)
      throw error
    } finally {
      drafts.delete(folder.root)
    }
    await tidy()
  }

  /** On the page of the run, and in its log. */
  async function say(attempt: Attempt, sentence: string): Promise<void> {
    shown.set(attempt.directory.root, sentence)
    await tell(attempt, sentence)
  }

  async function tell({ directory }: Attempt, sentence: string): Promise<void> {
    await appendFile(directory.logs.process, `${sentence}\n`, { mode: 0o600 })
  }

  async function idsInUse(): Promise<Set<string>> {
    const records = await Promise.all(
      live().map(({ directory }) => readJson(directory.environment, namesFolder)),
    )
    return new Set(records.flatMap((one) => (one === null || one === UNREADABLE ? [] : [one.id])))
  }

  async function whole(): Promise<WholeEnvironment[]> {
    const all = await Promise.all((await allFolders(host.runs)).map(readFolder))
    return all.filter((one) => one !== null)
  }

  async function list(): Promise<PythonEnvironment[]> {
    const inUse = await idsInUse()
    return (await whole()).map(({ id, workspace, python, packages, size, used_at }) => {
      return { id, workspace, python, packages, size, used_at: used_at.toISOString(), in_use: inUse.has(id) }
    })
  }

  async function clear(id: string): Promise<'cleared' | 'in use' | 'absent'> {
    return alone(async () => {
      const found = (await whole()).find((one) => one.id === id)
      if (!found) return 'absent'
      if ((await idsInUse()).has(id)) return 'in use'
      await removeFolder(found)
      return 'cleared'
    })
  }

  /** Removes what no run used for long, what is too much, and what a server left half. What is in use stays. */
  async function tidy(): Promise<void> {
    await alone(async () => {
      const inUse = await idsInUse()
      const all = await allFolders(host.runs)
      const ready = await Promise.all(all.map(readFolder))
      const half = all.filter(({ root }, at) => ready[at] === null && !drafts.has(root))
      const idle = ready.filter((one) => one !== null && !inUse.has(one.id)) as WholeEnvironment[]
      for (const folder of [
        ...half,
        ...outdated(
          ready.filter((one) => one !== null),
          idle,
        ),
      ])
        await removeFolder(folder)
    }).catch((error) =>
      log('Environments could not be tidied up; trying again later.', { error: String(error) }),
    )
  }

  function outdated(all: WholeEnvironment[], idle: WholeEnvironment[]): WholeEnvironment[] {
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

  /** Removes all of a workspace that has no runs here any more. */
  async function release(workspace: string): Promise<void> {
    await alone(async () => {
      const { folder, isAlone } = await environmentsFolder(host.runs, workspace)
      if (isAlone) await removeTree(folder)
    })
  }

  return {
    environmentFor,
    release,
    list,
    clear,
    tidy,
    /** What the attempt is shown to do while it waits for packages; null when it does not. */
    progressOf({ directory }: Attempt): Progress | null {
      const message = shown.get(directory.root)
      return message === undefined ? null : { fraction: null, step: 'Installing packages', message }
    },
  }
}

function countOf(packages: number): string {
  return packages === 1 ? '1 package' : `${packages} packages`
}
