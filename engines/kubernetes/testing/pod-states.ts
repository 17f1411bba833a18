import type { ContainerState, ContainerStatus, Pod } from '../resources.ts'

const startedAt = '2026-01-05T10:00:00Z'

export const running: ContainerState = { running: { startedAt } }

export function ended(exitCode: number, reason?: string): ContainerState {
  const terminated = { exitCode, startedAt, finishedAt: '2026-01-05T10:05:00Z' }
  return { terminated: { ...terminated, ...(reason && { reason }) } }
}

export function container(name: string, state: ContainerState, image?: string): ContainerStatus {
  return { name, state, ...(image !== undefined && { image }) }
}

/** The status of a pod whose command runs. */
export const RUNS: NonNullable<Pod['status']> = {
  phase: 'Running',
  containerStatuses: [container('main', running), container('keep', running)],
}
