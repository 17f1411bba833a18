import type { ReplyOf } from '@podium/contract/call.ts'
import type { readEngine } from '@podium/contract/system.ts'
import { isGpuTier, type Tier } from '@podium/contract/tiers.ts'
import { formatNumber } from '../../../format/number.ts'
import type { InstanceType } from './instance-types.ts'

type Engine = Pick<ReplyOf<typeof readEngine>, 'engine' | 'largest'>
type Offered = Pick<InstanceType, 'vcpu' | 'memory_gib' | 'gpu_count'>

/** Whether runs are given the machine of the server, and not nodes of a cluster. */
const isMachine = ({ engine }: Engine) => engine === 'local' || engine === 'memory'

/** What the engine has at most, where the type names more; runs of the tier get that instead. */
export function limitSentence(type: Offered | undefined, engine: Engine | undefined): string | undefined {
  if (!type || !engine || type.gpu_count > engine.largest.gpu) return undefined
  const { cpu, memory_mib } = engine.largest
  const less: string[] = []
  if (type.vcpu > cpu) less.push(`${formatNumber(cpu)} of ${formatNumber(type.vcpu)} vCPU`)
  if (type.memory_gib * 1024 > memory_mib)
    less.push(`${gibText(memory_mib)} of ${formatNumber(type.memory_gib)} GiB`)
  if (less.length === 0) return undefined
  return `${isMachine(engine) ? 'this machine' : 'the largest node'} grants ${less.join(' and ')}`
}

/**
 * Why no run can have the tier with that type here; undefined when it can, and where that is not known: an engine that knows
 * no node yet names sizes that no type exceeds.
 */
export function impossible(
  tier: Tier,
  type: Offered | undefined,
  engine: Engine | undefined,
): string | undefined {
  if (!engine) return undefined
  const wanted = type?.gpu_count ?? 0
  const { gpu } = engine.largest
  if (gpu === 0 && (wanted > 0 || isGpuTier(tier)))
    return isMachine(engine) ? 'This machine has no GPU.' : 'No node of the cluster has a GPU.'
  if (wanted <= gpu) return undefined
  return `Needs ${wanted} GPUs, and ${isMachine(engine) ? 'this machine' : 'the largest node'} has ${gpu}.`
}

/** MiB as GiB with at most two decimals */
function gibText(memory_mib: number): string {
  return formatNumber(Number((memory_mib / 1024).toFixed(2)))
}
