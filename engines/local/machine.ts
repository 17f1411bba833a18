import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Resources } from '../engine.ts'

export interface Machine extends Resources {
  /** '' without a GPU */
  gpu_name: string
}

const MIB = 1024 * 1024
const GPUS = '/proc/driver/nvidia/gpus'

/** Returns the resources of this machine, or of the container around the server. */
export function thisMachine(): Machine {
  const gpus = gpuNames()
  const confined = process.constrainedMemory()
  const bytes = confined > 0 && confined < totalmem() ? confined : totalmem()
  return {
    cpu: availableParallelism(),
    memory_mib: Math.floor(bytes / MIB),
    gpu: gpus.length,
    gpu_name: gpus[0] ?? '',
  }
}

function gpuNames(): string[] {
  try {
    return readdirSync(GPUS).map((slot) => {
      const model = /^Model:\s*(.+)$/m.exec(readFileSync(join(GPUS, slot, 'information'), 'utf8'))
      return model?.[1]?.trim() ?? 'GPU'
    })
  } catch {
    return []
  }
}
