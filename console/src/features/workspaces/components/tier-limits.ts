import type { readEngine } from '@podium/contract/calls/system.ts'
import { type ExecutionSpec, isGpuTier, TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { formatNumber } from '../../../format/number.ts'
import { offerOf, type Size } from './instance-types.ts'

type Engine = Pick<ReplyOf<typeof readEngine>, 'engine' | 'largest'>

/** Whether runs are given the machine of the server, and not nodes of a cluster. */
const isMachine = ({ engine }: Engine) => engine === 'local' || engine === 'memory'

/** From large to small, as the forms have them, however they were stored. */
export function inTierOrder(specs: readonly ExecutionSpec[]): ExecutionSpec[] {
  return specs.toSorted((one, other) => TIERS.indexOf(one.name) - TIERS.indexOf(other.name))
}

export const placeOf = (engine: Engine) => (isMachine(engine) ? 'this machine' : 'the largest node')

/** Names the most that a run gets here, in a sentence. A cluster has no fixed size, as nodes come and go. */
export function mostSentence(engine: Engine): string {
  if (!isMachine(engine)) return 'Here that is the largest node of the cluster.'
  const { cpu: vcpu, memory_mib, gpu: gpu_count } = engine.largest
  const memory_gib = Math.round((memory_mib / 1024) * 100) / 100
  return `Here that is this machine: ${offerOf({ vcpu, memory_gib, gpu_count, gpu_name: '' })}.`
}

/** What a run gets of the type: never more than the largest the engine has. */
export function granted(type: Size, { largest }: Engine): Size {
  return {
    ...type,
    vcpu: Math.min(type.vcpu, largest.cpu),
    memory_gib: Math.min(type.memory_gib, Math.round((largest.memory_mib / 1024) * 100) / 100),
    gpu_count: Math.min(type.gpu_count, largest.gpu),
  }
}

/** What the engine has at most, where the type names more; runs of the tier get that instead. */
export function limitSentence(type: Size | undefined, engine: Engine | undefined): string | undefined {
  if (!type || !engine || type.gpu_count > engine.largest.gpu) return undefined
  const { vcpu, memory_gib } = granted(type, engine)
  const less: string[] = []
  if (vcpu < type.vcpu) less.push(`${formatNumber(vcpu)} of ${formatNumber(type.vcpu)} vCPU`)
  if (memory_gib < type.memory_gib)
    less.push(`${formatNumber(memory_gib)} of ${formatNumber(type.memory_gib)} GiB`)
  return less.length === 0 ? undefined : `limited by ${placeOf(engine)}: ${less.join(' and ')}`
}

/** The same in one short line, where nothing else says what the type names. */
export function getsSentence(type: Size | undefined, engine: Engine | undefined): string | undefined {
  if (!type || !engine || limitSentence(type, engine) === undefined) return undefined
  // A number and its unit stay on one line.
  return `Runs get ${offerOf(granted(type, engine)).replaceAll(/(\d) /g, '$1\u00a0')} here`
}

/**
 * Why no run can have the tier with that type here; undefined when it can, and where that is not known: an engine that knows
 * no node yet names sizes that no type exceeds.
 */
export function impossible(
  tier: Tier,
  type: Size | undefined,
  engine: Engine | undefined,
): string | undefined {
  if (!engine) return undefined
  const wanted = type?.gpu_count ?? 0
  const { gpu } = engine.largest
  if (gpu === 0 && (wanted > 0 || isGpuTier(tier)))
    return isMachine(engine) ? 'No run gets a GPU on this machine.' : 'No node of the cluster has a GPU.'
  if (type && wanted === 0 && isGpuTier(tier)) return 'Its instance type has no GPU.'
  if (wanted <= gpu) return undefined
  return `Needs ${wanted} GPUs, and ${placeOf(engine)} has ${gpu}.`
}
