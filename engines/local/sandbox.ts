import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attemptDirectory } from '../attempt/attempt-directory.ts'
import { succeeds } from './succeeds.ts'

const ROOT = '/podium'

/**
 * Short paths of a run's files in the sandbox. On the disk, the path of an attempt has 150 characters, and a socket's
 * path may have 107. It also has two ids, in which some programs read a number.
 */
export const SANDBOX_DIRECTORY = { ...attemptDirectory(ROOT), work: join(ROOT, 'work') }

/** Path of its workspace's caches. */
export const SANDBOX_CACHES = join(ROOT, 'cache')
/** Path of programs that the machine has under another name. */
export const SANDBOX_PROGRAMS = join(ROOT, 'bin')

const OWN_FOLDERS = ['--dev', '/dev', '--proc', '/proc']
/** Folders for temporary files, and for semaphores and shared memory. */
const SCRATCH = ['/tmp', '/dev/shm']
/** The sandbox ends with its parent, and all processes in it with the sandbox. */
const ISOLATED = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
/** Services of the machine listen on sockets there, and some resolve names for every user. */
const SERVICES = '/run'
const NO_NETWORK = ['--tmpfs', SERVICES, '--unshare-net']
/** Nothing can be added to the root later. */
const CLOSED = ['--remount-ro', '/']
/** Capabilities for changing to the workspace's identity inside, which drops all of them. */
const TAKE_IDENTITY = ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP']

export interface Sandbox {
  program: string
  /** true if it can limit the size of its folders in memory; since 0.7, and never if it is setuid */
  sizesFolders: boolean
}

/** @param hidden real paths of the server's folders that no run may see */
export async function probeSandbox(
  hidden: string[],
  program = 'bwrap',
): Promise<{ sandbox: Sandbox | null; notices: string[] }> {
  const sandbox = await usableSandbox(hidden, program)
  return {
    sandbox,
    notices: [
      sandbox
        ? 'Runs are sandboxed (bubblewrap): read-only system, no access to files of the server or of other runs, network only if the workspace allows it.'
        : 'bubblewrap cannot be used on this host: runs are plain processes, with all files that their user may read.',
    ],
  }
}

async function usableSandbox(hidden: string[], program: string): Promise<Sandbox | null> {
  for (const sizesFolders of [true, false]) {
    const sandbox = { program, sizesFolders }
    const args = [
      ...system(),
      ...scratch(sandbox, 1),
      ...hiding(hidden),
      ...ISOLATED,
      ...NO_NETWORK,
      ...CLOSED,
      'true',
    ]
    if (await succeeds(program, args)) return sandbox
  }
  return null
}

/** Binds each folder of the system separately, because none can be added below a root that is bound read-only. */
function system(): string[] {
  const taken = [ROOT, ...OWN_FOLDERS]
  const entries = readdirSync('/', { withFileTypes: true }).map((entry) => ({
    entry,
    path: `/${entry.name}`,
  }))
  const bound = entries
    .filter(({ path }) => !taken.includes(path))
    .flatMap(({ entry, path }) => {
      if (entry.isSymbolicLink()) return ['--symlink', readlinkSync(path), path]
      return entry.isDirectory() || entry.isFile() ? ['--ro-bind', path, path] : []
    })
  return [...bound, '--perms', '0755', '--dir', ROOT, ...OWN_FOLDERS]
}

/**
 * Returns folders of the run that every identity may write, each of up to half the run's memory, as a machine with that
 * memory has them. Their content counts as memory of the run.
 */
function scratch({ sizesFolders }: Sandbox, memoryMib: number): string[] {
  const size = sizesFolders ? ['--size', String(Math.floor((memoryMib * 2 ** 20) / 2))] : []
  return SCRATCH.flatMap((folder) => ['--perms', '1777', ...size, '--tmpfs', folder])
}

/** Puts empty folders over the server's. Below an empty one, there is nothing to hide. */
function hiding(folders: string[]): string[] {
  return folders
    .filter((folder) => !SCRATCH.some((top) => isBelow(top, folder)))
    .flatMap((folder) => ['--tmpfs', folder])
}

/** True if the sandbox hides the real path `path`, because it has its own or an empty folder there. */
export function isHidden(path: string, hidden: string[]): boolean {
  return [...SCRATCH, '/dev', '/proc', ...hidden].some((top) => path === top || isBelow(top, path))
}

/** Lists the folders from an emptied one down to `folder`, which the run must be able to pass. */
function parentsOf(folder: string, emptied: string[]): string[] {
  const parent = dirname(folder)
  if (!emptied.some((top) => isBelow(top, parent))) return []
  return [...parentsOf(parent, emptied), parent]
}

function isBelow(top: string, path: string): boolean {
  return path.startsWith(`${top}/`)
}

/** Files and folders of the machine, by their paths in the sandbox. */
export type Mounts = Record<string, string>

/** The files and folders that a program can access beside the system's, and its working directory. */
export interface Reach {
  readable: Mounts
  writable: Mounts
  start: string
}

/** Returns files and folders with the same path in the sandbox. */
export function atSamePath(paths: string[]): Mounts {
  return Object.fromEntries(paths.map((path) => [path, path]))
}

export interface SandboxPlan {
  /** folders of the server that the sandbox hides */
  hidden: string[]
  memoryMib: number
  takesIdentity: boolean
  /** true if the program may reach the network */
  network: boolean
}

/**
 * Returns the command prefix that runs a command in the sandbox: with a read-only system without the server's folders,
 * its own processes, and the network only if allowed. Only folders in its reach are visible of the server's.
 */
export function sandboxPrefix(
  sandbox: Sandbox,
  { readable, writable, start }: Reach,
  { hidden, memoryMib, takesIdentity, network }: SandboxPlan,
): string[] {
  const emptied = [...SCRATCH, ...hidden, ...(network ? [] : [SERVICES])]
  const parents = new Set(
    Object.keys({ ...readable, ...writable }).flatMap((folder) => parentsOf(folder, emptied)),
  )
  return [
    sandbox.program,
    ...system(),
    ...scratch(sandbox, memoryMib),
    ...hiding(hidden),
    ...ISOLATED,
    ...(network ? [] : NO_NETWORK),
    ...(takesIdentity ? TAKE_IDENTITY : []),
    ...[...parents].flatMap((folder) => ['--perms', '0711', '--dir', folder]),
    ...Object.entries(readable).flatMap(([path, source]) => ['--ro-bind', source, path]),
    ...Object.entries(writable).flatMap(([path, source]) => ['--bind', source, path]),
    ...CLOSED,
    '--chdir',
    start,
    '--',
  ]
}
