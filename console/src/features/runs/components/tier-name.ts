import { TIERS, tierLabels } from '@podium/contract/tiers.ts'
import { NOTHING } from '../../../format/nothing.ts'

/** 'High-GPU' for the word of the wire; a dash for none. */
export function tierName(tier: string): string {
  const known = TIERS.find((name) => name === tier)
  return known ? tierLabels[known] : tier || NOTHING
}
