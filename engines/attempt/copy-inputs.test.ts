import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { Input, ObjectSource } from '../engine.ts'
import { copyInputs } from './copy-inputs.ts'

const DATA: Input = { bucket: 'poc', path: 'data/', archive: false }
const PATHS = Array.from({ length: 40 }, (_, at) => `data/part-${at % 4}/${at}.csv`)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-copy-'))
  return () => rm(folder, { recursive: true })
})

function copy(open: ObjectSource['open'], signal = new AbortController().signal): Promise<void> {
  const objects: ObjectSource = {
    async *list() {
      for (const path of PATHS) yield { path, size: path.length }
    },
    open,
  }
  return copyInputs([DATA], folder, { objects, unpackLimit: 2 ** 20, signal })
}

test('copies at most eight objects of a folder at a time, each of them whole', async () => {
  let open = 0
  let most = 0
  let release = () => {}
  const second = new Promise<void>((resolve) => {
    release = resolve
  })
  await copy(async (_, path) => {
    open += 1
    most = Math.max(most, open)
    if (open === 2) release()
    await second
    return Readable.from([Buffer.from(path)]).once('close', () => {
      open -= 1
    })
  })
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(8)
  for (const path of PATHS)
    expect(await readFile(join(folder, path.slice('data/'.length)), 'utf8')).toBe(path)
})

test.each(['an object that cannot be read', 'a stop'])('stops all copies after %s', async (cause) => {
  const stop = new AbortController()
  const opened: PassThrough[] = []
  const copying = copy(async () => {
    if (opened.length === 3 && cause === 'a stop') stop.abort(new Error('gone'))
    else if (opened.length === 3) throw new Error('gone')
    opened.push(new PassThrough())
    return opened.at(-1) as PassThrough
  }, stop.signal)
  await expect(copying).rejects.toThrow('gone')
  expect(opened.every(({ destroyed }) => destroyed)).toBe(true)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(files.filter((file) => file.isFile()).length).toBeLessThanOrEqual(8)
})
