import type { StoredKind } from '@podium/contract/calls/retention.ts'
import { paletteColor } from '../../ui/chart/palette.ts'

export type BytesByKind = Readonly<Record<StoredKind, number>>

interface KindLook {
  label: string
  color: string
}

/** The label of each kind, and its colour in the bar and over time. */
export const STORED_LOOK: Readonly<Record<StoredKind, KindLook>> = {
  solutions: { label: 'Solutions', color: paletteColor(3) },
  data_sets: { label: 'Data sets', color: paletteColor(1) },
  uploads: { label: 'Uploads', color: paletteColor(5) },
  artifacts: { label: 'Artifacts and models', color: paletteColor(0) },
  logs: { label: 'Logs', color: paletteColor(4) },
  trash: { label: 'Trash', color: 'var(--grey-400)' },
}

export function totalOf(bytes: BytesByKind): number {
  return Object.values(bytes).reduce((sum, each) => sum + each, 0)
}
