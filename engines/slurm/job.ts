import type { RunKey } from '../engine.ts'

/** A job as reported by Slurm. */
export interface Job {
  id: string
  name: string
  /** Slurm's own term, such as PENDING */
  state: string
  /** Slurm's own term, such as Resources; 'None' without one */
  reason: string
  /** '' while it has none */
  nodes: string
}

/** A job in a list, with the uid of its user. */
export interface ListedJob extends Job {
  user: number
}

/** A job with more details, because it ended or was not in the list. */
export interface JobDetails extends Job {
  /** null if Slurm does not say */
  exit: { code: number; signal: number } | null
  /** ISO-8601; null while it runs, or if Slurm does not say */
  ended_at: string | null
  /** the user who cancelled it, if Slurm's accounting knows */
  cancelled_by: string | null
}

const LIVE_STATES = new Set([
  'PENDING',
  'CONFIGURING',
  'RUNNING',
  'COMPLETING',
  'SUSPENDED',
  'STAGE_OUT',
  'SIGNALING',
  'STOPPED',
  'RESIZING',
  'REQUEUED',
  'REQUEUE_HOLD',
  'REQUEUE_FED',
  'SPECIAL_EXIT',
  'RESV_DEL_HOLD',
])

export function isLive({ state }: Pick<Job, 'state'>): boolean {
  return LIVE_STATES.has(state)
}

/** Final states of jobs that their nodes still clean up after, by reason. */
const ENDED_FOR: Record<string, string> = {
  NonZeroExitCode: 'FAILED',
  TimeLimit: 'TIMEOUT',
  OutOfMemory: 'OUT_OF_MEMORY',
}

/** Returns the end of a job of which only the Epilog still runs, or null if Slurm does not report it yet. */
export function endedAs(job: Job): JobDetails | null {
  const state = job.state === 'COMPLETING' ? ENDED_FOR[job.reason] : undefined
  return state === undefined ? null : { ...job, state, exit: null, ended_at: null, cancelled_by: null }
}

type JobEnd = Pick<Job, 'state' | 'nodes'> & Partial<Pick<JobDetails, 'cancelled_by'>>

/** True if a job may begin its program, or has begun; one that lost its node before is submitted again. */
export function mayBegin(job: JobEnd): boolean {
  return job.state !== 'NODE_FAIL' && job.state !== 'BOOT_FAIL' && !isCancelledByNode(job)
}

/**
 * True if a node cancelled the job as root, because it could not launch it: it has processes with that number from
 * before the controller was killed.
 */
function isCancelledByNode({ state, nodes, cancelled_by = null }: JobEnd): boolean {
  return state === 'CANCELLED' && nodes !== '' && (cancelled_by === null || cancelled_by === '0')
}

/** Returns the name of an attempt's job, the same for every server that submits it. */
export function jobName({ run, attempt }: RunKey): string {
  return `podium-${run}-a${attempt}`
}

/** A character that appears in no text of Slurm. */
const SEPARATOR = '\u001f'
export const JOB_FORMAT = ['%i', '%U', '%j', '%T', '%r', '%N'].join(SEPARATOR)

/** Parses the output of `squeue --noheader --format`. */
export function jobsIn(text: string): ListedJob[] {
  return text
    .split('\n')
    .map((line) => line.split(SEPARATOR))
    .filter((cells) => cells.length === 6)
    .map(([id = '', user, name = '', state = '', reason = '', nodes = '']) => {
      return { id, name, state, reason, nodes, user: Number(user) }
    })
}

/** Parses the output of `scontrol show job`. Text from the command on is the run's own and could imitate anything. */
export function shownJob(text: string): JobDetails | null {
  const [known = ''] = text.split(/\bCommand=/, 1)
  const field = (name: string) => new RegExp(`\\b${name}=(\\S*)`).exec(known)?.[1] ?? ''
  if (field('JobId') === '') return null
  const nodes = field('NodeList').replace('(null)', '')
  const job = { id: field('JobId'), name: field('JobName'), state: field('JobState'), nodes }
  return {
    ...job,
    reason: field('Reason'),
    exit: exitOf(field('ExitCode')),
    // While a job runs, this is the end of its time limit.
    ended_at: isLive(job) && job.state !== 'COMPLETING' ? null : timeOf(field('EndTime')),
    cancelled_by: null,
  }
}

export const ACCOUNTED = 'JobID,JobName,State,ExitCode,End,NodeList'

/** Parses the output of `sacct --noheader --parsable2` about one job. */
export function accountedJob(text: string): JobDetails | null {
  const [line = ''] = text.split('\n')
  const [id = '', name = '', state = '', exit = '', end = '', nodes = ''] = line.split('|')
  if (id === '' || state === '') return null
  const [word = '', user] = state.split(' by ')
  return {
    id,
    name,
    state: word,
    reason: 'None',
    nodes: nodes === 'None assigned' ? '' : nodes,
    exit: exitOf(exit),
    ended_at: timeOf(end),
    cancelled_by: user ?? null,
  }
}

/** '3:0' is an exit code, '0:9' a signal. */
function exitOf(text: string): JobDetails['exit'] {
  const [, code, signal] = /^(\d+):(\d+)$/.exec(text) ?? []
  return code === undefined ? null : { code: Number(code), signal: Number(signal) }
}

/** Parses seconds since 1970, the format of times that the commands are set to. */
function timeOf(text: string): string | null {
  return /^\d+$/.test(text) ? new Date(Number(text) * 1000).toISOString() : null
}
