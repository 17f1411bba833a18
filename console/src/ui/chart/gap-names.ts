import type { GapKind } from '@podium/contract/calls/run-series.ts'

/** Names of values that are not numbers. */
export const GAP_NAMES: Record<GapKind, string> = { NaN: 'NaN', inf: 'infinity', '-inf': 'minus infinity' }
