import { join } from 'node:path'
import type { StopSignal } from '@podium/contract/solution-metadata/stop-signal.ts'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { commandWithEnvironment } from '../attempt/environment-file.ts'
import { exists } from '../attempt/folders.ts'
import { commandWithSecrets } from '../attempt/secrets.ts'
import type { Resources, Secret } from '../engine.ts'
import { FIRST_PROCESS } from './first-process.ts'
import { SCOPE } from './probe-limits.ts'
import { type Mounts, type Reach, SANDBOX_DIRECTORY, type Sandbox, sandboxPrefix } from './sandbox.ts'

export interface LaunchPlan {
  /** the files that it can access in the sandbox */
  reach: Reach
  /** path of the file with its environment, as seen by the run */
  environment: string
  /** the variable by which its processes are found */
  entry: Record<string, string>
  command: string[]
  /** without values */
  secrets: Secret[]
  granted: Resources
  stopSignal: StopSignal
  /** null: the server's own identity */
  uid: number | null
  sandbox: Sandbox | null
  /** folders of the server that the sandbox hides */
  hidden: string[]
  /** command prefix for its own process namespace; empty if unavailable or unnecessary */
  pidNamespace: string[]
  /** true if the run may reach the network */
  network: boolean
  /** command prefix that keeps a run without a sandbox from the network; empty if unavailable */
  networkNamespace: string[]
  systemd: boolean
  /** the cores that it may use; empty: all */
  cores: number[]
  /** true if the program `setsid` exists to give the run a process group of its own */
  ownSession: boolean
}

const READABLE = ['metadata', 'parameters', 'variables', 'data', 'model', 'python', 'secrets'] as const
const WRITABLE = ['work', 'output', 'log'] as const

/**
 * Lists the files that a run can access in the sandbox: of its own folder the inputs and outputs, not the record of its
 * end.
 * @param start the folder below its working directory in which the program starts
 * @param readable more files to read, such as the environment of its packages
 * @param writable more folders to write, such as the caches of its workspace
 */
export async function reachOf(
  directory: AttemptDirectory,
  start: string,
  readable: Mounts,
  writable: Mounts = {},
): Promise<Reach> {
  const present = await Promise.all(READABLE.map((name) => exists(directory[name])))
  return {
    readable: {
      ...readable,
      ...mountsOf(
        directory,
        READABLE.filter((_, index) => present[index]),
      ),
    },
    writable: { ...mountsOf(directory, WRITABLE), ...writable },
    start: join(SANDBOX_DIRECTORY.work, start),
  }
}

function mountsOf(
  directory: AttemptDirectory,
  names: readonly (typeof READABLE | typeof WRITABLE)[number][],
): Mounts {
  return Object.fromEntries(names.map((name) => [SANDBOX_DIRECTORY[name], directory[name]]))
}

/** Returns the whole argument list for a supervisor. No text of the run is ever parsed as shell code. */
export function launchCommand(plan: LaunchPlan): string[] {
  return [
    ...(plan.ownSession ? ['setsid'] : []),
    ...(plan.cores.length > 0 ? ['taskset', '-c', plan.cores.join(',')] : []),
    ...(plan.systemd ? scopePrefix(plan.granted) : []),
    ...isolationPrefix(plan),
    ...(plan.uid === null ? [] : identityPrefix(plan.uid)),
    ...(plan.sandbox === null ? [] : FIRST_PROCESS),
    'env',
    '-i',
    ...(plan.stopSignal === 'SIGINT' ? ['--default-signal=INT'] : []),
    ...Object.entries(plan.entry).map(([name, value]) => `${name}=${value}`),
    ...commandWithEnvironment(plan.environment, commandWithSecrets(plan.secrets, plan.command)),
  ]
}

function isolationPrefix({ sandbox, reach, hidden, granted, uid, network, ...plan }: LaunchPlan): string[] {
  if (sandbox === null) return [...(network ? [] : plan.networkNamespace), ...plan.pidNamespace]
  return sandboxPrefix(sandbox, reach, {
    hidden,
    memoryMib: granted.memory_mib,
    takesIdentity: uid !== null,
    network,
  })
}

/** Drops all privileges of a run when it leaves the identity of the server. */
export const NO_RIGHTS = ['--clear-groups', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']

function identityPrefix(uid: number): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, ...NO_RIGHTS, '--']
}

function scopePrefix(granted: Resources): string[] {
  return [
    'systemd-run',
    ...SCOPE,
    '-p',
    `MemoryMax=${granted.memory_mib}M`,
    '-p',
    'MemorySwapMax=0',
    '-p',
    `CPUQuota=${Math.max(1, Math.round(granted.cpu * 100))}%`,
    '-p',
    'TasksMax=4096',
    '--',
  ]
}
