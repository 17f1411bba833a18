import { type Admission, NoGpu, type Resources } from '../engine.ts'
import { atMost } from '../resources.ts'

/** Slurm has its own queue, which more jobs would only slow down. */
const MAX_LIVE_RUNS = 1000

/**
 * Grants the requested resources up to those of the largest node.
 * @throws NoGpu if the cluster has no GPU but one is requested
 */
export function admitJob(largest: Resources, requested: Resources, inUse: Resources[]): Admission {
  if (requested.gpu > 0 && largest.gpu === 0) throw new NoGpu('No node of the Slurm cluster has a GPU')
  const granted = atMost(requested, largest)
  if (inUse.length < MAX_LIVE_RUNS) return { fits: true, granted }
  const waits_for = `Waits: Podium has ${inUse.length} runs in Slurm already, the most at a time.`
  return { fits: false, granted, waits_for, lacks: 'share' }
}
