import { dirname } from 'node:path'
import type { AttemptDirectory } from './attempt-directory.ts'
import { works } from './works.ts'

const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp']
/** With its parent, the sandbox ends, and with the sandbox all that the program left in it. */
const APART = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net']
/** The identity of the workspace is taken inside, after which no capability is left. */
const TAKE_IDENTITY = ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP']

export interface Sandbox {
  program: string | null
  notices: string[]
}

/** `hidden`: folders of the server that no run may see, by their real paths */
export async function probeSandbox(hidden: string[], program = 'bwrap'): Promise<Sandbox> {
  if (await works(program, [...SYSTEM, ...hiding(hidden), ...APART, 'true']))
    return {
      program,
      notices: [
        'Runs are kept in a sandbox (bubblewrap): the system is read-only, the files of the server and of other runs are not there, and there is no network.',
      ],
    }
  return {
    program: null,
    notices: [
      'bubblewrap cannot be used on this host: runs are plain processes that see its files, as far as their identity may, and its network.',
    ],
  }
}

/** Empty folders in the place of the server's; below /tmp, which is empty already, there is nothing to hide. */
function hiding(folders: string[]): string[] {
  return folders.filter((folder) => !isBelow('/tmp', folder)).flatMap((folder) => ['--tmpfs', folder])
}

/** The folders from an emptied one down to `folder`, which the run must be able to pass. */
function waysTo(folder: string, emptied: string[]): string[] {
  const parent = dirname(folder)
  if (!emptied.some((top) => isBelow(top, parent))) return []
  return [...waysTo(parent, emptied), '--perms', '0711', '--dir', parent]
}

function isBelow(top: string, path: string): boolean {
  return path.startsWith(`${top}/`)
}

/**
 * What stands before a command to run it in the sandbox: a read-only system without the server's folders, its own
 * processes, no network. Of its own directory the run can write what is the run's, not the record of how it ended.
 */
export function sandboxPrefix(
  program: string,
  { root, work, output, log }: AttemptDirectory,
  { hidden, takesIdentity }: { hidden: string[]; takesIdentity: boolean },
): string[] {
  return [
    program,
    ...SYSTEM,
    ...hiding(hidden),
    ...APART,
    ...(takesIdentity ? TAKE_IDENTITY : []),
    ...waysTo(root, ['/tmp', ...hidden]),
    '--ro-bind',
    root,
    root,
    ...[work, output, log].flatMap((folder) => ['--bind', folder, folder]),
    '--chdir',
    work,
    '--',
  ]
}
