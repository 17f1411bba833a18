import { NoGpu, type Resources } from '../engine.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const OUT_OF_REACH = 'the sandbox (bubblewrap) keeps them from runs'

/** What a machine gives its runs: in a sandbox they have devices of their own, and no GPU is among them. */
export function machineInside(machine: Machine, { sandbox }: Pick<Host, 'sandbox'>): Machine {
  return sandbox === null ? machine : { ...machine, gpu: 0 }
}

/** What an administrator should know of GPUs that runs cannot reach. */
export function gpuNotices(whole: Machine, inside: Machine): string[] {
  if (whole.gpu === inside.gpu) return []
  return [`No run gets a GPU of this machine (${whole.gpu} × ${whole.gpu_name}): ${OUT_OF_REACH}.`]
}

/** @throws NoGpu when a GPU is asked that the machine has and no run reaches */
export function refuseHiddenGpu(whole: Machine, inside: Machine, asked: Resources): void {
  if (asked.gpu === 0 || whole.gpu === inside.gpu) return
  throw new NoGpu(`This machine has GPUs, but ${OUT_OF_REACH}`)
}
