import { realpath } from 'node:fs/promises'
import type { StopSignal } from '@podium/contract/solution-metadata/metadata.ts'
import type { RunsFolder } from '../attempt/attempt.ts'
import { attemptDirectory } from '../attempt/attempt-directory.ts'
import { canHoldFolders } from '../attempt/held-folder.ts'
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
import { works } from './works.ts'

/** What a try at the start of the server showed this host can do for runs. */
export interface Host extends RunsFolder {
  uidOf(workspaceNumber: number): number | null
  boot_id: string
  limits: LimitSupport
  sandbox: Sandbox | null
  /** folders of the server, and those of all control groups, that the sandbox hides, by their real paths */
  hidden: string[]
  /** what gives a run processes of its own where control groups and sandbox do not; see launch.ts */
  pidNamespace: string[]
  /** what keeps a run from the network where there is no sandbox; empty where nothing does */
  networkNamespace: string[]
  /** where runs look for programs */
  path: string
  /** a further folder of that kind, with a program `python`; null where the machine has one by itself, or none */
  python_folder: string | null
  ownSession: boolean
  /** the cores among which those of a run are chosen; none where it cannot be kept to some */
  cores: number[]
  /** whether a program can be started so that it hears SIGINT, to which what a shell starts beside itself is deaf */
  sendsInterrupt: boolean
  /** why no run can start here, in a sentence; null when runs can */
  refusal: string | null
  notices: string[]
  /** those of the notices that say what is not held here */
  gaps: string[]
}

/** @param sandboxProgram what is tried as the sandbox; bubblewrap where nothing is said */
export async function probeHost(home: string, sandboxProgram?: string): Promise<Host> {
  const isRoot = process.getuid?.() === 0
  const location = await locateRuns(home, isRoot)
  const limits = await probeLimits(isRoot)
  // The names of control groups are those of the runs of every workspace.
  const groups = limits.hierarchies.map(({ directory }) => directory)
  const hidden = [await realpath(home), location.runs, ...groups]
  const { sandbox, notices: ofSandbox } = await probeSandbox(hidden, sandboxProgram)
  const identities = chooseIdentities(isRoot, sandbox !== null)
  const [path, ownSession, sendsInterrupt, boot_id, cores] = await Promise.all([
    runPath(process.env.PATH ?? '', isRoot),
    works('setsid', ['true']),
    works('env', ['--default-signal=INT', 'true']),
    bootId(),
    probeCores(),
  ])
  const isHeldTogether = limits.hierarchies.length > 0 || sandbox !== null
  const pidNamespace = isHeldTogether ? [] : await probePidNamespace(isRoot)
  const networkNamespace = sandbox === null ? await probeNetworkNamespace(isRoot) : []
  const gaps = [
    ...identities.notices,
    ...limits.notices,
    ...(sandbox === null ? ofSandbox : []),
    ...(canKeepFromNetwork({ sandbox, networkNamespace }) ? [] : [NETWORK_NOTICE]),
    ...(isHeldTogether || pidNamespace.length > 0 ? [] : escapeNotices()),
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

/** The signal that tells the program of a run to end on this host. An attempt of an earlier release names none. */
export function stopSignalOf(
  { sendsInterrupt }: Host,
  spec: Pick<RunSpec, 'stop_signal'> | null,
): StopSignal {
  return sendsInterrupt && spec?.stop_signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'
}

async function identityRefusal(): Promise<string | null> {
  if (!canHoldFolders)
    return 'The server runs as root without /proc, so a run could trick it into using files of others: mount /proc or start the server as another user.'
  const taken = await works('setpriv', ['--reuid=100000', '--regid=100000', ...NO_RIGHTS, '--', 'true'])
  if (taken) return null
  return 'The server runs as root but cannot give runs an identity of their own: install `setpriv` (part of util-linux) or start the server as another user.'
}

/** Whether a run whose workspace has the network switched off is kept from it. */
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
