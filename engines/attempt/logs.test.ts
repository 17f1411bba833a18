import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followLog, type LogFile } from './logs.ts'

let root: string
let log: LogFile
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'podium-log-'))
  log = { path: join(root, 'process.log'), root, uid: null }
})
afterEach(() => rm(root, { recursive: true }))

test('follows a log from the byte that it begins at, once it has grown to it', async () => {
  const following = followLog(log, 2, async () => false, new AbortController().signal)
  const first = following.next()
  await writeFile(log.path, 'one\n')
  expect((await first).value).toEqual({ offset: 2, bytes: Buffer.from('e\n') })
  await following.return(undefined)
})

test('stops following when the run empties its log, and can follow it again', async () => {
  await writeFile(log.path, 'many a line\n')
  const { signal } = new AbortController()
  const follow = () => followLog(log, 0, async () => false, signal)
  const [following, anew] = [follow(), follow()]
  expect((await following.next()).value?.bytes.toString()).toBe('many a line\n')
  await writeFile(log.path, 'anew\n')
  expect(await following.next()).toEqual({ done: true, value: undefined })
  expect((await anew.next()).value).toEqual({ offset: 0, bytes: Buffer.from('anew\n') })
  await anew.return(undefined)
})
