import { join } from 'node:path'
import {
  type EnvironmentList,
  type PackageStatuses,
  packageStatuses as statusesShape,
} from '@podium/contract/calls/environment-packages.ts'
import { type FetchedPackages, type PackageList, packageList } from '@podium/contract/calls/run-packages.ts'
import { type AskedPlace, linesOfProject } from '@podium/contract/python-packages/asked-places.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import { readJsonOrNull, writeJson } from '../../attempt/json-file.ts'
import { hasFields } from '../../attempt/record-shapes.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { type EnvironmentFolder, folderOf, namesFolder } from './environment-folder.ts'
import type { InstallReport } from './install-report.ts'
import type { Installation } from './installation.ts'
import { MAX_LIST_BYTES, readList, writeList } from './list-file.ts'
import { listPackages } from './list-packages.ts'
import { packageStatuses, unanswered } from './package-statuses.ts'
import { type RequestedPackages, withRequests } from './requested-packages.ts'

const STATUSES = 'statuses.json'

interface Options {
  host: Host
  settings: PythonSettings
  log: (message: string, details: Record<string, unknown>) => void
}

/** The record of a run about its packages, beside the list of its environment, which runs share. */
interface RunRecord extends RequestedPackages {
  requires_python?: string
  fetched: FetchedPackages
}

/** Keeps the lists of packages in environments, and warnings of indexes about them. */
export function createEnvironmentLists({ host, settings, log }: Options) {
  const closed = new AbortController()
  /** folders whose packages are being looked up in indexes */
  const checked = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  /**
   * Stores the list of installed packages, beside the record that is written when the folder is closed.
   * @returns the project among them, as in 'line 1.0', because only its build may know its name; null if there is none
   */
  async function store(
    installation: Omit<Installation, 'downloads'>,
    report: InstallReport,
  ): Promise<string | null> {
    const { folder, plan } = installation
    const { root } = folder
    const list = await listPackages(installation, { host, settings }, report)
    if (list) await writeList(root, list)
    else log('The packages of an environment could not be listed.', { environment: root })
    const folderPath = `./${plan.folder.replace(/\/$/, '')}`
    const project = list?.packages.find(({ source }) => source === folderPath)
    return project === undefined ? null : `${project.name} ${project.version}`
  }

  /** Records which lines of an attempt's source request the packages, because another source has other lines. */
  async function note(
    { directory }: Attempt,
    environment: EnvironmentFolder,
    plan: PackagePlan,
    fetched: FetchedPackages,
  ): Promise<void> {
    const { name, asks, project, requires_python, folder, files } = plan
    const text = files[`${folder}pyproject.toml`]
    const project_lines = project === 'within' && text !== undefined ? linesOfProject(text, folder) : []
    const record: RunRecord = { file: name, asks, project_lines, folder, requires_python, fetched }
    await writeJson(directory.requested_packages, record)
    check(environment)
  }

  /** Asks the indexes for missing answers. No run waits for this, and environments are checked one after the other. */
  function check({ root }: EnvironmentFolder): void {
    if (checked.has(root)) return
    checked.add(root)
    last = last
      .then(() => checkPackages(root))
      .catch(() => undefined)
      .finally(() => checked.delete(root))
  }

  async function checkPackages(root: string): Promise<void> {
    const list = closed.signal.aborted ? null : await readList(root)
    if (list === null) return
    const answers = await answersIn(root)
    const unchecked = unanswered(list.packages, answers, settings)
    if (unchecked.length === 0) return
    await writeJson(join(root, STATUSES), {
      ...answers,
      ...(await packageStatuses(unchecked, settings, closed.signal)),
    })
  }

  /** Returns the packages of the attempt's environment, or null if it has none. */
  async function listOf({ key, directory }: Attempt): Promise<PackageList | null> {
    const named = await readJsonOrNull(directory.environment, namesFolder)
    if (named === null) return null
    // A project above its packages belongs to the version and is in no list.
    const folder = folderOf(host.runs, key.workspace, named.below ?? named.id)
    const list = await readList(folder.root)
    if (list === null) return null
    const answers = await answersIn(folder.root)
    const record = await readJsonOrNull(directory.requested_packages, isRecord, MAX_LIST_BYTES)
    const packages = withAnswers(list.packages, answers, settings)
    return wholeList({ ...list, packages }, record)
  }

  return {
    keep: store,
    note,
    listOf,
    async close(): Promise<void> {
      closed.abort()
      await last
    },
  }
}

/** Reads the answers of indexes about the packages in the folder. */
async function answersIn(root: string): Promise<PackageStatuses> {
  return (await readJsonOrNull(join(root, STATUSES), isStatuses, MAX_LIST_BYTES)) ?? {}
}

function withAnswers(
  packages: EnvironmentList['packages'],
  answers: PackageStatuses,
  settings: PythonSettings,
): EnvironmentList['packages'] {
  const awaited = new Set(unanswered(packages, answers, settings))
  return packages.map((one) => {
    const { name, warnings = [] } = one
    const later = answers[plainName(name)] ?? []
    return {
      ...one,
      warnings: [...warnings, ...later.filter(({ kind }) => !warnings.some((had) => had.kind === kind))],
      ...(awaited.has(one) && { awaits_index: true }),
    }
  })
}

/** Combines the list of an environment with a run's requested packages. */
function wholeList(list: EnvironmentList, record: RunRecord | null): PackageList | null {
  if (record === null) return packageList.safeParse(list).data ?? null
  const { file, requires_python, fetched } = record
  const whole = {
    ...list,
    file,
    ...(requires_python && { requires_python }),
    fetched,
    packages: withRequests(list.packages, record),
  }
  return packageList.safeParse(whole).data ?? null
}

function isStatuses(value: unknown): value is PackageStatuses {
  return statusesShape.safeParse(value).success
}

/** A run without a sandbox may have written it, so everything in it is checked with the list. */
function isRecord(value: unknown): value is RunRecord {
  return (
    hasFields(value, { file: 'string', folder: 'string' }) &&
    [value.asks, value.project_lines].every(isPlaces)
  )
}

function isPlaces(value: unknown): value is AskedPlace[] {
  return (
    Array.isArray(value) &&
    value.every((one) => [one?.name, one?.path, one?.place].every((part) => typeof part === 'string'))
  )
}
