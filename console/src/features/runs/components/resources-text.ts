import type { RunInfo } from '@podium/contract/runs.ts'

/** '2 CPU, 4 GiB, 1 GPU' */
export function resourcesText({ cpu, memory_mib, gpu }: RunInfo['asked']): string {
  const memory = `${Number((memory_mib / 1024).toFixed(2))} GiB`
  return [`${cpu} CPU`, memory, ...(gpu > 0 ? [`${gpu} GPU`] : [])].join(', ')
}
