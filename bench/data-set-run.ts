import { join } from 'node:path'
import { ended, readLog, startRun } from '@podium/e2e/fixtures/seed.ts'
import { push } from './data-set-push/pushing.ts'
import { timeRepeatedly } from './data-set-push/timing.ts'
import { makeTree } from './data-set-push/tree.ts'
import { p95 } from './series/zoom-frames.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { withTraining } from './training.ts'
import { atMost, type Verdict } from './verdict.ts'

const FILES = 30_000
const BYTES = 4096
const MAX_SECONDS = 60
const MAX_P95_MS = 300
const PAUSE_MS = 100

const COUNT = `import os
print(sum(len(files) for _, _, files in os.walk(os.environ["PODIUM_DATA_DIR"])), "files")`

/** Measures how long a run waits for a data set of 30,000 small files, and the responses to other calls. */
export async function measureDataSetRun(): Promise<Verdict[]> {
  return inTemporaryHome((folder) =>
    withTraining(async ({ server, api, stream }) => {
      const tree = await makeTree(join(folder, 'files'), FILES, BYTES)
      await push(server.home, ['many', tree.folder])
      const target = await stream(COUNT)
      const list = `/api/v1/streamhistories?workspace_id=${target.workspace_id}`
      const neighbour = timeRepeatedly(() => api.get(list), PAUSE_MS)
      const { id } = await startRun(api, target, { dataset_uri: 'data-set://many@v1' })
      const run = await ended(api, id)
      const times = await neighbour.stop()
      const log = await readLog(api, id)
      if (run.state !== 'succeeded' || !log.includes(`${FILES} files`))
        throw new Error(`The run of the measurement ${run.state}: ${run.detail} ${log}`)
      const seconds = (Date.parse(run.started_at ?? '') - Date.parse(run.created_at)) / 1000
      console.log(
        `${FILES} files: the run began after ${seconds.toFixed(1)} s; ${times.length} calls beside it, slowest ${Math.round(Math.max(...times))} ms`,
      )
      return [
        atMost('from the start of a run to its beginning', seconds, MAX_SECONDS, 's'),
        atMost('p95 of the calls of another person meanwhile', p95(times), MAX_P95_MS, 'ms'),
      ]
    }),
  )
}
