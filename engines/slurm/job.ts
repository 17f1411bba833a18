import type { RunKey } from '../engine.ts'

/** A job as Slurm sees it. */
export interface Job {
  id: string
  name: string
  /** Slurm's own word, such as PENDING */
  state: string
  /** Slurm's own word, such as Resources; 'None' without one */
  reason: string
  /** '' while it has none */
  nodes: string
}

/** A job among others, of the user with that number. */
export interface ListedJob extends Job {
  user: number
}

/** A job of which more was asked, since it ended or was not to be seen among the others. */
export interface JobDetails extends Job {
  /** null where Slurm does not tell */
  exit: { code: number; signal: number } | null
  /** ISO-8601; null while it goes on, or where Slurm does not tell */
  ended_at: string | null
  /** the user who cancelled it, where the accounting of Slurm knows */
  cancelled_by: string | null
}

const GOES_ON = new Set([
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

export function goesOn({ state }: Pick<Job, 'state'>): boolean {
  return GOES_ON.has(state)
}

/** The state that a job which its nodes still clean up after will have, where its reason says so. */
const ENDED_FOR: Record<string, string> = {
  NonZeroExitCode: 'FAILED',
  TimeLimit: 'TIMEOUT',
  OutOfMemory: 'OUT_OF_MEMORY',
}

/** What a job ended as, of which only the Epilog still runs; null where Slurm does not say it yet. */
export function endedAs(job: Job): JobDetails | null {
  const state = job.state === 'COMPLETING' ? ENDED_FOR[job.reason] : undefined
  return state === undefined ? null : { ...job, state, exit: null, ended_at: null, cancelled_by: null }
}

type Fate = Pick<Job, 'state' | 'nodes'> & Partial<Pick<JobDetails, 'cancelled_by'>>

/** Whether a job may begin its program yet, or has; one that lost its node before is handed over again. */
export function mayBegin(job: Fate): boolean {
  return job.state !== 'NODE_FAIL' && job.state !== 'BOOT_FAIL' && !isCancelledByNode(job)
}

/** A node that cannot launch a job cancels it, as root: it has processes of that number from before the controller was killed. */
function isCancelledByNode({ state, nodes, cancelled_by = null }: Fate): boolean {
  return state === 'CANCELLED' && nodes !== '' && (cancelled_by === null || cancelled_by === '0')
}

/** The name of an attempt's job, the same for every server that submits it. */
export function jobName({ run, attempt }: RunKey): string {
  return `podium-${run}-a${attempt}`
}

/** A character that no word of Slurm holds. */
const BETWEEN = '\u001f'
export const JOB_FORMAT = ['%i', '%U', '%j', '%T', '%r', '%N'].join(BETWEEN)

/** What `squeue --noheader --format` printed. */
export function jobsIn(text: string): ListedJob[] {
  return text
    .split('\n')
    .map((line) => line.split(BETWEEN))
    .filter((cells) => cells.length === 6)
    .map(([id = '', user, name = '', state = '', reason = '', nodes = '']) => {
      return { id, name, state, reason, nodes, user: Number(user) }
    })
}

/** What `scontrol show job` printed. What comes with its command is the run's own, and could look like anything. */
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
    // Of one that goes on it is when its time will be up.
    ended_at: goesOn(job) && job.state !== 'COMPLETING' ? null : timeOf(field('EndTime')),
    cancelled_by: null,
  }
}

export const ACCOUNTED = 'JobID,JobName,State,ExitCode,End,NodeList'

/** What `sacct --noheader --parsable2` printed of one job. */
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

/** Seconds since 1970, as the commands are told to print times. */
function timeOf(text: string): string | null {
  return /^\d+$/.test(text) ? new Date(Number(text) * 1000).toISOString() : null
}
