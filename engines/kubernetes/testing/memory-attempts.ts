import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { OutputFile, RunKey } from '../../engine.ts'
import { changedRecord, isOver, openedRecord } from '../attempt-change.ts'
import { attemptKey } from '../attempt-key.ts'
import type { AttemptRecord, AttemptStore } from '../attempt-store.ts'

interface Output extends OutputFile {
  bytes: Buffer
}

interface Attempt {
  key: RunKey
  record: AttemptRecord
  logs: Record<'pipeline' | 'process', Buffer>
  outputs: Map<string, Output>
  left_out: string[]
  /** emits 'news' when the attempt has changed */
  news: EventEmitter
}

/** Stores attempts in one process, for tests. */
export function createMemoryAttempts(clock: () => Date = () => new Date()): AttemptStore {
  const attempts = new Map<string, Attempt>()
  const tokens = new Map<string, RunKey>()

  const found = (key: RunKey) => attempts.get(attemptKey(key))

  function known(key: RunKey): Attempt {
    const attempt = found(key)
    if (!attempt) throw new Error('This attempt is not known.')
    return attempt
  }

  return {
    async open(spec) {
      const { workspace, run, attempt } = spec
      const opened = found(spec) ?? {
        key: { workspace, run, attempt },
        record: openedRecord(structuredClone(spec), clock().toISOString()),
        logs: { pipeline: Buffer.alloc(0), process: Buffer.alloc(0) },
        outputs: new Map(),
        left_out: [],
        news: new EventEmitter().setMaxListeners(0),
      }
      attempts.set(attemptKey(spec), opened)
      return structuredClone(opened.record)
    },
    async find(key) {
      return structuredClone(found(key)?.record ?? null)
    },
    async keys(workspace) {
      const keys = [...attempts.values()].map(({ key }) => ({ ...key }))
      return keys.filter((key) => workspace === undefined || key.workspace === workspace)
    },
    async note(key, change) {
      const attempt = known(key)
      attempt.record = changedRecord(attempt.record, structuredClone(change))
      attempt.news.emit('news')
      return structuredClone(attempt.record)
    },
    async makeToken({ workspace, run, attempt }) {
      const token = randomBytes(32).toString('base64url')
      tokens.set(token, { workspace, run, attempt })
      return token
    },
    async ownerOf(token) {
      const of = tokens.get(token)
      const attempt = of && found(of)
      if (!attempt || attempt.record.is_complete) return null
      const { exit, heard_at } = structuredClone(attempt.record)
      return { key: { ...attempt.key }, exit, heard_at }
    },
    async appendLog(key, type, offset, bytes) {
      const { logs, news } = known(key)
      logs[type] = appended(logs[type], offset, bytes)
      news.emit('news')
      return logs[type].length
    },
    async openLog(key, type, { from, to } = { from: 0 }) {
      const bytes = found(key)?.logs[type]
      if (!bytes || bytes.length === 0) return null
      return { size: bytes.length, stream: streamOf(bytes.subarray(from, to)) }
    },
    async untilLonger(key, type, size, signal) {
      const attempt = found(key)
      const isEnough = () => !attempt || isOver(attempt.record) || attempt.logs[type].length > size
      while (attempt && !isEnough() && !signal.aborted)
        await once(attempt.news, 'news', { signal }).catch(() => undefined)
    },
    async appendOutput(key, { path, size, modified_at }, offset, bytes, most) {
      const { outputs } = known(key)
      const before = offset === 0 ? undefined : outputs.get(path)
      const whole = appended(before?.bytes ?? Buffer.alloc(0), offset, bytes)
      const others = [...outputs.values()].filter((output) => output.path !== path)
      if (others.reduce((sum, output) => sum + output.bytes.length, whole.length) > most)
        fail('OBJECT.LARGE', { limit: sizeInWords(most) })
      if (offset <= whole.length) outputs.set(path, { path, size, modified_at, bytes: whole })
      return whole.length
    },
    placeOutput: async () => null,
    async addPlaced(key, { path }) {
      return known(key).outputs.get(path)?.bytes.length ?? 0
    },
    async keepOutputs(key, paths, left_out) {
      const attempt = known(key)
      const kept = new Set(paths)
      for (const path of attempt.outputs.keys()) if (!kept.has(path)) attempt.outputs.delete(path)
      attempt.left_out = [...left_out]
    },
    async outputs(key, under) {
      const attempt = found(key)
      const files = [...(attempt?.outputs.values() ?? [])]
        .filter(({ path }) => under === undefined || path.startsWith(`${under}/`))
        .map(({ path, modified_at, bytes }) => ({ path, size: bytes.length, modified_at }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
      return { files, left_out: under === undefined ? [...(attempt?.left_out ?? [])] : [] }
    },
    async openOutput(key, path, from = 0) {
      const output = found(key)?.outputs.get(path)
      if (!output) throw Object.assign(new Error(`There is no output ${path}.`), { code: 'ENOENT' })
      return streamOf(output.bytes.subarray(from))
    },
    async remove(key) {
      const attempt = found(key)
      attempts.delete(attemptKey(key))
      for (const [token, of] of tokens) if (attemptKey(of) === attemptKey(key)) tokens.delete(token)
      attempt?.news.emit('news')
    },
  }
}

/** Appends new bytes; returns `bytes` unchanged if some before `offset` are missing. */
function appended(bytes: Buffer, offset: number, more: Buffer): Buffer {
  if (offset > bytes.length) return bytes
  return Buffer.concat([bytes, more.subarray(bytes.length - offset)])
}

function streamOf(bytes: Buffer): Readable {
  return Readable.from(bytes.length === 0 ? [] : [Buffer.from(bytes)])
}
