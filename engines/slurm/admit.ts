import { type Admission, NoGpu, type Resources } from '../engine.ts'
import { atMost } from '../resources.ts'

/** Slurm queues by itself; more than these would only make its own queue slow. */
const MOST_LIVE = 1000

/**
 * What fits the largest node is handed over, and what is larger gets that much.
 * @throws NoGpu when a GPU is asked of a cluster without one
 */
export function admitJob(largest: Resources, asked: Resources, inUse: Resources[]): Admission {
  if (asked.gpu > 0 && largest.gpu === 0) throw new NoGpu('No node of the Slurm cluster has a GPU')
  const granted = atMost(asked, largest)
  if (inUse.length < MOST_LIVE) return { fits: true, granted }
  const waits_for = `Waits: Podium has ${inUse.length} runs in Slurm already, the most at a time.`
  return { fits: false, granted, waits_for, lacks: 'share' }
}
