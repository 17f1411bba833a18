import type { runs } from '@podium/database/schema/runs.ts'
import type { Resources, RunKey } from '@podium/engines/engine.ts'

export type RunRow = typeof runs.$inferSelect

/** The run's present attempt, as engines know it. */
export function keyOf(run: Pick<RunRow, 'id' | 'workspace_id' | 'attempt'>): RunKey {
  return { workspace: run.workspace_id, run: run.id, attempt: run.attempt }
}

/** What the run's tier asked for. */
export function askedOf(run: Pick<RunRow, 'asked_cpu' | 'asked_memory_mib' | 'asked_gpu'>): Resources {
  return { cpu: run.asked_cpu, memory_mib: run.asked_memory_mib, gpu: run.asked_gpu }
}

/** What the engine gave, null before it started. */
export function grantedOf(
  run: Pick<RunRow, 'granted_cpu' | 'granted_memory_mib' | 'granted_gpu'>,
): Resources | null {
  const { granted_cpu: cpu, granted_memory_mib: memory_mib, granted_gpu: gpu } = run
  return cpu === null || memory_mib === null ? null : { cpu, memory_mib, gpu: gpu ?? 0 }
}

/** Where what an attempt leaves lies in the workspace's bucket; ends in '/'. */
export function storedPrefix(run: Pick<RunRow, 'id' | 'stream_id' | 'attempt'>): string {
  return `streams/${run.stream_id}/${run.id}/${run.attempt}/`
}
