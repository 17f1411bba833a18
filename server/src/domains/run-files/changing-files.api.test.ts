import { listArtifacts, readArtifact, readArtifactArchive } from '@podium/contract/calls/run-files.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { unpacked } from '../runs/testing/unpacked.ts'

let fixture: RunFixture
let engine: MemoryEngine
let original: Pick<MemoryEngine, 'outputs' | 'openOutput'>
let id: string

beforeAll(async () => {
  fixture = await createRunFixture()
  engine = fixture.deps.engine
  original = { outputs: engine.outputs, openOutput: engine.openOutput }
  return () => fixture.close()
})
beforeEach(async () => {
  id = await fixture.start()
  await fixture.loop.tick()
  engine.start(fixture.key(id))
})
afterEach(() => Object.assign(engine, original))

const write = (path: string, text: string) => engine.output(fixture.key(id), path, text)

function remove(path: string): void {
  engine.openOutput = (key, asked) =>
    asked === path
      ? Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' }))
      : original.openOutput(key, asked)
}

/** Runs the action after the run's files were listed and before the first of them is read. */
function afterListing(action: () => void): void {
  engine.outputs = async (key) => {
    const listed = await original.outputs(key)
    action()
    return listed
  }
}

/** Runs the action after the server has seen that the engine has the run, and before it opens a file there. */
function beforeOpening(action: () => Promise<unknown>): void {
  engine.openOutput = async (key, path) => {
    Object.assign(engine, original)
    await action()
    return original.openOutput(key, path)
  }
}

async function end(): Promise<void> {
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
}

const ask = (route: typeof readArtifactArchive | typeof readArtifact, path?: string) =>
  fixture.as('member').ask(route, { params: { id, ...(path !== undefined && { path }) } })

async function archived(): Promise<Record<string, string>> {
  const answer = await ask(readArtifactArchive)
  expect(answer.statusCode).toBe(200)
  return unpacked(answer.rawPayload)
}

describe('the archive of a run that goes on writing', () => {
  test('has files of the listed size: cut if one grew, filled with zeros if one shrank', async () => {
    write('grows.csv', 'one\n')
    write('shrinks.csv', 'one\ntwo\n')
    write('was-empty.csv', '')
    write('z-last.csv', 'last\n')
    afterListing(() => {
      write('grows.csv', 'one\n'.repeat(100_000))
      write('shrinks.csv', 'one\n')
      write('was-empty.csv', 'one\n')
    })
    expect(await archived()).toEqual({
      'grows.csv': 'one\n',
      'shrinks.csv': 'one\n\0\0\0\0',
      'was-empty.csv': '',
      'z-last.csv': 'last\n',
    })
  })

  test('leaves out a file that is gone by its turn', async () => {
    write('a-draft', 'draft')
    write('z-last.csv', 'last\n')
    afterListing(() => remove('a-draft'))
    expect(await archived()).toEqual({ 'z-last.csv': 'last\n' })
  })

  test('comes from the bucket once the run has ended', async () => {
    write('metrics.json', '{}')
    write('z-last.csv', 'last\n')
    beforeOpening(end)
    expect(await archived()).toEqual({ 'metrics.json': '{}', 'z-last.csv': 'last\n' })
  })
})

describe('one file of a run that goes on writing', () => {
  test('is sent as it is by then, without a content length', async () => {
    write('grows.csv', 'one\n')
    const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
    expect(artifacts).toMatchObject([{ path: 'grows.csv', size: 4 }])
    write('grows.csv', 'one\ntwo\n')
    const answer = await ask(readArtifact, 'grows.csv')
    expect([answer.statusCode, answer.body]).toEqual([200, 'one\ntwo\n'])
    expect(answer.headers['content-length']).toBeUndefined()
  })

  test('comes from the bucket with its length once the run has ended', async () => {
    write('metrics.json', '{}')
    beforeOpening(end)
    const answer = await ask(readArtifact, 'metrics.json')
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '{}', '2'])
  })
})
