import { type AskSlurm, SlurmRefused } from './commands.ts'
import {
  ACCOUNTED,
  accountedJob,
  JOB_FORMAT,
  type Job,
  type JobDetails,
  jobsIn,
  type ListedJob,
  shownJob,
} from './job.ts'
import { nodeReasonIn } from './shown-nodes.ts'

export interface NamedJobs {
  jobs: Job[]
  /** when Slurm was asked, by the monotonic clock of this process */
  asked_at: number
}

/** Queries about Slurm's jobs. */
export interface Jobs {
  /** Lists jobs of the name and user (null: the server's own), at most `pollMs` old; null if Slurm does not answer. */
  named(name: string, user: number | null): Promise<NamedJobs | null>
  /** Lists the current jobs of the name and user. @throws SlurmAway */
  namedNow(name: string, user: number | null): Promise<Job[]>
  /**
   * Returns the current state of a job, also of one that ended long ago, or null if it is unknown or the number
   * belongs to another: a killed controller reuses numbers.
   * @throws SlurmAway
   */
  find(id: string, name: string): Promise<JobDetails | null>
  /** Returns why an administrator or Slurm itself took the node out of service, or '' if unknown. */
  nodeReason(node: string): Promise<string>
  /** Ends waiting and running jobs, if there are any. */
  cancel(ids: string[]): Promise<void>
}

/** Calls within `pollMs` share one query of all jobs of the server's user and of users queried before. */
export function createJobs(ask: AskSlurm, pollMs: number): Jobs {
  const own = process.getuid?.() ?? 0
  const users = new Set([own])
  let lastList: { begun: number; at: number; jobs: Promise<Map<string, Job[]> | null> } | null = null

  const list = (...args: string[]) =>
    ask('squeue', ['--noheader', '--states=all', `--format=${JOB_FORMAT}`, ...args]).then(jobsIn)

  function all() {
    if (lastList === null || performance.now() - lastList.at >= pollMs) {
      const jobs = list(`--user=${[...users].join(',')}`).then(byNameAndUser, () => null)
      const question = { begun: performance.now(), at: Number.POSITIVE_INFINITY, jobs }
      // The age counts from the answer, so that a slow Slurm gets one query at a time.
      void jobs.then(() => {
        question.at = performance.now()
      })
      lastList = question
    }
    return lastList
  }

  return {
    async named(name, user) {
      if (user !== null && !users.has(user)) lastList = null
      users.add(user ?? own)
      const { begun: asked_at, jobs } = all()
      const found = await jobs
      return found && { jobs: found.get(`${name} ${user ?? own}`) ?? [], asked_at }
    },
    namedNow: (name, user) => list(`--user=${user ?? own}`, `--name=${name}`),
    async find(id, name) {
      const ours = (job: JobDetails | null) => (job?.name === name ? job : null)
      const job = ours(shownJob((await orNull(ask('scontrol', ['show', 'job', '--oneliner', id]))) ?? ''))
      if (job !== null && job.state !== 'CANCELLED') return job
      const args = ['--noheader', '--parsable2', '--allocations', `--format=${ACCOUNTED}`, `--jobs=${id}`]
      // Without accounting, only the state that Slurm shows is available.
      return ours(accountedJob(await ask('sacct', args).catch(() => ''))) ?? job
    },
    nodeReason: (node) => ask('scontrol', ['show', 'node', '--oneliner', node]).then(nodeReasonIn, () => ''),
    async cancel(ids) {
      if (ids.length > 0) await orNull(ask('scancel', ids))
    },
  }
}

/** Resolves to null for a job that Slurm does not know. */
async function orNull(answer: Promise<string>): Promise<string | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof SlurmRefused) return null
    throw error
  }
}

/** Groups jobs by name and user, because another user may have a job of the same name. */
function byNameAndUser(jobs: ListedJob[]): Map<string, Job[]> {
  const found = new Map<string, Job[]>()
  for (const job of jobs) {
    const key = `${job.name} ${job.user}`
    found.set(key, [...(found.get(key) ?? []), job])
  }
  return found
}
