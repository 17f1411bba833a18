import type { Resources } from './engine.ts'

/** Limits the requested resources to `largest`. */
export function atMost(asked: Resources, largest: Resources): Resources {
  return {
    cpu: Math.min(asked.cpu, largest.cpu),
    memory_mib: Math.min(asked.memory_mib, largest.memory_mib),
    gpu: Math.min(asked.gpu, largest.gpu),
  }
}

/** Returns the unused capacity, never below 0, with cores rounded to thousandths. */
export function freeOf(capacity: Resources, used: Resources): Resources {
  return {
    cpu: Math.max(0, Math.round((capacity.cpu - used.cpu) * 1000) / 1000),
    memory_mib: Math.max(0, capacity.memory_mib - used.memory_mib),
    gpu: Math.max(0, capacity.gpu - used.gpu),
  }
}
