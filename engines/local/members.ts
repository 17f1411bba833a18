import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Attempt } from '../attempt/attempt.ts'
import type { ProcessIdentity } from '../attempt/record-shapes.ts'
import { attemptEntry, groupMembers, groupOf, killGroups } from './control-groups.ts'
import type { Host } from './host.ts'
import { findProcesses, signal } from './processes.ts'

const KILL_DEADLINE_MS = 5000
const KILL_POLL_MS = 20
const JOIN_DEADLINE_MS = 1000

/**
 * Lists the processes of an attempt, whatever groups and sessions they created: by control group, otherwise by process
 * group and environment. `leader` is the living process whose group the program was started in.
 */
export async function membersOf(
  host: Host,
  attempt: Attempt,
  leader: ProcessIdentity | null,
): Promise<number[]> {
  if (host.limits.hierarchies.length > 0) return groupMembers(host.limits.hierarchies, groupOf(attempt))
  const group = leader?.pid ?? -1
  if (existsSync('/proc/self/stat')) {
    return findProcesses(group, entriesOf(attempt))
  }
  return group > 0 && signal(-group, 0) ? [-group] : []
}

/** A run that an earlier release began is identified by the path of its outputs. */
function entriesOf(attempt: Attempt): string[] {
  const { PODIUM_ATTEMPT } = attemptEntry(attempt)
  return [`PODIUM_ATTEMPT=${PODIUM_ATTEMPT}`, `PODIUM_OUTPUT_DIR=${attempt.directory.output}`]
}

/**
 * Waits while a killed supervisor's program may still be a copy of it that has not joined its groups, until no process
 * is left in the supervisor's group. The wait is limited, because the number may belong to another process by now.
 */
export async function waitForJoin(supervisor: ProcessIdentity): Promise<void> {
  const deadline = performance.now() + JOIN_DEADLINE_MS
  while (signal(-supervisor.pid, 0) && performance.now() < deadline) await setTimeout(KILL_POLL_MS)
}

/** Kills all processes of an attempt until none is left. Returns false if some remain. */
export async function killMembers(
  host: Host,
  attempt: Attempt,
  leader: ProcessIdentity | null,
): Promise<boolean> {
  const deadline = performance.now() + KILL_DEADLINE_MS
  while (performance.now() < deadline) {
    const members = await membersOf(host, attempt, leader)
    if (members.length === 0) return true
    await killGroups(host.limits.hierarchies, groupOf(attempt))
    for (const pid of members) signal(pid, 'SIGKILL')
    await setTimeout(KILL_POLL_MS)
  }
  return false
}
