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
  /** when Slurm was asked, by the stopwatch of this process */
  asked_at: number
}

/** What Slurm says of jobs. */
export interface Jobs {
  /** Those of the name and the user (null: the server's own) as they were at most `pollMs` ago; null while Slurm does not answer. */
  named(name: string, user: number | null): Promise<NamedJobs | null>
  /**
   * Those of the name and the user as they are now.
   * @throws SlurmAway
   */
  namedNow(name: string, user: number | null): Promise<Job[]>
  /**
   * One as it is now, also when it ended long ago; null where nothing is known of it, or the number is another's: a
   * controller that was killed gives numbers again.
   * @throws SlurmAway
   */
  find(id: string, name: string): Promise<JobDetails | null>
  /** Why an administrator or Slurm itself took the node out of service; '' where nothing is known. */
  nodeReason(node: string): Promise<string>
  /** Ends jobs, those that wait and those that run, if there are any. */
  cancel(ids: string[]): Promise<void>
}

/** All that asks within `pollMs` gets the answer to one question about all jobs of the server's user, and of those asked about before. */
export function createJobs(ask: AskSlurm, pollMs: number): Jobs {
  const own = process.getuid?.() ?? 0
  const users = new Set([own])
  let asked: { begun: number; at: number; jobs: Promise<Map<string, Job[]> | null> } | null = null

  const list = (...args: string[]) =>
    ask('squeue', ['--noheader', '--states=all', `--format=${JOB_FORMAT}`, ...args]).then(jobsIn)

  function all() {
    if (asked === null || performance.now() - asked.at >= pollMs) {
      const jobs = list(`--user=${[...users].join(',')}`).then(byNameAndUser, () => null)
      const question = { begun: performance.now(), at: Number.POSITIVE_INFINITY, jobs }
      // The age counts from the answer on, so that a slow Slurm is asked one question at a time.
      void jobs.then(() => {
        question.at = performance.now()
      })
      asked = question
    }
    return asked
  }

  return {
    async named(name, user) {
      if (user !== null && !users.has(user)) asked = null
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
      // Where Slurm keeps no accounts, what it shows is all there is.
      return ours(accountedJob(await ask('sacct', args).catch(() => ''))) ?? job
    },
    nodeReason: (node) => ask('scontrol', ['show', 'node', '--oneliner', node]).then(nodeReasonIn, () => ''),
    async cancel(ids) {
      if (ids.length > 0) await orNull(ask('scancel', ids))
    },
  }
}

/** What Slurm does not know is no trouble. */
async function orNull(answer: Promise<string>): Promise<string | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof SlurmRefused) return null
    throw error
  }
}

/** Of the same name another user may have one too, which is nothing of ours. */
function byNameAndUser(jobs: ListedJob[]): Map<string, Job[]> {
  const found = new Map<string, Job[]>()
  for (const job of jobs) {
    const key = `${job.name} ${job.user}`
    found.set(key, [...(found.get(key) ?? []), job])
  }
  return found
}
