import { randomUUID } from 'node:crypto'
import { login } from '@podium/contract/calls/auth.ts'
import { putObject } from '@podium/contract/calls/objects.ts'
import { type RunInfo, startRun } from '@podium/contract/calls/runs.ts'
import { registerArchive } from '@podium/contract/calls/solutions.ts'
import { createWorkspace, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import type { ExecutionSpec } from '@podium/contract/rules/tiers.ts'
import { fail } from '../cli-error.ts'
import { call, upload } from '../client.ts'
import type { Connection } from '../connection.ts'
import { ARCHIVE, filesOf, packFiles } from '../pack.ts'
import { destinationFor } from '../run-destination.ts'

const TIERS: ExecutionSpec[] = [
  { name: 'high', instance: '4cpu-8gib' },
  { name: 'standard', instance: '2cpu-4gib' },
  { name: 'low', instance: '1cpu-1gib' },
  { name: 'high-gpu', instance: 'g5.12xlarge' },
  { name: 'standard-gpu', instance: 'g5.2xlarge' },
  { name: 'low-gpu', instance: 'g4dn.xlarge' },
]

/** Signs in as the demo's administrator, as a registration client does. */
export async function signIn(address: string, admin: { id: string; password: string }): Promise<Connection> {
  const response = await fetch(address + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id: admin.id, login_pw: admin.password }),
  })
  const token = response.headers
    .getSetCookie()
    .flatMap((cookie) => /^access-token=([^;]+)/.exec(cookie)?.[1] ?? [])[0]
  if (!response.ok || !token) return fail(`The demo's administrator could not sign in (${response.status}).`)
  return { address, headers: { cookie: `access-token=${token}` }, host: true }
}

/** Creates a workspace with all six tiers. */
export function makeWorkspace(connection: Connection): Promise<Workspace> {
  return call(connection, createWorkspace, {
    body: { name: 'demo', s3_bucket_name: 'podium-demo', execution_specs: TIERS },
  })
}

/** Registers the sample and trains it on the stream of `podium run`, so that the next run finds the model. */
export async function trainSample(connection: Connection, workspace: Workspace): Promise<RunInfo> {
  const folder = new URL('../../examples/penguins', import.meta.url).pathname
  const query = { workspace_id: workspace.id }
  const path = archiveUpload(randomUUID().replaceAll('-', ''))
  const { files } = await filesOf(folder, ARCHIVE)
  await upload(connection, putObject, { params: { id: workspace.id, path } }, () => packFiles(folder, files))
  const solution = await call(connection, registerArchive, { query, body: { path } })
  const version = solution.versions[0] ?? fail('The sample has no version.')
  const body = { pipeline: 'train' as const }
  const id = await destinationFor(connection, workspace, solution, version, undefined, body)
  return call(connection, startRun, { params: { id }, query, body })
}
