import type { Attempt } from '../../attempt/attempt.ts'
import type { RunSpec } from '../../engine.ts'
import { attemptEntry } from '../control-groups.ts'
import type { Host } from '../host.ts'
import { type LaunchPlan, launchCommand } from '../launch.ts'

/** The attempt for which a tool is started, and its identity. */
interface ToolOwner {
  attempt: Attempt
  spec: RunSpec
  uid: number | null
}

/** Returns the command line that starts a tool like a run of the workspace: with its identity, in its sandbox. */
export function toolCommand(
  { attempt, spec, uid }: ToolOwner,
  host: Host,
  tool: Pick<LaunchPlan, 'reach' | 'environment' | 'command' | 'network'>,
): string[] {
  const { sandbox, hidden, pidNamespace, networkNamespace, limits, ownSession } = host
  return launchCommand({
    ...tool,
    ...{ sandbox, hidden, pidNamespace, networkNamespace, ownSession, uid },
    systemd: limits.systemd,
    entry: attemptEntry(attempt),
    secrets: [],
    granted: spec.granted,
    stopSignal: 'SIGTERM',
    cores: [],
  })
}
