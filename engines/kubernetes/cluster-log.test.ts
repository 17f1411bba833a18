import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { readAll } from '../testing/watching.ts'
import type { AttemptStore } from './attempt-store.ts'
import { copyClusterLog } from './cluster-log.ts'
import type { Pod } from './resources.ts'
import { LOG_BEGINS } from './runner/commands.ts'
import { createMemoryAttempts } from './testing/memory-attempts.ts'

const MIB = 2 ** 20
let attempts: AttemptStore
let spec: RunSpec
beforeEach(async () => {
  attempts = createMemoryAttempts()
  spec = plainSpec()
  await attempts.open(spec)
})

/** Returns distinct lines. */
function lines(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, line) => `line ${from + line}\n`).join('')
}

/** Takes the log of a container whose log in the cluster is this stream. */
function take(open: () => Readable): Promise<boolean> {
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod', namespace: 'podium-poc' } }
  return copyClusterLog({ log: async () => open() }, attempts, { key: spec, pod, limit: 2 ** 30 })
}

const takeText = (text: string) => take(() => Readable.from([Buffer.from(text)]))

async function taken(): Promise<{ log: string; isCut: boolean | undefined }> {
  const log = await attempts.openLog(spec, 'process')
  const isCut = (await attempts.find(spec))?.log_is_cut
  return { log: log ? (await readAll(log.stream)).toString() : '', isCut }
}

test.each([
  ['everything', 0, LOG_BEGINS + lines(0, 2000), lines(0, 2000), false],
  ['only the part after the stored bytes', 1500, LOG_BEGINS + lines(0, 2000), lines(0, 2000), false],
  ['nothing if more is stored', 2500, LOG_BEGINS + lines(0, 2000), lines(0, 2500), false],
  ['the end without the beginning, and reports a cut', 0, lines(700, 2000), lines(700, 2000), true],
  ['the end that continues the stored bytes', 1500, lines(700, 2000), lines(0, 2000), false],
  ['the end after a gap, and reports a cut', 500, lines(700, 2000), lines(0, 500) + lines(700, 2000), true],
])('takes from the log of a container %s', async (_, sent, cluster, log, isCut) => {
  await attempts.appendLog(spec, 'process', 0, Buffer.from(lines(0, sent)))
  expect(await takeText(cluster)).toBe(true)
  expect(await taken()).toEqual({ log, isCut })
})

test('retries an empty log, because its node has not found it yet', async () => {
  expect(await takeText('')).toBe(false)
  expect(await takeText(LOG_BEGINS + lines(0, 20))).toBe(true)
  expect(await taken()).toEqual({ log: lines(0, 20), isCut: false })
})

test('continues a log that broke off, and still marks it as cut', async () => {
  function* broken() {
    yield Buffer.from(lines(700, 60_000))
    throw new Error('reset')
  }
  expect(await take(() => Readable.from(broken()))).toBe(false)
  expect((await taken()).log).not.toBe('')
  expect(await takeText(lines(700, 60_000))).toBe(true)
  expect(await taken()).toEqual({ log: lines(700, 60_000), isCut: true })
})

test('holds a long log in small pieces, and reads no faster than they are stored', async () => {
  let read = 0
  let [kept, largest, ahead] = [0, 0, 0]
  function* long() {
    yield Buffer.from(LOG_BEGINS)
    for (read = 0; read < 64 * MIB; read += MIB / 16) yield Buffer.alloc(MIB / 16, 'x')
  }
  const { appendLog } = attempts
  attempts.appendLog = async (_key, _type, offset, bytes) => {
    kept = offset + bytes.length
    largest = Math.max(largest, bytes.length)
    ahead = Math.max(ahead, read - kept)
    return kept
  }
  await take(() => Readable.from(long(), { highWaterMark: 1 }))
  attempts.appendLog = appendLog
  expect(kept).toBe(64 * MIB)
  expect(Math.max(largest, ahead)).toBeLessThan(MIB)
})
