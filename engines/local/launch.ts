import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { commandWithSecrets } from '../attempt/secrets.ts'
import type { Resources, Secret } from '../engine.ts'
import { SCOPE } from './probe-limits.ts'
import { type Sandbox, sandboxPrefix } from './sandbox.ts'

export interface LaunchPlan {
  directory: AttemptDirectory
  environment: Record<string, string>
  command: string[]
  /** without values */
  secrets: Secret[]
  granted: Resources
  /** null: the server's own identity */
  uid: number | null
  sandbox: Sandbox | null
  /** folders of the server that the sandbox hides */
  hidden: string[]
  /** what gives the run processes of its own; empty where nothing does, or nothing has to */
  pidNamespace: string[]
  systemd: boolean
  /** whether the program `setsid` is here to give the run a group of its own */
  ownSession: boolean
}

/** The whole argument list a supervisor starts. Nothing in it is ever read by a shell. */
export function launchCommand(plan: LaunchPlan): string[] {
  return [
    ...(plan.ownSession ? ['setsid'] : []),
    ...(plan.systemd ? scopePrefix(plan.granted) : []),
    ...apartPrefix(plan),
    ...(plan.uid === null ? [] : identityPrefix(plan.uid)),
    'env',
    '-i',
    ...Object.entries(plan.environment).map(([name, value]) => `${name}=${value}`),
    ...commandWithSecrets(plan.secrets, plan.command),
  ]
}

function apartPrefix({ sandbox, directory, hidden, granted, uid, pidNamespace }: LaunchPlan): string[] {
  return sandbox === null
    ? pidNamespace
    : sandboxPrefix(sandbox, directory, {
        hidden,
        memoryMib: granted.memory_mib,
        takesIdentity: uid !== null,
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
