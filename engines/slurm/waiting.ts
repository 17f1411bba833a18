import type { Job } from './job.ts'

const REASONS: [RegExp, string][] = [
  [/^None$/, "Waits in Slurm's queue."],
  [/^Resources$/, 'Waits in Slurm for resources that other jobs use'],
  [/^Priority$/, "Waits in Slurm's queue behind jobs of higher priority"],
  [/^QOS/, 'Waits in Slurm: a limit of its quality of service is reached'],
  [/^(Assoc|MaxSubmit|AssociationJobLimit)/, 'Waits in Slurm: a limit of its account is reached'],
  [/^(JobHeld|Held)/, 'Waits in Slurm: the job is held until someone releases it'],
  [
    /^PartitionTimeLimit/,
    'Waits in Slurm: the time limit of the pipeline is longer than its partition allows',
  ],
  [/^Partition(Down|Inactive)/, 'Waits in Slurm: its partition is closed now'],
  [/^PartitionNodeLimit|^BadConstraints/, 'Waits in Slurm: its partition has no node that is large enough'],
  [
    /^(ReqNodeNotAvail|NodeDown|Nodes required)/,
    'Waits in Slurm: the nodes that it needs are down or reserved',
  ],
  [/^Licenses/, 'Waits in Slurm for a licence'],
  [/^Reservation/, 'Waits in Slurm for a reservation to begin'],
]

/** Why a job has not begun, in a sentence, with Slurm's own word; null when its node is being got ready. */
export function waitingSentence({ state, reason }: Job): string | null {
  if (state !== 'PENDING') return null
  const [, words] = REASONS.find(([pattern]) => pattern.test(reason)) ?? [null, "Waits in Slurm's queue"]
  return words.endsWith('.') ? words : `${words} (${reason}).`
}
