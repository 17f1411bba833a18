import type { readEngine } from '@podium/contract/calls/system.ts'
import { type ExecutionSpec, isGpuTier, TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { formatNumber } from '../../../format/number.ts'
import { offerOf, type Size } from './instance-types.ts'

type Engine = Pick<ReplyOf<typeof readEngine>, 'engine' | 'largest'>

/** True if runs use the server's machine, and not nodes of a cluster. */
const isMachine = ({ engine }: Engine) => engine === 'local' || engine === 'memory'

/** Orders the tiers from large to small, as the forms show them. */
export function inTierOrder(specs: readonly ExecutionSpec[]): ExecutionSpec[] {
  return specs.toSorted((one, other) => TIERS.indexOf(one.name) - TIERS.indexOf(other.name))
}

export const placeOf = (engine: Engine) => (isMachine(engine) ? 'this machine' : 'the largest node')

/** A sentence that names the most a run can get here. A cluster has no fixed size, as nodes come and go. */
export function mostSentence(engine: Engine): string {
  if (!isMachine(engine)) return 'Here that is the largest node of the cluster.'
  const { cpu: vcpu, memory_mib, gpu: gpu_count } = engine.largest
  const memory_gib = Math.round((memory_mib / 1024) * 100) / 100
  return `Here that is this machine: ${offerOf({ vcpu, memory_gib, gpu_count, gpu_name: '' })}.`
}

/** Returns the resources that a run of the type gets: never more than the largest that the engine has. */
export function granted(type: Size, { largest }: Engine): Size {
  return {
    ...type,
    vcpu: Math.min(type.vcpu, largest.cpu),
    memory_gib: Math.min(type.memory_gib, Math.round((largest.memory_mib / 1024) * 100) / 100),
    gpu_count: Math.min(type.gpu_count, largest.gpu),
  }
}

/** Says how much the engine has at most, if the type asks for more. Runs of the tier get that instead. */
export function limitSentence(type: Size | undefined, engine: Engine | undefined): string | undefined {
  if (!type || !engine || type.gpu_count > engine.largest.gpu) return undefined
  const { vcpu, memory_gib } = granted(type, engine)
  const less: string[] = []
  if (vcpu < type.vcpu) less.push(`${formatNumber(vcpu)} of ${formatNumber(type.vcpu)} vCPU`)
  if (memory_gib < type.memory_gib)
    less.push(`${formatNumber(memory_gib)} of ${formatNumber(type.memory_gib)} GiB`)
  return less.length === 0 ? undefined : `limited by ${placeOf(engine)}: ${less.join(' and ')}`
}

/** The same in one short line, for places that do not show the type's own size. */
export function getsSentence(type: Size | undefined, engine: Engine | undefined): string | undefined {
  if (!type || !engine || limitSentence(type, engine) === undefined) return undefined
  // Keeps a number and its unit on one line.
  return `Runs get ${offerOf(granted(type, engine)).replaceAll(/(\d) /g, '$1\u00a0')} here`
}

/**
 * Returns why no run can have the tier with that type here. Returns undefined if it can, and if that is unknown,
 * because an engine that knows no node yet reports sizes that no type exceeds.
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
