import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { type RunInfo, readRun, stopRun } from '@podium/contract/calls/runs.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { CliError } from './cli-error.ts'
import { call } from './client.ts'
import { type Connection, hostConnection } from './connection.ts'
import { makeWorkspace, signIn, trainSample } from './demo/seed.ts'
import { startServer } from './demo/server-process.ts'
import { print } from './print.ts'

const STOP_LIMIT_MS = 15_000

async function main(): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'podium-demo-'))
  const stopping = new AbortController()
  // Each may come more than once, and must not interrupt the clean-up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  console.log(`The demo keeps everything in ${home} and removes it at the end.`)
  try {
    return await runDemo(home, stopping.signal)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function runDemo(home: string, stopping: AbortSignal): Promise<number> {
  const admin = { id: 'admin', password: randomBytes(18).toString('base64url') }
  const server = await startServer(home, admin, stopping)
  if (!server) return 0
  let workspace: Workspace | undefined
  try {
    const connection = await signIn(server.address, admin)
    workspace = await makeWorkspace(connection)
    console.log(`Workspace ${workspace.display_name} is ready. Training the penguins sample …`)
    const run = await finished(connection, await trainSample(connection, workspace), stopping)
    if (stopping.aborted) return 0
    present(server.address, admin, run)
    return await Promise.race([server.ended, aborted(stopping)])
  } finally {
    if (workspace) await stopRuns(home, workspace.id).catch(() => {})
    await server.stop()
  }
}

function present(address: string, admin: { id: string; password: string }, run: RunInfo): void {
  print(`${run.name} ${run.state}. ${run.detail}`)
  print(
    Object.entries(run.metrics)
      .map(([figure, value]) => `${figure} ${value}`)
      .join(', '),
  )
  console.log('Press Ctrl-C to end the demo.')
  console.log(`Address: ${address}\nID: ${admin.id}\nPassword: ${admin.password}`)
}

async function finished(connection: Connection, started: RunInfo, signal: AbortSignal): Promise<RunInfo> {
  let run = started
  let shown = ''
  while (isLive(run.state) && !signal.aborted) {
    const message = run.progress?.message ?? ''
    if (message && message !== shown)
      print(`  ${Math.round((run.progress?.fraction ?? 0) * 100)} % ${message}`)
    shown = message
    await pause(1000, undefined, { signal }).catch(() => {})
    run = await call(connection, readRun, { params: { id: run.id } })
  }
  return run
}

/** The home is removed with the demo, so nothing may keep running in it. */
async function stopRuns(home: string, workspace_id: string): Promise<void> {
  // The administrator's sign-in may have expired by now; the host's token has not.
  const connection = await hostConnection(home)
  if (!connection) return
  const deadline = Date.now() + STOP_LIMIT_MS
  const live = async () => {
    const { stream_histories } = await call(connection, listRuns, {
      query: { workspace_id, page_size: 1000 },
    })
    return stream_histories.filter((run) => isLive(run.state))
  }
  for (const run of await live()) await call(connection, stopRun, { params: { id: run.id } }).catch(() => {})
  while ((await live()).length > 0 && Date.now() < deadline) await pause(200)
}

function aborted(signal: AbortSignal): Promise<number> {
  if (signal.aborted) return Promise.resolve(0)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(0), { once: true }))
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof CliError ? error.message : error)
    process.exitCode = 1
  },
)
