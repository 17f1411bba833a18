import { listArtifacts, readLogIndex } from '@podium/contract/calls/run-files.ts'
import { type RunInfo, readRun } from '@podium/contract/calls/runs.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FakeServer, fake } from '../../../testing/fake.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { MANAGER, serveRuns } from './fake-runs.ts'
import { runCalled } from './sample-objects.ts'

/** Opens the page of a run, which the test can change while it is open. */
export async function openRun(part: Partial<RunInfo> = {}, over: FakeServer = {}, address = '') {
  let run = runCalled('line-3-12', part)
  const path = `/streamhistories/${run.id}`
  const server = serveRuns({
    ...fake(readRun, run, () => run),
    ...fake(listArtifacts, run, { artifacts: [], total_bytes: 0 }),
    ...fake(readLogIndex, run, { size: 0, lines: 0, every: 100, from: 0, offsets: [] }),
    ...over,
  })
  openConsole(`/inferenceModel/run/${run.id}${address}`, MANAGER)
  await screen.findByRole('heading', { name: 'line-3-12', level: 1 })
  function become(next: Partial<RunInfo>) {
    run = { ...run, ...next }
    server.change(run)
  }
  return { server, become, path, user: userEvent.setup() }
}
