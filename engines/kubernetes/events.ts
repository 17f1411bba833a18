import { ClusterRefusal } from './client.ts'
import type { ClusterEvent } from './resources.ts'

export function timeOf({ lastTimestamp, eventTime, metadata }: ClusterEvent): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '')
}

/** No events where Podium may not read them: then what else the cluster shows has to do. */
export function noneWithoutRight(error: unknown): { items: ClusterEvent[] } {
  if (error instanceof ClusterRefusal && error.status === 403) return { items: [] }
  throw error
}
