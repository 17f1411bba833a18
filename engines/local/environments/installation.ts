import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { proxySettings } from '@podium/contract/wire/proxy.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import { logFileOf } from '../../attempt/attempt-directory.ts'
import { writeEnvironment } from '../../attempt/environment-file.ts'
import { ownFolder } from '../../attempt/folders.ts'
import { readTail } from '../../attempt/logs.ts'
import { exceededLimit } from '../../attempt/reconcile/limits.ts'
import { gibibytes } from '../../attempt/sizes.ts'
import { chownTree } from '../../attempt/tree-owner.ts'
import { type RunSpec, StartRefused } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { DownloadFolders } from '../caches/cache-folder.ts'
import { groupOf, joinFiles, makeGroups, oomKills } from '../control-groups.ts'
import { startProgram } from '../descriptors.ts'
import type { Host } from '../host.ts'
import { killMembers } from '../members.ts'
import { atSamePath } from '../sandbox.ts'
import type { EnvironmentFolder } from './environment-folder.ts'
import type { FailedInstall } from './failure/failed-install.ts'
import { missingPackage } from './failure/versions.ts'
import { askIndex } from './index-answer.ts'
import { CHANGED, INDEXES, type Installer, LISTED, OWN, SOURCE_COPY, toolOf } from './install-command.ts'
import { installSentence } from './install-sentence.ts'
import { copyToLog } from './installer-output.ts'
import { installerEnvironment, writeInstallerSettings } from './installer-settings.ts'
import { namedVariables } from './named-variables.ts'
import { toolCommand } from './tool-command.ts'

const LOOK_MS = 500
/** A shell's exit code is this plus the number of the signal that ended its program. */
const KILLED = 128
const TAIL = 256 * 1024

/** The packages cannot be installed for any run, so runs that wait for them need not try. */
export class InstallRefused extends StartRefused {}

export interface Installation {
  attempt: Attempt
  spec: RunSpec
  uid: number | null
  plan: PackagePlan
  by: Installer
  /** version of its Python, such as '3.11.2' */
  python: string
  folder: EnvironmentFolder
  command: string[]
  /** other folders that it reads, such as the environment below a project */
  readable: string[]
  downloads: DownloadFolders
}

export interface InstallOptions {
  host: Host
  settings: PythonSettings
  /** returns why an attempt must end for the bytes that it wrote, or null if it may go on */
  diskFullReason: (attempt: Attempt) => string | null
}

/**
 * Joins the run's control groups, whose limits also apply here, and is killed before the server if memory is short.
 * Core dumps are off, because one of an installer would contain the password of the index.
 */
const JOIN = `ulimit -c 0
groups=$1
shift
IFS=:
for group in $groups; do echo 0 > "$group" || exit 125; done
unset IFS
if [ -w /proc/self/oom_score_adj ]; then echo 500 > /proc/self/oom_score_adj; fi
exec "$@" 2>&1`

/**
 * Installs into the folder as a run of the workspace: with its identity, its limits and its sandbox. The sandbox has
 * the source, but neither data nor parameters, because it has network. The output goes to the log of the run.
 * @param onLine is called with each line of the output
 * @throws InstallRefused with a sentence if another try would fail too, StartRefused if this run is the cause
 */
export async function install(
  installation: Installation,
  options: InstallOptions,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<void> {
  const { attempt, spec } = installation
  const { host } = options
  await makeGroups(host.limits.hierarchies, groupOf(attempt), spec.granted)
  const log = await open(attempt.directory.logs.process, 'a', 0o600)
  try {
    const { size } = await log.stat()
    signal.throwIfAborted()
    const installer = await startInstaller(installation, options)
    const exited = once(installer, 'exit') as Promise<[number | null]>
    const copied = copyToLog(installer.stdout as Readable, log, onLine)
    const cut = await interruption(exited, installation, options, signal)
    await killMembers(host, attempt, { pid: installer.pid ?? 0, start: 0 })
    // While it joins the groups of the run, it is found by neither.
    installer.kill('SIGKILL')
    const [code] = await exited
    await copied
    signal.throwIfAborted()
    if (cut !== null) throw cut
    if (code === 0) return
    if ((await oomKills(host.limits.hierarchies, groupOf(attempt))) > 0)
      throw new StartRefused(
        `Out of memory at ${gibibytes(spec.granted.memory_mib)} while packages were installed: choose a larger tier.`,
      )
    if (code === null || code > KILLED)
      throw new StartRefused('The installation of the packages was killed from outside: start the run again.')
    const written = (await log.stat()).size - size
    const file = logFileOf(attempt.directory, 'process', null)
    const output = await readTail(file, Math.min(TAIL, written))
    const failed = await failureOf(installation, options.settings, output, code)
    throw new InstallRefused(installSentence(failed))
  } finally {
    await log.close()
  }
}

/** Describes the failure, with the answers of the settings' indexes about a missing package, which pip omits. */
async function failureOf(
  { plan, by, python }: Installation,
  settings: PythonSettings,
  output: string,
  code: number,
): Promise<FailedInstall> {
  const { index_url, extra_index_url, find_links } = settings
  const sources = { index_url, extra_index_url, find_links }
  const failed: FailedInstall = {
    tool: toolOf(by),
    output,
    code,
    python,
    files: plan.files,
    settings: sources,
  }
  const name = missingPackage(failed)
  if (name === null) return failed
  const addresses = [index_url, ...(extra_index_url?.split(/\s+/) ?? [])].filter(isWebAddress)
  const asking = { proxy: proxySettings(settings.proxies), authority: settings.authorities }
  return { ...failed, answers: await Promise.all(addresses.map((one) => askIndex(one, name, asking))) }
}

function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:/.test(address)
}

/** Waits for the end of the installer, or its cause: a stop, the time limit, or a limit of the run. */
async function interruption(
  exited: Promise<unknown>,
  { attempt, spec }: Installation,
  { settings, diskFullReason }: InstallOptions,
  signal: AbortSignal,
): Promise<StartRefused | null> {
  const deadline = performance.now() + settings.install_minutes * 60_000
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  void exited.then(end)
  try {
    for (;;) {
      await setTimeout(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted) return null
      const reason =
        diskFullReason(attempt) ??
        (await exceededLimit(spec, [logFileOf(attempt.directory, 'process', null)], async () => 0))
      if (reason !== null) return new StartRefused(reason)
      if (performance.now() > deadline) return new StartRefused(tookTooLong(settings.install_minutes))
    }
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function tookTooLong(minutes: number): string {
  return `The packages were not installed within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: name fewer of them, or ask an administrator to raise PODIUM_PYTHON_INSTALL_MINUTES.`
}

async function startInstaller(
  installation: Installation,
  { host, settings }: InstallOptions,
): Promise<ChildProcess> {
  const { attempt, spec, folder, readable, downloads } = installation
  const { work } = attempt.directory
  const environment = join(folder.build, 'variables')
  // before the run owns the folder and could put a link there
  const own = installerEnvironment(settings, { folder: folder.build, path: host.path, downloads })
  await writeEnvironment(
    environment,
    { ...(await namedVariables(attempt, spec, installation.plan)), ...own },
    null,
  )
  await fillBuild(installation, settings)
  const command = toolCommand(installation, host, {
    reach: {
      readable: atSamePath(readable),
      writable: atSamePath([work, folder.venv, folder.build, downloads.root]),
      start: work,
    },
    environment,
    command: installation.command,
    network: true,
  })
  const joins = joinFiles(host.limits.hierarchies, groupOf(attempt)).join(':')
  const joined = ['/bin/sh', '-c', JOIN, 'podium-install', joins, ...command]
  return startProgram(joined, { cwd: work, output: 'pipe' })
}

/** Returns the settings without the index that requirements replace, because uv prefers its own settings. */
function settingsBeside({ indexes }: PackagePlan, settings: PythonSettings): PythonSettings {
  const isReplaced = indexes.some((line) => /^(?:--index-url|-i)\b/.test(line))
  return isReplaced ? { ...settings, index_url: null } : settings
}

/** Writes the installer's files beside the source, and makes the run their owner. */
async function fillBuild({ plan, folder, uid }: Installation, settings: PythonSettings): Promise<void> {
  const { build } = folder
  await writeInstallerSettings(settingsBeside(plan, settings), build)
  if (plan.listed.length > 0) await writeFile(join(build, LISTED), `${plan.listed.join('\n')}\n`)
  for (const name of [SOURCE_COPY, CHANGED]) await mkdir(join(build, name))
  const ownPlace = pathToFileURL(join(build, SOURCE_COPY, plan.folder))
  if (plan.own_name !== '') await writeFile(join(build, OWN), `${plan.own_name} @ ${ownPlace}\n`)
  if (plan.indexes.length > 0) await writeFile(join(build, CHANGED, INDEXES), `${plan.indexes.join('\n')}\n`)
  for (const [path, text] of Object.entries(plan.changed)) {
    await mkdir(dirname(join(build, CHANGED, path)), { recursive: true })
    await writeFile(join(build, CHANGED, path), text)
  }
  await chownTree(build, uid)
  await ownFolder(build, uid)
}
