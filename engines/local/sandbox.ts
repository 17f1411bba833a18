import { dirname } from 'node:path'
import type { AttemptDirectory } from './attempt-directory.ts'
import { works } from './works.ts'

const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp']
const APART = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net']
/** The identity of the workspace is taken inside, after which no capability is left. */
const TAKE_IDENTITY = ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP']

export interface Sandbox {
  program: string | null
  notices: string[]
}

export async function probeSandbox(program = 'bwrap'): Promise<Sandbox> {
  if (await works(program, [...SYSTEM, ...waysTo('/tmp/podium/runs'), ...APART, 'true']))
    return { program, notices: ['Runs are kept in a sandbox (bubblewrap) and have no network.'] }
  return {
    program: null,
    notices: [
      'bubblewrap cannot be used on this host: runs are plain processes that see its files, as far as their identity may, and its network.',
    ],
  }
}

/** The new /tmp is empty; a home below it (a demo) needs folders that the run can pass. */
function waysTo(folder: string): string[] {
  const parent = dirname(folder)
  if (!parent.startsWith('/tmp/')) return []
  return [...waysTo(parent), '--perms', '0711', '--dir', parent]
}

/** What stands before a command to run it in the sandbox: a read-only system, its own processes, no network. */
export function sandboxPrefix(
  program: string,
  directory: AttemptDirectory,
  takesIdentity: boolean,
): string[] {
  return [
    program,
    ...SYSTEM,
    ...APART,
    ...(takesIdentity ? TAKE_IDENTITY : []),
    ...waysTo(directory.root),
    '--bind',
    directory.root,
    directory.root,
    '--chdir',
    directory.work,
    '--',
  ]
}
