import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Attempt } from '../../attempt/attempt.ts'
import { logFileOf } from '../../attempt/attempt-directory.ts'
import { outputEntry, SYSTEM_PATH } from '../../attempt/environment.ts'
import { writeEnvironment } from '../../attempt/environment-file.ts'
import { ownFolder } from '../../attempt/folders.ts'
import { giveTree } from '../../attempt/hand-over.ts'
import { overstepped } from '../../attempt/limits-watch.ts'
import { readTail } from '../../attempt/logs.ts'
import type { PackageFile } from '../../attempt/package-file.ts'
import { gibibytes } from '../../attempt/sizes.ts'
import { type RunSpec, StartRefused } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import { groupOf, joinFiles, makeGroups, oomKills } from '../control-groups.ts'
import { withNothingInherited } from '../descriptors.ts'
import type { Host } from '../host.ts'
import { launchCommand } from '../launch.ts'
import { killMembers } from '../members.ts'
import type { EnvironmentFolder } from './environment-folder.ts'
import { installSentence } from './install-sentence.ts'
import type { Interpreter } from './interpreters.ts'

const LOOK_MS = 500
/** A shell ends with this and the number of the signal that ended its program. */
const KILLED = 128
const TAIL = 256 * 1024

/** The packages cannot be installed for any run: those that wait for the same need not try. */
export class InstallRefused extends StartRefused {}

export interface Installation {
  attempt: Attempt
  spec: RunSpec
  uid: number | null
  needs: PackageFile
  interpreter: Interpreter
  /** the program uv; null where it is not here */
  uv: string | null
  folder: EnvironmentFolder
}

export interface InstallOptions {
  host: Host
  settings: PythonSettings
  /** why an attempt must end for what it wrote; null when it may go on */
  diskFullReason: (attempt: Attempt) => string | null
}

/**
 * Joins the groups of the run, whose limits hold here too, and gives way before the server where memory is short. An image
 * of an installer that breaks would hold the password of the index.
 */
const JOIN = `ulimit -c 0
groups=$1
shift
IFS=:
for group in $groups; do echo 0 > "$group" || exit 125; done
unset IFS
if [ -w /proc/self/oom_score_adj ]; then echo 500 > /proc/self/oom_score_adj; fi
exec "$@"`

/**
 * The pip of the machine installs into any environment since 22.3, for which none has to be put in it: 4 s and 25 MB less.
 * With -I, no file of the source is taken for pip or for a module of Python: what is installed here is shared.
 */
const WITH_PIP = `python=$1
venv=$2
shift 2
if "$python" -I -m pip --python "$python" --version > /dev/null 2>&1; then
  "$python" -I -m venv --without-pip "$venv" || exit
  exec "$python" -I -m pip --python "$venv/bin/python" install "$@"
fi
"$python" -I -m venv "$venv" || exit
exec "$venv/bin/python" -I -m pip install "$@"`

const WITH_UV = `"$3" venv --python "$1" "$2" || exit
uv=$3
venv=$2
shift 3
exec "$uv" pip install --python "$venv/bin/python" --compile-bytecode "$@"`

/**
 * Installs into the folder as a run of the workspace would: with its identity, its limits and its sandbox, in which it
 * finds the source, but neither data nor parameters, as it has the network. What it says goes to the log of the run.
 * @throws InstallRefused with a sentence where another try would end alike, StartRefused where this run is the cause
 */
export async function installPackages(
  plan: Installation,
  options: InstallOptions,
  signal: AbortSignal,
): Promise<void> {
  const { attempt, spec } = plan
  const { host } = options
  await makeGroups(host.limits.hierarchies, groupOf(attempt), spec.granted)
  const log = await open(attempt.directory.logs.process, 'a', 0o600)
  try {
    const { size } = await log.stat()
    signal.throwIfAborted()
    const installer = await startInstaller(plan, options, log.fd)
    const exited = once(installer, 'exit') as Promise<[number | null]>
    const cut = await whatCutsOff(exited, plan, options, signal)
    await killMembers(host, attempt, { pid: installer.pid ?? 0, start: 0 })
    const [code] = await exited
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
    throw new InstallRefused(installSentence(await readTail(file, Math.min(TAIL, written)), code))
  } finally {
    await log.close()
  }
}

/** Waits for the end of the installer, or for what ends it: a stop, its time, or a limit of the run. */
async function whatCutsOff(
  exited: Promise<unknown>,
  { attempt, spec }: Installation,
  { settings, diskFullReason }: InstallOptions,
  signal: AbortSignal,
): Promise<StartRefused | null> {
  const deadline = performance.now() + settings.install_minutes * 60_000
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end)
  void exited.then(end)
  try {
    for (;;) {
      await setTimeout(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted) return null
      const reason =
        diskFullReason(attempt) ??
        (await overstepped(spec, [logFileOf(attempt.directory, 'process', null)], async () => 0))
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
  plan: Installation,
  { host, settings }: InstallOptions,
  log: number,
): Promise<ChildProcess> {
  const { attempt, spec, uid, folder } = plan
  const { work } = attempt.directory
  const environment = join(folder.build, 'variables')
  // before the folder is the run's, who could put a link in its way
  await writeEnvironment(environment, environmentOf(plan, host.path), null)
  const asked = await commandOf(plan, settings)
  const command = launchCommand({
    reach: { readable: [], writable: [work, folder.venv, folder.build], start: work },
    environment,
    entry: outputEntry(attempt.directory),
    command: asked,
    secrets: [],
    granted: spec.granted,
    stopSignal: 'SIGTERM',
    uid,
    sandbox: host.sandbox,
    hidden: host.hidden,
    pidNamespace: host.pidNamespace,
    network: true,
    networkNamespace: host.networkNamespace,
    systemd: host.limits.systemd,
    ownSession: host.ownSession,
  })
  const joins = joinFiles(host.limits.hierarchies, groupOf(attempt)).join(':')
  return withNothingInherited(async (stdio) => {
    const [, , , ...others] = Array.isArray(stdio) ? stdio : []
    const child = spawn('/bin/sh', ['-c', JOIN, 'podium-install', joins, ...command], {
      cwd: work,
      stdio: ['ignore', log, log, ...others],
      env: { PATH: SYSTEM_PATH },
    })
    await once(child, 'spawn')
    return child
  })
}

/** The list is written beside the source, in which a pyproject.toml is not one that pip reads. */
async function commandOf(
  { needs, interpreter, uv, folder, uid }: Installation,
  settings: PythonSettings,
): Promise<string[]> {
  const { venv, build } = folder
  const list = needs.name === 'requirements.txt' ? needs.name : join(build, 'requirements.txt')
  const constraints = join(build, 'constraints.txt')
  if (needs.name !== 'requirements.txt') await writeFile(list, `${needs.requirements.join('\n')}\n`)
  if (needs.constraints.length > 0) await writeFile(constraints, `${needs.constraints.join('\n')}\n`)
  await writeSources(settings, build)
  await mkdir(join(build, 'tmp'))
  await giveTree(build, uid)
  await ownFolder(build, uid)
  // uv warns of a file that says nothing.
  const narrowed = needs.constraints.length > 0 ? ['--constraint', constraints] : []
  const asked = ['--requirement', list, ...narrowed]
  const first = ['/bin/sh', '-c', uv === null ? WITH_PIP : WITH_UV, 'podium-install', interpreter.path, venv]
  return uv === null ? [...first, ...asked] : [...first, uv, ...asked]
}

function environmentOf({ folder }: Installation, path: string): Record<string, string> {
  const { build } = folder
  return {
    PATH: path,
    HOME: build,
    // Wheels are unpacked there; memory would not hold the large ones.
    TMPDIR: join(build, 'tmp'),
    LANG: 'C.UTF-8',
    PYTHONUNBUFFERED: '1',
    PIP_CONFIG_FILE: join(build, PIP_FILE),
    PIP_NO_INPUT: '1',
    PIP_NO_CACHE_DIR: '1',
    PIP_PROGRESS_BAR: 'off',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_RETRIES: '3',
    UV_CONFIG_FILE: join(build, UV_FILE),
    UV_CACHE_DIR: join(build, 'uv'),
    // Folders of a sandbox are devices of their own, between which uv makes no links.
    UV_LINK_MODE: 'copy',
    UV_NO_PROGRESS: '1',
    // The authorities that this machine trusts, as pip does; uv has a list of its own.
    UV_NATIVE_TLS: 'true',
    // The sentence of what failed is sought in whole lines.
    UV_NO_WRAP: '1',
    UV_PYTHON_DOWNLOADS: 'never',
  }
}

const PIP_FILE = 'pip.conf'
const UV_FILE = 'uv.toml'

/** In files, as every user of the machine sees command lines and an address may hold a password. */
async function writeSources({ index_url, extra_index_url, find_links }: PythonSettings, build: string) {
  const named = { 'index-url': index_url, 'extra-index-url': extra_index_url, 'find-links': find_links }
  const set = Object.entries(named).filter(([, value]) => value !== null)
  const ofPip = set.map(([name, value]) => `${name} = ${value}`)
  const ofUv = set.map(([name, value = '']) => {
    return `${name} = ${JSON.stringify(name === 'index-url' ? value : value?.split(/\s+/))}`
  })
  await writeFile(join(build, PIP_FILE), ['[global]', ...ofPip, ''].join('\n'), { mode: 0o600 })
  await writeFile(join(build, UV_FILE), [...ofUv, ''].join('\n'), { mode: 0o600 })
}
