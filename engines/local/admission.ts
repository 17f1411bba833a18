import { hostname } from 'node:os'
import { gibibytes } from '../attempt/sizes.ts'
import { type Admission, type EngineNode, NoGpu, type Resources } from '../engine.ts'
import { atMost, freeOf } from '../resources.ts'
import { instanceTypeOf } from './instance-type.ts'

/** Reserved for the server and its database. */
const RESERVED = { cpu: 0.25, memory_mib: 512 }
const CPU_OVERCOMMIT = 2

/** Returns the most that one run can get, so that a tier above the machine runs instead of waiting forever. */
export function largestRun(machine: Resources): Resources {
  return {
    cpu: Math.max(0.25, machine.cpu - RESERVED.cpu),
    memory_mib: Math.max(256, machine.memory_mib - RESERVED.memory_mib),
    gpu: machine.gpu,
  }
}

/**
 * Decides if a run fits. Memory is never allocated twice; CPU is a share and is, up to twice the cores.
 * @throws NoGpu if a GPU is requested on a machine without one
 */
export function admitRun(machine: Resources, requested: Resources, inUse: Resources[]): Admission {
  refuseMissingGpu(machine, requested)
  const largest = largestRun(machine)
  const granted = atMost(requested, largest)
  const used = sumOf(inUse)
  if (used.memory_mib + granted.memory_mib > largest.memory_mib) {
    const waits_for = `Waits for memory: ${gibibytes(used.memory_mib)} of ${gibibytes(largest.memory_mib)} in use, this run needs ${gibibytes(granted.memory_mib)}.`
    return { fits: false, granted, waits_for, lacks: 'share' }
  }
  const cpus = machine.cpu * CPU_OVERCOMMIT
  if (inUse.length > 0 && used.cpu + granted.cpu > cpus) {
    const waits_for = `Waits for CPU: ${used.cpu} of ${cpus} vCPU promised, this run needs ${granted.cpu}.`
    return { fits: false, granted, waits_for, lacks: 'share' }
  }
  if (used.gpu + granted.gpu > machine.gpu) {
    const waits_for = `Waits for a GPU: ${used.gpu} of ${machine.gpu} in use, this run needs ${granted.gpu}.`
    return { fits: false, granted, waits_for, lacks: 'share' }
  }
  return { fits: true, granted }
}

/** Returns this machine as the engine's only node, with the CPU that runs may be granted in total. */
export function nodeOf(machine: Resources, inUse: Resources[], refusal: string | null): EngineNode {
  const capacity = { ...largestRun(machine), cpu: machine.cpu * CPU_OVERCOMMIT }
  const used = sumOf(inUse)
  return {
    name: hostname(),
    refusal,
    instance_type: instanceTypeOf(machine),
    capacity,
    free: freeOf(capacity, used),
  }
}

export function refuseMissingGpu(machine: Resources, asked: Resources): void {
  if (asked.gpu > 0 && machine.gpu === 0) {
    throw new NoGpu('This machine has no GPU')
  }
}

function sumOf(all: Resources[]): Resources {
  const sum = { cpu: 0, memory_mib: 0, gpu: 0 }
  for (const { cpu, memory_mib, gpu } of all) {
    sum.cpu += cpu
    sum.memory_mib += memory_mib
    sum.gpu += gpu
  }
  return sum
}
