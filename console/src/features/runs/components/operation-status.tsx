import type { Instance } from '@podium/contract/calls/instances.ts'
import { Chip, StateChip } from '../../../ui/text/chip.tsx'

/** The status of an instance: draft, idle, or the state of its newest run. */
export function OperationStatus({ status }: { status: Instance['operation_status'] }) {
  if (status === 'draft') return <Chip tone="outline">draft</Chip>
  if (status === 'idle') return <Chip tone="quiet">idle</Chip>
  return <StateChip state={status} />
}
