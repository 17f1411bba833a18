import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { SYSTEM_PATH } from '../attempt/environment.ts'
import { withNothingInherited } from './descriptors.ts'

export interface SupervisorArguments {
  joins: string[]
  oomCounter: string
  command: string[]
}

/** Resolves when the supervisor has been started; it does not depend on this process. */
export async function startSupervisor(
  directory: AttemptDirectory,
  { joins, oomCounter, command }: SupervisorArguments,
): Promise<ChildProcess> {
  return withNothingInherited(async (stdio) => {
    const supervisor = spawn('/bin/sh', ['supervisor', joins.join(':'), oomCounter, ...command], {
      cwd: directory.root,
      detached: true,
      stdio,
      env: { PATH: SYSTEM_PATH },
    })
    await once(supervisor, 'spawn')
    supervisor.unref()
    return supervisor
  })
}
