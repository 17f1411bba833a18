import type { Instance } from '@podium/contract/calls/instances.ts'
import { Chip, StateChip } from '../../../ui/text/chip.tsx'

/** How an instance is doing: a draft, idle, or as its newest run is. */
export function OperationStatus({ status }: { status: Instance['operation_status'] }) {
  if (status === 'draft') return <Chip tone="outline">draft</Chip>
  if (status === 'idle') return <Chip tone="quiet">idle</Chip>
  return <StateChip state={status} />
}
