import type { TierChoice } from '@podium/contract/calls/choices.ts'
import type { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import {
  isGpuTier,
  nearestTier,
  type Tier,
  tierLabels,
  tiersWithoutGpu,
} from '@podium/contract/rules/tiers.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { formatNumber } from '../../../format/number.ts'

const WHO = {
  run: 'You request',
  instance: 'The instance requests',
  version: 'The version requests',
} as const

/**
 * Returns the requested tier and the nearest one of the workspace, null for the engine's default. If a GPU tier is
 * requested and the workspace has none, `instead` names the tiers to choose.
 */
export function tierPlan({ tier, by }: TierChoice, set: readonly { name: Tier }[]) {
  const names = set.map(({ name }) => name)
  const allocated = nearestTier(tier, names)
  const instead = allocated === null && isGpuTier(tier) ? tiersWithoutGpu(names) : null
  return { asked: tier, by, allocated, instead }
}

/** Returns which tier the run gets and why, or null if it is the one that the person chose or the available default. */
export function allocationSentence({
  asked,
  by,
  allocated,
  instead,
}: ReturnType<typeof tierPlan>): string | null {
  const name = tierLabels[asked]
  const who = by === 'default' ? null : `${WHO[by]} ${name}`
  const subject = who === null ? name : `${who}, which`
  if (instead !== null) return `${subject} is not set, and this workspace has no GPU tier: choose ${instead}.`
  if (allocated === null)
    return `${subject} is not set, and there is no similar tier: the run gets the engine's default, 1 vCPU and 1 GiB.`
  if (allocated !== asked)
    return `${subject} is not set in this workspace: the run gets ${tierLabels[allocated]}, the nearest.`
  return by === 'run' || who === null ? null : `${who}.`
}

type InstanceType = ReplyOf<typeof readInstanceType>

/** Returns '4 vCPU, 16 GiB, 1 × T4'; undefined until the type is known. */
export function typeSentence(type: InstanceType | undefined): string | undefined {
  if (!type) return undefined
  const gpus = type.gpu_count > 0 ? [`${type.gpu_count} × ${type.gpu_name || 'GPU'}`] : []
  return [`${formatNumber(type.vcpu)} vCPU`, `${formatNumber(type.memory_gib)} GiB`, ...gpus].join(', ')
}

/** Returns '2 vCPU, 4 GiB, 1 GPU'. */
export function resourcesText({ cpu, memory_mib, gpu }: RunInfo['asked']): string {
  return [`${twoDecimals(cpu)} vCPU`, `${gibText(memory_mib)} GiB`, ...(gpu > 0 ? [`${gpu} GPU`] : [])].join(
    ', ',
  )
}

/** Converts MiB to GiB with at most two decimals: '4', '3.5'. */
export function gibText(memory_mib: number): string {
  return twoDecimals(memory_mib / 1024)
}

/** Returns the number with at most two decimals: '4', '3.5'. */
export function twoDecimals(value: number): string {
  return String(Number(value.toFixed(2)))
}
