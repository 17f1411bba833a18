import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { readAll } from '../testing/watching.ts'
import type { AttemptStore } from './attempt-store.ts'
import { takeClusterLog } from './cluster-log.ts'
import { createMemoryAttempts } from './memory-attempts.ts'
import type { Pod } from './resources.ts'
import { LOG_BEGINS } from './runner/commands.ts'

const MIB = 2 ** 20
let attempts: AttemptStore
let spec: RunSpec
beforeEach(async () => {
  attempts = createMemoryAttempts()
  spec = plainSpec()
  await attempts.open(spec)
})

/** Lines of which no two are the same. */
function lines(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, line) => `line ${from + line}\n`).join('')
}

/** Takes the log of a container of which the cluster has what the stream brings. */
function take(open: () => Readable): Promise<boolean> {
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod', namespace: 'podium-poc' } }
  return takeClusterLog({ log: async () => open() }, attempts, { key: spec, pod, limit: 2 ** 30 })
}

const takeText = (text: string) => take(() => Readable.from([Buffer.from(text)]))

async function taken(): Promise<{ log: string; isCut: boolean | undefined }> {
  const log = await attempts.openLog(spec, 'process')
  const isCut = (await attempts.find(spec))?.log_is_cut
  return { log: log ? (await readAll(log.stream)).toString() : '', isCut }
}

test.each([
  ['all of it', 0, LOG_BEGINS + lines(0, 2000), lines(0, 2000), false],
  ['what follows on what has come', 1500, LOG_BEGINS + lines(0, 2000), lines(0, 2000), false],
  ['nothing where more has come', 2500, LOG_BEGINS + lines(0, 2000), lines(0, 2500), false],
  ['its end without the beginning, and says so', 0, lines(700, 2000), lines(700, 2000), true],
  ['its end where it goes on from what has come', 1500, lines(700, 2000), lines(0, 2000), false],
  ['its end behind a gap, and says so', 500, lines(700, 2000), lines(0, 500) + lines(700, 2000), true],
])('of the log of a container it takes %s', async (_, sent, cluster, log, isCut) => {
  await attempts.appendLog(spec, 'process', 0, Buffer.from(lines(0, sent)))
  expect(await takeText(cluster)).toBe(true)
  expect(await taken()).toEqual({ log, isCut })
})

test('a log of nothing is asked for again, since its node has not found it yet', async () => {
  expect(await takeText('')).toBe(false)
  expect(await takeText(LOG_BEGINS + lines(0, 20))).toBe(true)
  expect(await taken()).toEqual({ log: lines(0, 20), isCut: false })
})

test('a log that breaks off is taken further the next time, and stays known as cut', async () => {
  function* broken() {
    yield Buffer.from(lines(700, 60_000))
    throw new Error('reset')
  }
  expect(await take(() => Readable.from(broken()))).toBe(false)
  expect((await taken()).log).not.toBe('')
  expect(await takeText(lines(700, 60_000))).toBe(true)
  expect(await taken()).toEqual({ log: lines(700, 60_000), isCut: true })
})

test('a long log is held in small pieces, and read no faster than they are kept', async () => {
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
