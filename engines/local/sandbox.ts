import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attemptDirectory } from '../attempt/attempt-directory.ts'
import { works } from './works.ts'

const ROOT = '/podium'

/**
 * Where a run in the sandbox finds its files. On the disk the path of an attempt has 150 characters, of which a socket may have
 * 107, and two ids, as which some programs read a number.
 */
export const SANDBOX_DIRECTORY = { ...attemptDirectory(ROOT), work: join(ROOT, 'work') }

/** Where it finds the caches of its workspace. */
export const SANDBOX_CACHES = join(ROOT, 'cache')
/** Where it finds programs that the machine has under another name. */
export const SANDBOX_PROGRAMS = join(ROOT, 'bin')

const OWN_FOLDERS = ['--dev', '/dev', '--proc', '/proc']
/** Where programs put temporary files, and semaphores and memory that their processes share. */
const SCRATCH = ['/tmp', '/dev/shm']
/** With its parent, the sandbox ends, and with the sandbox all that the program left in it. */
const APART = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
/** Services of the machine listen in files there, and some look up names for every user. */
const SERVICES = '/run'
const NO_NETWORK = ['--tmpfs', SERVICES, '--unshare-net']
/** What was put into the root is all that is ever in it. */
const CLOSED = ['--remount-ro', '/']
/** The identity of the workspace is taken inside, after which no capability is left. */
const TAKE_IDENTITY = ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP']

export interface Sandbox {
  program: string
  /** whether it can say how much its folders in memory hold; since 0.7, and never where it is setuid */
  sizesFolders: boolean
}

/** `hidden`: folders of the server that no run may see, by their real paths */
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
      ...APART,
      ...NO_NETWORK,
      ...CLOSED,
      'true',
    ]
    if (await works(program, args)) return sandbox
  }
  return null
}

/** Each folder of the system by itself, as none can be added below a root that is bound read-only. */
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
 * Folders of the run's own that every identity may write, each with half of the run's memory: as much as a machine
 * of that memory gives them. What lies there counts as memory of the run.
 */
function scratch({ sizesFolders }: Sandbox, memoryMib: number): string[] {
  const size = sizesFolders ? ['--size', String(Math.floor((memoryMib * 2 ** 20) / 2))] : []
  return SCRATCH.flatMap((folder) => ['--perms', '1777', ...size, '--tmpfs', folder])
}

/** Empty folders in the place of the server's; below one that is empty already, there is nothing to hide. */
function hiding(folders: string[]): string[] {
  return folders
    .filter((folder) => !SCRATCH.some((top) => isBelow(top, folder)))
    .flatMap((folder) => ['--tmpfs', folder])
}

/** True if the sandbox shows none of what lies at `path`, without links, as it has a folder of its own there or an empty one. */
export function isHidden(path: string, hidden: string[]): boolean {
  return [...SCRATCH, '/dev', '/proc', ...hidden].some((top) => path === top || isBelow(top, path))
}

/** The folders from an emptied one down to `folder`, which the run must be able to pass. */
function waysTo(folder: string, emptied: string[]): string[] {
  const parent = dirname(folder)
  if (!emptied.some((top) => isBelow(top, parent))) return []
  return [...waysTo(parent, emptied), parent]
}

function isBelow(top: string, path: string): boolean {
  return path.startsWith(`${top}/`)
}

/** Files and folders of the machine, by the paths where a program finds them in the sandbox. */
export type Places = Record<string, string>

/** The files and folders that a program finds beside the system's, and where it starts. */
export interface Reach {
  readable: Places
  writable: Places
  start: string
}

/** Files and folders that a program finds where they are. */
export function inPlace(paths: string[]): Places {
  return Object.fromEntries(paths.map((path) => [path, path]))
}

export interface SandboxPlan {
  /** folders of the server that the sandbox hides */
  hidden: string[]
  memoryMib: number
  takesIdentity: boolean
  /** whether the program may reach the network */
  network: boolean
}

/**
 * What stands before a command to run it in the sandbox: a read-only system without the server's folders, its own
 * processes, and the network only where it may have it. Of the server's folders it finds those in its reach alone.
 */
export function sandboxPrefix(
  sandbox: Sandbox,
  { readable, writable, start }: Reach,
  { hidden, memoryMib, takesIdentity, network }: SandboxPlan,
): string[] {
  const emptied = [...SCRATCH, ...hidden, ...(network ? [] : [SERVICES])]
  const ways = new Set(Object.keys({ ...readable, ...writable }).flatMap((folder) => waysTo(folder, emptied)))
  return [
    sandbox.program,
    ...system(),
    ...scratch(sandbox, memoryMib),
    ...hiding(hidden),
    ...APART,
    ...(network ? [] : NO_NETWORK),
    ...(takesIdentity ? TAKE_IDENTITY : []),
    ...[...ways].flatMap((folder) => ['--perms', '0711', '--dir', folder]),
    ...Object.entries(readable).flatMap(([path, source]) => ['--ro-bind', source, path]),
    ...Object.entries(writable).flatMap(([path, source]) => ['--bind', source, path]),
    ...CLOSED,
    '--chdir',
    start,
    '--',
  ]
}
