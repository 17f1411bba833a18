import type { InstanceType, Resources } from '../engine.ts'
import { localInstanceType } from '../local/instance-type.ts'
import type { AskSlurm } from './commands.ts'
import { slurmType } from './instance-type.ts'

/** Identical nodes of a partition. */
export interface NodeGroup extends Resources {
  partition: string
  gpu_name: string
}

const SEPARATOR = '\u001f'
const FORMAT = ['%R', '%c', '%m', '%G'].join(SEPARATOR)

/** @throws SlurmAway */
export async function readNodes(ask: AskSlurm): Promise<NodeGroup[]> {
  return nodesIn(await ask('sinfo', ['--noheader', '--exact', `--format=${FORMAT}`]))
}

export function nodesIn(text: string): NodeGroup[] {
  return text
    .split('\n')
    .map((line) => line.split(SEPARATOR))
    .filter((cells) => cells.length === 4)
    .map(([partition = '', cpu = '', memory = '', gres = '']) => ({
      partition,
      cpu: Number.parseInt(cpu, 10) || 0,
      memory_mib: Number.parseInt(memory, 10) || 0,
      ...gpusIn(gres),
    }))
}

/** Returns the number of GPUs and the name of the first: `gpu:a100:4(S:0-1),gpu:t4:2`. */
export function gpusIn(gres: string): { gpu: number; gpu_name: string } {
  const gpus = [...gres.matchAll(/(?:^|,)gpu:(?:([^:,(]+):)?(\d+)/g)]
  const gpu = gpus.reduce((sum, [, , count]) => sum + Number(count), 0)
  return { gpu, gpu_name: gpus[0]?.[1] ?? '' }
}

/** Returns the most that one run can get on any node. */
export function largestOf(nodes: NodeGroup[]): Resources {
  const most = (of: (node: NodeGroup) => number) => Math.max(0, ...nodes.map(of))
  return {
    cpu: most(({ cpu }) => cpu),
    memory_mib: most((node) => node.memory_mib),
    gpu: most(({ gpu }) => gpu),
  }
}

/**
 * Returns a whole node of the partition, or the part in the name, or a size such as `2cpu-4gib` in Slurm's default
 * partition; null if there is none.
 */
export function instanceTypeOn(nodes: NodeGroup[], name: string): InstanceType | null {
  const sized = localInstanceType(name)
  if (sized) return { ...sized, source: 'Slurm' }
  const type = slurmType(name)
  const [node] = nodes
    .filter(({ partition }) => partition === type?.partition)
    .toSorted((a, b) => b.gpu - a.gpu || b.memory_mib - a.memory_mib || b.cpu - a.cpu)
  if (!type || !node) return null
  return {
    instance_type: name,
    vcpu: type.cpu ?? node.cpu,
    memory_gib: type.memory ?? node.memory_mib / 1024,
    gpu_count: type.gpu ?? node.gpu,
    gpu_name: type.gpu === 0 ? '' : node.gpu_name,
    source: 'Slurm',
  }
}
