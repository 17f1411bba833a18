import { ClusterRefusal } from './client.ts'
import type { ClusterEvent } from './resources.ts'

export function timeOf({ lastTimestamp, eventTime, metadata }: ClusterEvent): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '')
}

/** Returns no events if Podium may not read them, so that other state of the cluster must suffice. */
export function noneWithoutRight(error: unknown): { items: ClusterEvent[] } {
  if (error instanceof ClusterRefusal && error.status === 403) return { items: [] }
  throw error
}
