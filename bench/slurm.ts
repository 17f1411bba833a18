import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { ended, readRun, startRun } from '@podium/e2e/fixtures/seed.ts'
import { makeSlurmRoot, type SlurmCluster, SYSTEM_USER, startSlurm } from '@podium/engines/testing/slurm.ts'
import { p95 } from './series/zoom-frames.ts'
import { type Training, withTraining } from './training.ts'
import { atMost, type Verdict } from './verdict.ts'

const RUNS = 20
const POLL_MS = 50
/** Slurm gathers jobs for this long by itself before it assigns them. */
const GATHERS_SECONDS = 3
const MAX_MS = 4000

/** Measures how long a run takes on a real Slurm from its request until it runs, beside a bare job. */
export async function measureSlurm(): Promise<Verdict[]> {
  const cluster = await startSlurm(GATHERS_SECONDS)
  const root = await makeSlurmRoot('podium-bench-slurm-')
  try {
    const bare = await bareJobs(cluster)
    const env = { ...cluster.env, PODIUM_ENGINE: 'slurm', PODIUM_SLURM_ROOT: root }
    const runs = await withTraining(podiumRuns, env, { system_user: SYSTEM_USER })
    console.log(`a bare job: p95 ${p95(bare)} ms, slowest ${Math.max(...bare)} ms`)
    console.log(`a run: p95 ${p95(runs)} ms, slowest ${Math.max(...runs)} ms`)
    return [atMost(`On Slurm, from POST to running, p95 of ${RUNS}`, p95(runs), MAX_MS, 'ms')]
  } finally {
    await rm(root, { recursive: true, force: true })
    await cluster.stop()
  }
}

async function podiumRuns({ api, stream }: Training): Promise<number[]> {
  const trained = await stream('print("trained")\n')
  const delays: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const asked = Date.now()
    const { id } = await startRun(api, trained)
    delays.push((await startOf(() => readRun(api, id).then(({ started_at }) => started_at))) - asked)
    await ended(api, id)
    await setTimeout(pauseAfter(run))
  }
  return delays
}

async function bareJobs({ ask }: SlurmCluster): Promise<number[]> {
  const delays: number[] = []
  for (let job = 0; job < RUNS; job += 1) {
    const asked = Date.now()
    const id = (await ask('sbatch', ['--parsable', '--output=/dev/null', '--wrap=sleep 1'])).trim()
    const until = async (state: string) =>
      (await ask('squeue', ['--noheader', '--states=all', '--format=%T', `--jobs=${id}`])).trim() === state
        ? id
        : null
    delays.push((await startOf(() => until('RUNNING'))) - asked)
    await startOf(() => until('COMPLETED'))
    await setTimeout(pauseAfter(job))
  }
  return delays
}

/** Spreads the requests over the seconds in which Slurm gathers. Sequential ones would always meet the same of them. */
function pauseAfter(index: number): number {
  return (index * 700) % (GATHERS_SECONDS * 1000)
}

/** Returns the time at which the start was observed, by the clock of this process. */
async function startOf(begun: () => Promise<string | null>): Promise<number> {
  while ((await begun()) === null) await setTimeout(POLL_MS)
  return Date.now()
}
