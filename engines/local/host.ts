import { realpath } from 'node:fs/promises'
import type { StopSignal } from '@podium/contract/solution-metadata/stop-signal.ts'
import type { RunsFolder } from '../attempt/attempt.ts'
import { attemptDirectory } from '../attempt/attempt-directory.ts'
import { hasDescriptorPaths } from '../attempt/open-folder.ts'
import type { RunSpec } from '../engine.ts'
import { probeCores } from './cores.ts'
import { chooseIdentities, locateRuns } from './identity.ts'
import { NO_RIGHTS } from './launch.ts'
import { probeNetworkNamespace } from './network-namespace.ts'
import { probePidNamespace } from './pid-namespace.ts'
import { plainPython } from './plain-python.ts'
import { type LimitSupport, probeLimits } from './probe-limits.ts'
import { bootId } from './processes.ts'
import { runPath } from './program.ts'
import { probeSandbox, type Sandbox } from './sandbox.ts'
import { succeeds } from './succeeds.ts'

/** Capabilities of this host for runs, as tried at the start of the server. */
export interface Host extends RunsFolder {
  uidOf(workspaceNumber: number): number | null
  boot_id: string
  limits: LimitSupport
  sandbox: Sandbox | null
  /** real paths of the server's folders and of all control groups, which the sandbox hides */
  hidden: string[]
  /** command prefix that gives a run its own processes if control groups and sandbox do not; see launch.ts */
  pidNamespace: string[]
  /** command prefix that keeps a run from the network without a sandbox; empty if the host cannot */
  networkNamespace: string[]
  /** the search path of runs for programs */
  path: string
  /** another folder of it with a program `python`; null if the machine has one itself, or none */
  python_folder: string | null
  ownSession: boolean
  /** cores that runs are limited to; empty if a run cannot be limited to some */
  cores: number[]
  /** true if a program can be started so that it receives SIGINT, which background processes of a shell ignore */
  sendsInterrupt: boolean
  /** why no run can start here, in a sentence; null if runs can */
  refusal: string | null
  notices: string[]
  /** the notices about limits that are not enforced */
  gaps: string[]
}

/** @param sandboxProgram the program to try as the sandbox; bubblewrap by default */
export async function probeHost(home: string, sandboxProgram?: string): Promise<Host> {
  const isRoot = process.getuid?.() === 0
  const location = await locateRuns(home, isRoot)
  const limits = await probeLimits(isRoot)
  // Names of control groups reveal the runs of every workspace.
  const groups = limits.hierarchies.map(({ directory }) => directory)
  const hidden = [await realpath(home), location.runs, ...groups]
  const { sandbox, notices: ofSandbox } = await probeSandbox(hidden, sandboxProgram)
  const identities = chooseIdentities(isRoot, sandbox !== null)
  const [path, ownSession, sendsInterrupt, boot_id, cores] = await Promise.all([
    runPath(process.env.PATH ?? '', isRoot),
    succeeds('setsid', ['true']),
    succeeds('env', ['--default-signal=INT', 'true']),
    bootId(),
    probeCores(),
  ])
  const hasGroup = limits.hierarchies.length > 0 || sandbox !== null
  const pidNamespace = hasGroup ? [] : await probePidNamespace(isRoot)
  const networkNamespace = sandbox === null ? await probeNetworkNamespace(isRoot) : []
  const gaps = [
    ...identities.notices,
    ...limits.notices,
    ...(sandbox === null ? ofSandbox : []),
    ...(canKeepFromNetwork({ sandbox, networkNamespace }) ? [] : [NETWORK_NOTICE]),
    ...(hasGroup || pidNamespace.length > 0 ? [] : escapeNotices()),
  ]
  return {
    runs: location.runs,
    layout: attemptDirectory,
    boot_id,
    limits,
    sandbox,
    hidden,
    pidNamespace,
    networkNamespace,
    path,
    python_folder: await plainPython(path, location.runs),
    ownSession,
    cores,
    sendsInterrupt,
    refusal: isRoot ? await identityRefusal() : null,
    notices: [...gaps, ...location.notices, ...(sandbox === null ? [] : ofSandbox)],
    gaps,
    ownIdentities: isRoot,
    uidOf: identities.uidOf,
  }
}

/** Returns the signal that tells a run's program to end on this host. An attempt of an earlier release has none. */
export function stopSignalOf(
  { sendsInterrupt }: Host,
  spec: Pick<RunSpec, 'stop_signal'> | null,
): StopSignal {
  return sendsInterrupt && spec?.stop_signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'
}

async function identityRefusal(): Promise<string | null> {
  if (!hasDescriptorPaths)
    return 'The server runs as root without /proc, so a run could trick it into using files of others: mount /proc or start the server as another user.'
  const canChangeIdentity = await succeeds('setpriv', [
    '--reuid=100000',
    '--regid=100000',
    ...NO_RIGHTS,
    '--',
    'true',
  ])
  if (canChangeIdentity) return null
  return 'The server runs as root but cannot give runs an identity of their own: install `setpriv` (part of util-linux) or start the server as another user.'
}

/** True if a run can be kept from the network when its workspace has it switched off. */
export function canKeepFromNetwork({
  sandbox,
  networkNamespace,
}: Pick<Host, 'sandbox' | 'networkNamespace'>) {
  return sandbox !== null || networkNamespace.length > 0
}

const NETWORK_NOTICE =
  'This host cannot keep runs from the network: runs of every workspace can reach it. Install bubblewrap to change that.'

function escapeNotices(): string[] {
  if (process.platform === 'linux')
    return [
      'Neither a control group nor a namespace can be used on this host: a process that detaches from its run and changes its environment is not found when the run ends.',
    ]
  return [
    'This system is for demonstration and development: a process that leaves the process group of its run is not found when the run is stopped.',
  ]
}
