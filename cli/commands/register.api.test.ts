import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { ARCHIVE_UPLOAD } from '@podium/contract/rules/archive-uploads.ts'
import { trainAndInference } from '@podium/server/domains/solutions/testing/archive.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { podium as command, type TypedOptions } from '../testing/typed-command.ts'

let podium: TestApp
let folder: string
beforeEach(async () => {
  podium = await createTestApp()
  await podium.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'podium-register-'))
  const { port } = podium.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', podium.people.tokens.member ?? '')
  vi.spyOn(console, 'log').mockReturnValue()
  return async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
    await podium.close()
  }
})

async function register(metadata: string, options: TypedOptions = {}): Promise<void> {
  await writeFile(join(folder, 'metadata.json'), metadata)
  await writeFile(join(folder, 'train.py'), 'print(1)\n')
  await command('register', [folder], { workspace: 'first-ws', ...options })
}

/** Records the addresses of uploaded archives. */
function watchUploads(): string[] {
  const { objects } = podium.deps
  const { put } = objects
  const paths: string[] = []
  objects.put = (bucket, path, ...rest) => {
    if (path.startsWith('uploads/')) paths.push(path)
    return put(bucket, path, ...rest)
  }
  return paths
}

async function uploadsThere(): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of podium.deps.objects.list('first-bucket', 'uploads/')) paths.push(path)
  return paths
}

const good = JSON.stringify({ ...trainAndInference, name: 'pumps' })

/** The output of the command, and the registered solutions. */
const printed = () => vi.mocked(console.log).mock.calls.map(([line]) => String(line))
async function solutions(): Promise<string[]> {
  const { solutions } = await podium
    .as('member')
    .call(listSolutions, { query: { workspace_name: 'first-ws' } })
  return solutions.map(({ name }) => name)
}

test('says what has no effect in a check, registers nothing, and leaves nothing in the bucket', async () => {
  const put = watchUploads()
  await writeFile(join(folder, 'MLproject'), 'name: pumps\n')
  await register(JSON.stringify({ ...trainAndInference, name: 'checked', env: { A: '1' } }), { check: true })
  expect(printed()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^! Ignored: env has no effect here: set variables and secrets/),
      '! Ignored: Podium does not use MLproject: podium run . in the folder runs its entry points with their parameters.',
      'Nothing was registered: this was a check.',
    ]),
  )
  expect([put.length, await uploadsThere(), await solutions()]).toEqual([1, [], []])
})

test('fails a check that finds what would be refused', async () => {
  const wrong = JSON.stringify({ ...trainAndInference, name: 'checked', pipeline: [] })
  await expect(register(wrong, { check: true })).rejects.toThrow('Nothing was registered.')
  expect([await uploadsThere(), await solutions()]).toEqual([[], []])
})

/** Simulates input at a terminal, or through a pipe. */
function typeIn(text: string, isTTY: boolean): void {
  const input = Object.assign(Readable.from([text]), { isTTY })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
}

const asManager = () => vi.stubEnv('PODIUM_TOKEN', podium.people.tokens.manager ?? '')
const notice = '! pumps was made by The member. For a solution of your own, change name in metadata.json.'

test.each([
  ['registers after yes at a terminal', 'y', true, {}, 'Registered pumps v2 in first.'],
  ['registers nothing after no at a terminal', 'n', true, {}, 'Nothing was registered.'],
  ['registers with --yes', '', true, { yes: true }, 'Registered pumps v2 in first.'],
  ['registers without a terminal', '', false, {}, 'Registered pumps v2 in first.'],
  ['registers nothing with --check', '', true, { check: true }, 'Nothing was registered: this was a check.'],
])('names the colleague who made the solution and %s', async (_, answer, isTTY, options, last) => {
  await register(good)
  asManager()
  typeIn(`${answer}\n`, isTTY)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await register(good, options)
  expect(printed()).toContain(notice)
  expect(printed().at(-1)).toBe(last)
  const asked = vi.mocked(process.stderr.write).mock.calls.join('')
  expect(asked.includes('Register v 2 of it? [y/N] ')).toBe(answer !== '')
  expect(await uploadsThere()).toEqual([])
})

test("asks nothing about a solution of one's own", async () => {
  await register(good)
  typeIn('n\n', true)
  await register(good)
  expect(printed()).not.toContain(notice)
  expect(printed().at(-1)).toBe('Registered pumps v2 in first.')
})

test('puts the archive where the server finds it if the command does not finish', async () => {
  const put = watchUploads()
  await register(good)
  expect(put).toEqual([expect.stringMatching(ARCHIVE_UPLOAD)])
  expect(await uploadsThere()).toEqual([])
})

test.each([
  ['is found wrong', JSON.stringify({ ...trainAndInference, name: 'No Name' }), 'Nothing was registered.'],
  ['cannot be read', '{', 'metadata.json'],
])('leaves no archive in the bucket that %s', async (_, metadata, sentence) => {
  const put = watchUploads()
  await expect(register(metadata)).rejects.toThrow(sentence)
  expect([put.length, await uploadsThere()]).toEqual([1, []])
})

test('leaves no archive whose registration is refused, and reports the refusal even if the removal fails', {
  tags: ['long'],
}, async () => {
  const { objects } = podium.deps
  const { put, remove } = objects
  objects.put = (bucket, path, ...rest) =>
    path.startsWith('ai-solutions/') ? Promise.reject(new Error('EIO')) : put(bucket, path, ...rest)
  const refusal = 'Internal Server Error'
  await expect(register(good)).rejects.toThrow(refusal)
  expect(await uploadsThere()).toEqual([])
  objects.remove = () => Promise.reject(new Error('EIO'))
  await expect(register(good)).rejects.toThrow(refusal)
  expect(await uploadsThere()).toHaveLength(1)
  objects.remove = remove
})
