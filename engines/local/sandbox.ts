import { dirname } from 'node:path'
import { works } from './works.ts'

const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']
/** Where programs put temporary files, and semaphores and memory that their processes share. */
const SCRATCH = ['/tmp', '/dev/shm']
/** With its parent, the sandbox ends, and with the sandbox all that the program left in it. */
const APART = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
/** Services of the machine listen in files there, and some look up names for every user. */
const SERVICES = '/run'
const NO_NETWORK = ['--tmpfs', SERVICES, '--unshare-net']
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
    const args = [...SYSTEM, ...scratch(sandbox, 1), ...hiding(hidden), ...APART, ...NO_NETWORK, 'true']
    if (await works(program, args)) return sandbox
  }
  return null
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

/** The folders from an emptied one down to `folder`, which the run must be able to pass. */
function waysTo(folder: string, emptied: string[]): string[] {
  const parent = dirname(folder)
  if (!emptied.some((top) => isBelow(top, parent))) return []
  return [...waysTo(parent, emptied), parent]
}

function isBelow(top: string, path: string): boolean {
  return path.startsWith(`${top}/`)
}

/** The folders that a program finds, and where it starts. */
export interface Reach {
  /** files of the system, and those that stand in their places */
  instead?: Record<string, string>
  readable: string[]
  /** below a readable folder or beside it */
  writable: string[]
  start: string
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
  { readable, writable, start, instead = {} }: Reach,
  { hidden, memoryMib, takesIdentity, network }: SandboxPlan,
): string[] {
  const emptied = [...SCRATCH, ...hidden, ...(network ? [] : [SERVICES])]
  const ways = new Set([...readable, ...writable].flatMap((folder) => waysTo(folder, emptied)))
  return [
    sandbox.program,
    ...SYSTEM,
    ...scratch(sandbox, memoryMib),
    ...hiding(hidden),
    ...APART,
    ...(network ? [] : NO_NETWORK),
    ...(takesIdentity ? TAKE_IDENTITY : []),
    ...[...ways].flatMap((folder) => ['--perms', '0711', '--dir', folder]),
    ...readable.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...writable.flatMap((folder) => ['--bind', folder, folder]),
    ...Object.entries(instead).flatMap(([path, file]) => ['--ro-bind', file, path]),
    '--chdir',
    start,
    '--',
  ]
}
