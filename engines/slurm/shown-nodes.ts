import type { EngineNode } from '../engine.ts'
import { freeOf } from '../resources.ts'
import type { AskSlurm } from './commands.ts'
import { gpusIn } from './nodes.ts'

/** @throws SlurmAway */
export async function readShownNodes(ask: AskSlurm): Promise<EngineNode[]> {
  return shownNodes(await ask('scontrol', ['show', 'nodes', '--oneliner', '--detail']))
}

/** Parses the output of `scontrol show nodes`, with one node per line. */
export function shownNodes(text: string): EngineNode[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('NodeName='))
    .map(shownNode)
}

function shownNode(line: string): EngineNode {
  const field = (name: string) => new RegExp(`(?:^| )${name}=(\\S*)`).exec(line)?.[1] ?? ''
  const number = (name: string) => Number.parseInt(field(name), 10) || 0
  const [partition = ''] = field('Partitions').split(',')
  const capacity = {
    cpu: number('CPUTot'),
    memory_mib: number('RealMemory'),
    gpu: gpusIn(field('Gres')).gpu,
  }
  const used = { cpu: number('CPUAlloc'), memory_mib: number('AllocMem'), gpu: gpusIn(field('GresUsed')).gpu }
  return {
    name: field('NodeName'),
    refusal: refusalOf(field('State'), nodeReasonIn(line)),
    instance_type: partition === '' ? null : `slurm:${partition}`,
    capacity,
    free: freeOf(capacity, used),
  }
}

export function nodeReasonIn(line: string): string {
  return / Reason=(.*?)(?: \[\S*\])?\s*$/.exec(line)?.[1] ?? ''
}

/** Returns why Slurm starts nothing on a node, from its state: a word followed by flags. */
function refusalOf(state: string, reason: string): string | null {
  const because = reason === '' ? '.' : `: ${reason}.`
  if (/NOT_RESPONDING|\*/.test(state)) return `The node does not answer Slurm${because}`
  if (/^(DOWN|FAIL|ERROR|UNKNOWN|FUTURE)/.test(state)) return `The node is down${because}`
  if (/DRAIN|MAINT|RESERVED|PLANNED|FAIL/.test(state)) return `Slurm gives the node no new jobs${because}`
  if (/COMPLETING/.test(state)) return 'Slurm still cleans up after a job there (Epilog).'
  if (/POWER/.test(state)) return 'The node is switched off; Slurm starts it when a job needs it.'
  return null
}
