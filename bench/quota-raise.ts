import { ended, runUntil, startRun } from '@podium/e2e/fixtures/seed.ts'
import { printFigures } from './rounds.ts'
import { type Training, withTraining } from './training.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 10
const MAX_MS = 2000

/** Measures the time from raising a workspace's limit of one run until the waiting run starts. */
export async function measureQuotaRaise(): Promise<Verdict[]> {
  const delays = await withTraining(raiseInRounds)
  printFigures('ms', { 'a raised limit': delays })
  return [atMost(`From a raised limit to running, slowest of ${ROUNDS}`, Math.max(...delays), MAX_MS, 'ms')]
}

async function raiseInRounds({ api, stream }: Training): Promise<number[]> {
  const long = await stream('import time\ntime.sleep(600)\n')
  const setLimit = (runs: number) =>
    api.put(`/api/v1/workspaces/${long.workspace_id}/quotas`, JSON.stringify({ runs }))
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await setLimit(1)
    const first = await startRun(api, long)
    await runUntil(api, first.id, ({ state }) => state === 'running')
    const second = await startRun(api, long)
    await runUntil(api, second.id, ({ detail }) => detail.includes('limit'))
    const raised = performance.now()
    await setLimit(2)
    await runUntil(api, second.id, ({ state }) => state === 'running')
    delays.push(performance.now() - raised)
    for (const { id } of [first, second]) {
      await api.post(`/api/v1/streamhistories/${id}/stop`)
      await ended(api, id)
    }
  }
  return delays
}
