import type { OwnAccessRequest } from '@podium/contract/calls/access-requests.ts'
import { Chip } from '../../ui/text/chip.tsx'

const TONES = { open: 'info', approved: 'good', declined: 'bad' } as const

export const STATE_WORDS: Record<OwnAccessRequest['state'], string> = {
  open: 'waiting',
  approved: 'approved',
  declined: 'declined',
}

export function RequestState({ of: { state } }: { of: Pick<OwnAccessRequest, 'state'> }) {
  return <Chip tone={TONES[state]}>{STATE_WORDS[state]}</Chip>
}
