import type { GapKind } from '@podium/contract/run-series.ts'

/** What a value is called that is no number on an axis. */
export const GAP_NAMES: Record<GapKind, string> = { NaN: 'NaN', inf: 'infinity', '-inf': 'minus infinity' }
