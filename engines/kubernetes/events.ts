import type { ClusterEvent } from './resources.ts'

export function timeOf({ lastTimestamp, eventTime, metadata }: ClusterEvent): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '')
}
