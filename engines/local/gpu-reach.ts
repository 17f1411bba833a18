import { NoGpu, type Resources } from '../engine.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const OUT_OF_REACH = 'the sandbox (bubblewrap) keeps them from runs'

/** Returns the machine as its runs see it: a sandbox has its own /dev without GPUs. */
export function machineInside(machine: Machine, { sandbox }: Pick<Host, 'sandbox'>): Machine {
  return sandbox === null ? machine : { ...machine, gpu: 0 }
}

/** Returns notices for the administrator about GPUs that runs cannot reach. */
export function gpuNotices(whole: Machine, inside: Machine): string[] {
  if (whole.gpu === inside.gpu) return []
  return [`No run gets a GPU of this machine (${whole.gpu} × ${whole.gpu_name}): ${OUT_OF_REACH}.`]
}

/** @throws NoGpu if a GPU is requested that the machine has and no run can reach */
export function refuseHiddenGpu(whole: Machine, inside: Machine, asked: Resources): void {
  if (asked.gpu === 0 || whole.gpu === inside.gpu) return
  throw new NoGpu(`This machine has GPUs, but ${OUT_OF_REACH}`)
}
