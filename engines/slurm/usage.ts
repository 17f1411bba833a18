import type { Usage } from '../engine.ts'
import type { AskSlurm } from './commands.ts'

const MIB = 2 ** 20
const UNITS: Record<string, number> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 }
const FORMAT = 'JobID,AveCPU,AveRSS,AveDiskWrite,NTasks'

/** Returns the current usage of jobs by id, without those that Slurm does not report. */
export async function usageOfJobs(ask: AskSlurm, ids: string[]): Promise<Map<string, Usage>> {
  if (ids.length === 0) return new Map()
  const args = ['--noheader', '--parsable2', '--noconvert', '--allsteps', `--format=${FORMAT}`]
  // Clusters without job accounting do not answer.
  return usageIn(await ask('sstat', [...args, `--jobs=${ids.join(',')}`]).catch(() => ''))
}

/** Parses the output of `sstat`: a line for each step, with averages over its tasks. */
export function usageIn(text: string): Map<string, Usage> {
  const found = new Map<string, Usage>()
  for (const line of text.split('\n')) {
    const [step = '', cpu = '', memory = '', written = '', tasks = ''] = line.split('|')
    const [id = ''] = step.split('.')
    const bytes = bytesOf(memory)
    if (id === '' || bytes === null) continue
    const count = Number(tasks) || 1
    const before = found.get(id)
    found.set(id, {
      cpu_seconds: (before?.cpu_seconds ?? 0) + secondsOf(cpu) * count,
      memory_mib: (before?.memory_mib ?? 0) + (bytes / MIB) * count,
      gpu_percent: null,
      gpu_memory_mib: null,
      written_mib: (before?.written_mib ?? 0) + ((bytesOf(written) ?? 0) / MIB) * count,
    })
  }
  return found
}

/** Parses `[days-]hours:minutes:seconds`. */
function secondsOf(text: string): number {
  const [clock = '', days = '0'] = text.split('-').reverse()
  return clock.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0) + Number(days) * 86_400
}

function bytesOf(text: string): number | null {
  const [, number, unit = ''] = /^([\d.]+)([KMGT]?)$/.exec(text) ?? []
  return number === undefined ? null : Number(number) * (UNITS[unit] ?? 1)
}
