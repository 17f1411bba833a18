import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { pack } from 'tar-stream'
import type { Api } from '../fixtures/api.ts'
import { podium } from '../fixtures/command.ts'
import {
  ended,
  makeStream,
  makeWorkspace,
  PENGUINS,
  register,
  solutionFolder,
  startRun,
} from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'

let workspace: Workspace

test.beforeAll(async ({ api }) => {
  workspace = await makeWorkspace(api, uniqueName('strict'))
  await register(api, workspace, PENGUINS)
})

const solutions = async (api: Api) =>
  (await api.get<{ total: number }>(`/api/v1/solutions/workspace?workspace_id=${workspace.id}`)).total
const detailOf = async (answer: Response) => ((await answer.json()) as { detail: unknown }).detail

test('refuses metadata without a pipeline with a sentence that names it, and registers nothing', async ({
  server,
  api,
}) => {
  const before = await solutions(api)
  const folder = await solutionFolder({ name: 'empty' })
  const { code, output } = await podium(server.home, ['register', folder, '--workspace', workspace.name])
  expect(code).toBe(1)
  expect(output).toContain('pipeline')
  expect(output).toContain('Nothing was registered.')
  expect(await solutions(api)).toBe(before)
})

for (const [what, header] of [
  ['a path that leads out', { name: '../outside.py' }],
  ['a link', { name: 'link.py', type: 'symlink', linkname: '/etc/passwd' }],
] as const)
  test(`refuses an archive with ${what} with a sentence that names it`, async ({ api }) => {
    const archive = pack()
    archive.entry(
      { name: 'metadata.json' },
      JSON.stringify({ name: 'sly', pipeline: [{ type: 'train', command: ['true'] }] }),
    )
    if ('type' in header) archive.entry(header)
    else archive.entry(header, 'x')
    archive.finalize()
    const chunks: Buffer[] = []
    for await (const chunk of archive) chunks.push(chunk as Buffer)
    const path = `uploads/sly-${header.name.length}/sly.tar.gz`
    await api.put(`/api/v1/workspaces/${workspace.id}/objects/${path}`, gzipSync(Buffer.concat(chunks)))
    const before = await solutions(api)
    const answer = await api.send('POST', `/api/v1/solutions/archive?workspace_id=${workspace.id}`, { path })
    expect(answer.status).toBe(422)
    expect(await detailOf(answer)).toContain(header.name)
    expect(await solutions(api)).toBe(before)
  })

test('refuses an unknown parameter and a value out of range by name, and makes no run', async ({ api }) => {
  const stream = await makeStream(api, workspace, 'penguins')
  const send = (parameters: object) =>
    api.send('POST', `/api/v1/streamhistories/${stream.id}`, { parameters: { train: parameters } })
  const unknown = await send({ train: { epoch: 3 } })
  expect(unknown.status).toBe(422)
  expect(JSON.stringify(await detailOf(unknown))).toContain('epoch')
  const large = await send({ train: { epochs: 1_000_000 } })
  expect(large.status).toBe(422)
  expect(JSON.stringify(await detailOf(large))).toMatch(/epochs.*above/)
  const { total } = await api.get<{ total: number }>(`/api/v1/streamhistories?workspace_id=${workspace.id}`)
  expect(total).toBe(0)
})

test('leaves no instance or stream of a run that the command line may not start', async ({ server, api }) => {
  const counts = async () => {
    const { instances, streams } = await api.get<{ instances: number; streams: number }>(
      `/api/v1/solutions/overview/summary?workspace_id=${workspace.id}`,
    )
    return { instances, streams }
  }
  const before = await counts()
  const { code, output } = await podium(server.home, [
    'run',
    'penguins',
    '-p',
    'train.epochs=999999',
    '--workspace',
    workspace.name,
  ])
  expect(code).toBe(1)
  expect(output).toBe('epochs: 999999 is above the highest allowed value 5000.\n')
  expect(await counts()).toEqual(before)
})

test('ends a run whose data file lacks a column with a sentence that names the column', {
  tag: '@python',
}, async ({ api }) => {
  await api.put(
    `/api/v1/workspaces/${workspace.id}/objects/datasets/short/penguins.csv`,
    'species,island\nAdelie,Torgersen\n',
  )
  const { streams } = await api.get<{ streams: { id: string }[] }>(
    `/api/v1/streams?workspace_id=${workspace.id}`,
  )
  const run = await startRun(api, streams[0] as never, { dataset_uri: 'datasets/short/' })
  const after = await ended(api, run.id)
  expect(after.state).toBe('failed')
  expect(after.detail).toMatch(/column/i)
})

test('fails a run whose program does not exist with a sentence that names it', async ({ api }) => {
  const folder = await solutionFolder({
    name: 'nowhere',
    pipeline: [{ type: 'train', command: ['no-such-program', 'x'] }],
  })
  await register(api, workspace, folder)
  const run = await startRun(api, await makeStream(api, workspace, 'nowhere'))
  const after = await ended(api, run.id)
  expect(after.state).toBe('failed')
  expect(after.detail).toContain('no-such-program')
})
