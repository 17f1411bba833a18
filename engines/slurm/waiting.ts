import type { Job } from './job.ts'

const REASONS: [RegExp, string][] = [
  [/^None$/, "Waits in Slurm's queue."],
  [/^Resources$/, 'Waits in Slurm for resources that other jobs use'],
  [/^Priority$/, "Waits in Slurm's queue behind jobs of higher priority"],
  [/^QOS/, 'Waits in Slurm: a limit of its quality of service is reached'],
  [/^(Assoc|MaxSubmit|AssociationJobLimit)/, 'Waits in Slurm: a limit of its account is reached'],
  [/^(JobHeld|Held)/, 'Waits in Slurm: the job is held until someone releases it'],
  [/^PartitionConfig/, 'Waits in Slurm: its partition does not take the job now'],
  [/^Partition(Down|Inactive)/, 'Waits in Slurm: its partition is closed now'],
  [/^PartitionNodeLimit|^BadConstraints/, 'Waits in Slurm: its partition has no node that is large enough'],
  [
    /^(ReqNodeNotAvail|NodeDown|Nodes required)/,
    'Waits in Slurm: the nodes that it needs are down or reserved',
  ],
  [/^Licenses/, 'Waits in Slurm for a licence'],
  [/^Reservation/, 'Waits in Slurm for a reservation to begin'],
]

/** Documented reasons of squeue that last as long as the job and the cluster's limits do not change. */
const NEVER: [RegExp, string][] = [
  [/^PartitionTimeLimit$/, 'the time limit of its pipeline is longer than its partition allows'],
  [
    /^(QOS|Assoc)MaxWallDurationPerJobLimit$/,
    'the time limit of its pipeline is longer than its account or quality of service allows',
  ],
  [
    /^(QOS|Assoc)Max\w*Per(Job|Node)(Limit)?$|^MaxMemPerLimit$/,
    'it asks for more than its account or quality of service gives one job',
  ],
  [/^QOSMin/, 'it asks for less than its quality of service takes'],
  [/^(InvalidAccount|AccountNotAllowed)$/, 'its account is not one that may be used there'],
  [/^(InvalidQOS|QOSNotAllowed)$/, 'its quality of service is not one that may be used there'],
  [/^Partition(Min|Max)Nodes$/, 'its partition takes no jobs of its size'],
  [/^(RequiresReservation|ReservationDeleted)$/, 'its partition takes only jobs of a reservation'],
  [/^(DependencyNeverSatisfied|DeadLine)$/, 'what it waits for can no longer happen'],
]

/** Returns why a job can never begin, in a sentence, or null if it may. */
export function neverStarts({ state, reason }: Job): string | null {
  const [, words] = (state === 'PENDING' && NEVER.find(([pattern]) => pattern.test(reason))) || []
  if (words === undefined) return null
  return `Slurm can never start the run: ${words} (${reason}). Choose another tier or a shorter time limit, or ask an administrator.`
}

/** Returns why a job has not begun, in a sentence with Slurm's own reason, or null if its node is being prepared. */
export function waitingSentence({ state, reason }: Job): string | null {
  if (state !== 'PENDING') return null
  const [, words] = REASONS.find(([pattern]) => pattern.test(reason)) ?? [null, "Waits in Slurm's queue"]
  return words.endsWith('.') ? words : `${words} (${reason}).`
}
