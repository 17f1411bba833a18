import type { StopSignal } from '@podium/contract/solution-metadata/metadata.ts'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { commandWithEnvironment } from '../attempt/environment-file.ts'
import { exists } from '../attempt/folders.ts'
import { commandWithSecrets } from '../attempt/secrets.ts'
import type { Resources, Secret } from '../engine.ts'
import { FIRST_PROCESS } from './first-process.ts'
import { SCOPE } from './probe-limits.ts'
import { type Places, type Reach, SANDBOX_DIRECTORY, type Sandbox, sandboxPrefix } from './sandbox.ts'

export interface LaunchPlan {
  /** what it finds in the sandbox */
  reach: Reach
  /** the file that holds its environment, where it finds it */
  environment: string
  /** the entry by which its processes are found */
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
  /** what gives the run processes of its own; empty where nothing does, or nothing has to */
  pidNamespace: string[]
  /** whether the run may reach the network */
  network: boolean
  /** what keeps a run without sandbox from the network; empty where nothing does */
  networkNamespace: string[]
  systemd: boolean
  /** the cores that it may use; none: all */
  cores: number[]
  /** whether the program `setsid` is here to give the run a group of its own */
  ownSession: boolean
}

const READABLE = ['metadata', 'parameters', 'variables', 'data', 'model', 'python', 'secrets'] as const
const WRITABLE = ['work', 'output', 'log'] as const

/**
 * Names what a run finds in the sandbox: of its own folder what it was given and what it writes, not the record of how it ended.
 * @param readable what else it reads, such as the environment of its packages
 * @param writable where else it writes, such as the caches of its workspace
 */
export async function reachOf(
  directory: AttemptDirectory,
  readable: Places,
  writable: Places = {},
): Promise<Reach> {
  const given = await Promise.all(READABLE.map((name) => exists(directory[name])))
  return {
    readable: {
      ...readable,
      ...placesOf(
        directory,
        READABLE.filter((_, index) => given[index]),
      ),
    },
    writable: { ...placesOf(directory, WRITABLE), ...writable },
    start: SANDBOX_DIRECTORY.work,
  }
}

function placesOf(
  directory: AttemptDirectory,
  names: readonly (typeof READABLE | typeof WRITABLE)[number][],
): Places {
  return Object.fromEntries(names.map((name) => [SANDBOX_DIRECTORY[name], directory[name]]))
}

/** The whole argument list a supervisor starts. No word of the run is ever read as code of a shell. */
export function launchCommand(plan: LaunchPlan): string[] {
  return [
    ...(plan.ownSession ? ['setsid'] : []),
    ...(plan.cores.length > 0 ? ['taskset', '-c', plan.cores.join(',')] : []),
    ...(plan.systemd ? scopePrefix(plan.granted) : []),
    ...apartPrefix(plan),
    ...(plan.uid === null ? [] : identityPrefix(plan.uid)),
    ...(plan.sandbox === null ? [] : FIRST_PROCESS),
    'env',
    '-i',
    ...(plan.stopSignal === 'SIGINT' ? ['--default-signal=INT'] : []),
    ...Object.entries(plan.entry).map(([name, value]) => `${name}=${value}`),
    ...commandWithEnvironment(plan.environment, commandWithSecrets(plan.secrets, plan.command)),
  ]
}

function apartPrefix({ sandbox, reach, hidden, granted, uid, network, ...plan }: LaunchPlan): string[] {
  if (sandbox === null) return [...(network ? [] : plan.networkNamespace), ...plan.pidNamespace]
  return sandboxPrefix(sandbox, reach, {
    hidden,
    memoryMib: granted.memory_mib,
    takesIdentity: uid !== null,
    network,
  })
}

/** What a run must not take along when it leaves the identity of the server. */
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
