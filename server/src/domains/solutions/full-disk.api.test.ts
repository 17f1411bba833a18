import { putObject } from '@podium/contract/calls/objects.ts'
import { registerArchive } from '@podium/contract/calls/solutions.ts'
import { solutions } from '@podium/database/schema/solutions.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { solutionArchive } from './testing/archive.ts'
import { freshName, inFirst, metadataNamed } from './testing/seed.ts'

const MIB = 1024 ** 2
const full = (free: string) => ({
  statusCode: 507,
  detail: `The disk is full: ${free} of 620 MiB are free, and the server keeps 256 MiB for itself. Delete what is not needed or ask your administrator to make room, then try again.`,
})

let podium: TestApp<MemoryEngine>
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const setFree = (free: number) => podium.deps.engine.setDisk({ free, total: 620 * MIB, reserve: 256 * MIB })

async function upload(path: string, body: Buffer) {
  const headers = { 'content-type': 'application/octet-stream' }
  const params = { id: podium.people.first.id, path }
  const { statusCode, json } = await podium.as('member').ask(putObject, { params, body, headers })
  return { statusCode, detail: json().detail }
}

async function register(path: string) {
  const { statusCode, json } = await podium
    .as('member')
    .ask(registerArchive, { query: inFirst, body: { path } })
  return { statusCode, detail: json().detail }
}

async function paths(): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of podium.deps.objects.list('first-bucket', '')) found.push(path)
  return found
}

const countSolutions = () => podium.deps.database.$count(solutions)

test('an upload uses the space above the reserve, and not a byte of the reserve', async () => {
  setFree(256 * MIB)
  expect(await upload('uploads/one', Buffer.alloc(1))).toEqual(full('256 MiB'))
  setFree(256 * MIB + 10)
  expect(await upload('uploads/one', Buffer.alloc(11))).toEqual(full('256 MiB'))
  expect(await paths()).toEqual([])
  expect((await upload('uploads/one', Buffer.alloc(10))).statusCode).toBe(200)
  expect(await paths()).toEqual(['uploads/one'])
})

test('an archive that does not fit is not registered, and its upload stays', async () => {
  setFree(500 * MIB)
  const path = 'uploads/archive.tar.gz'
  await upload(path, await solutionArchive(metadataNamed(freshName())))
  const before = { paths: await paths(), solutions: await countSolutions() }
  setFree(256 * MIB)
  expect(await register(path)).toEqual(full('256 MiB'))
  expect({ paths: await paths(), solutions: await countSolutions() }).toEqual(before)
})

test('leaves no files of an archive, whichever of them fills the disk', async () => {
  setFree(500 * MIB)
  const path = 'uploads/cut.tar.gz'
  await upload(path, await solutionArchive(metadataNamed(freshName())))
  const before = { paths: await paths(), solutions: await countSolutions() }
  const { objects } = podium.deps
  const real = objects.put
  for (let nth = 1, isCut = true; isCut; nth += 1) {
    let files = 0
    const put = vi.spyOn(objects, 'put').mockImplementation((...args) => {
      files += 1
      if (files < nth) return real(...args)
      return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    })
    const { statusCode } = await register(path)
    isCut = files >= nth
    put.mockRestore()
    expect(statusCode).toBe(isCut ? 507 : 200)
    if (isCut) expect({ paths: await paths(), solutions: await countSolutions() }).toEqual(before)
  }
  expect(await countSolutions()).toBe(before.solutions + 1)
})
