import { SYSTEM_PATH } from '../attempt/environment.ts'
import { runProgram } from '../attempt/run-program.ts'

const PATIENCE_MS = 4000

/** Processes' use of this machine's GPUs. */
export interface GpuUse {
  /** sums over the devices that the processes use; other programs on them count too */
  percentOf(pids: number[]): number
  memoryOf(pids: number[]): number
}

/** Returns null if `nvidia-smi` does not answer. */
export async function gpuUse(): Promise<GpuUse | null> {
  const ask = async (query: string) => {
    const args = [query, '--format=csv,noheader,nounits']
    return (await runProgram('nvidia-smi', args, { timeout: PATIENCE_MS, env: { PATH: SYSTEM_PATH } })).stdout
  }
  try {
    const [devices, programs] = await Promise.all([
      ask('--query-gpu=uuid,utilization.gpu'),
      ask('--query-compute-apps=pid,gpu_uuid,used_memory'),
    ])
    return gpuUseIn(devices, programs)
  } catch {
    return null
  }
}

/**
 * Parses output of nvidia-smi.
 * @param devices lines of uuid and percent
 * @param programs lines of pid, uuid and MiB
 */
export function gpuUseIn(devices: string, programs: string): GpuUse {
  const percents = new Map(rowsOf(devices).map(([uuid = '', percent]) => [uuid, numberOf(percent)]))
  const uses = rowsOf(programs).map(([pid, uuid = '', memory]) => ({
    pid: Number(pid),
    uuid,
    memory: numberOf(memory),
  }))
  const of = (pids: number[]) => uses.filter(({ pid }) => pids.includes(pid))
  return {
    percentOf: (pids) =>
      sumOf([...new Set(of(pids).map(({ uuid }) => uuid))].map((uuid) => percents.get(uuid) ?? 0)),
    memoryOf: (pids) => sumOf(of(pids).map(({ memory }) => memory)),
  }
}

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()))
}

/** Some devices report `[N/A]`. */
function numberOf(cell = ''): number {
  const number = Number(cell)
  return Number.isFinite(number) ? number : 0
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
