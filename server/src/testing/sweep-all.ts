import { sweepsOf } from '../all-work.ts'
import type { Deps } from '../deps.ts'
import { sweepOnce } from '../work/sweeps.ts'

/** Runs every sweep as a starting server does, but only once: sweeps on a timer would interfere with the tests. */
export async function sweepAll(deps: Deps, ending = new AbortController().signal): Promise<void> {
  await Promise.all(sweepsOf(deps).map(({ sweeps }) => sweepOnce(sweeps, deps.log, ending)))
}
