import type { RunInfo } from '@podium/contract/runs.ts'

/** '2 CPU, 4 GiB, 1 GPU' */
export function resourcesText({ cpu, memory_mib, gpu }: RunInfo['asked']): string {
  const memory = `${gibText(memory_mib)} GiB`
  return [`${cpu} CPU`, memory, ...(gpu > 0 ? [`${gpu} GPU`] : [])].join(', ')
}

/** MiB as GiB, with at most two decimals: '4', '3.5'. */
export function gibText(memory_mib: number): string {
  return String(Number((memory_mib / 1024).toFixed(2)))
}
