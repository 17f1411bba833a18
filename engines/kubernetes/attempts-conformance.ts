import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { readAll } from '../testing/watching.ts'
import type { AttemptStore } from './attempt-store.ts'

export interface AttemptsUnderTest {
  attempts: AttemptStore
  /** the same store as seen by another server; for a store in memory the same object */
  elsewhere: AttemptStore
  close(): Promise<void>
}

const NOW = '2026-03-01T12:00:00.000Z'
const LATER = '2026-03-01T12:05:00.000Z'
const MOST = 2 ** 30
const stopped = { outcome: 'stopped', exit_code: 143, reason: 'Stopped.', raw: {}, ended_at: NOW } as const

/** The suite that every store of attempts passes. */
export function describeAttempts(name: string, open: () => Promise<AttemptsUnderTest>): void {
  describe(`${name} as a store of attempts`, () => {
    let under: AttemptsUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    async function opened(changes: Partial<RunSpec> = {}): Promise<RunSpec> {
      const spec = plainSpec(changes)
      await under.attempts.open(spec)
      return spec
    }

    async function logOf(spec: RunSpec, range?: { from: number; to?: number }) {
      const log = await under.elsewhere.openLog(spec, 'process', range)
      return log && { size: log.size, text: (await readAll(log.stream)).toString() }
    }

    async function outputOf(spec: RunSpec, path: string, from?: number): Promise<string> {
      return (await readAll(await under.elsewhere.openOutput(spec, path, from))).toString()
    }

    const fileOf = (path: string, size = 0) => ({ path, size, modified_at: NOW })

    test('knows nothing of attempts that were never opened', async () => {
      const { attempts } = under
      const key = plainSpec()
      expect(await attempts.find(key)).toBeNull()
      expect(await attempts.openLog(key, 'process')).toBeNull()
      expect(await attempts.outputs(key)).toEqual({ files: [], left_out: [] })
      await expect(attempts.openOutput(key, 'metrics.json')).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(attempts.note(key, { is_complete: true })).rejects.toThrow('This attempt is not known')
      await expect(attempts.appendLog(key, 'process', 0, Buffer.from('x'))).rejects.toThrow(
        'This attempt is not known',
      )
      await attempts.untilLonger(key, 'process', 0, new AbortController().signal)
      await attempts.remove(key)
    })

    test('keeps the first spec, however often it is opened', async () => {
      const spec = await opened({ command: ['python', 'train.py'] })
      const again = await under.elsewhere.open({ ...spec, command: ['other'] })
      expect(again.spec).toEqual(spec)
      expect(again).toMatchObject({
        is_complete: false,
        log_is_cut: false,
        exit: null,
        ended: null,
        progress: null,
        usage: null,
      })
      expect(await under.attempts.find(spec)).toEqual(again)
    })

    test('limits the total size of all outputs, and accepts new ones after others were removed', async () => {
      const spec = await opened()
      const send = (path: string, bytes: number, offset = 0) =>
        under.attempts.appendOutput(spec, fileOf(path), offset, Buffer.alloc(bytes), 100_000)
      expect(await send('a', 60_000)).toBe(60_000)
      await expect(send('b', 60_000)).rejects.toMatchObject({ code: 'OBJECT.LARGE' })
      await expect(send('a', 60_000, 60_000)).rejects.toMatchObject({ code: 'OBJECT.LARGE' })
      expect(await send('a', 90_000)).toBe(90_000)
      await under.elsewhere.keepOutputs(spec, [], [])
      expect(await send('b', 60_000)).toBe(60_000)
      expect((await under.elsewhere.outputs(spec)).files).toMatchObject([{ path: 'b', size: 60_000 }])
    })

    test('lists opened attempts of all workspaces or of one', async () => {
      const one = await opened({ workspace: 'listed-one' })
      const two = await opened({ workspace: 'listed-two', attempt: 2 })
      const keyOf = ({ workspace, run, attempt }: RunSpec) => ({ workspace, run, attempt })
      expect(await under.elsewhere.keys('listed-one')).toEqual([keyOf(one)])
      expect(await under.elsewhere.keys()).toEqual(expect.arrayContaining([keyOf(one), keyOf(two)]))
      await under.attempts.remove(one)
      expect(await under.elsewhere.keys('listed-one')).toEqual([])
    })

    test('keeps first values, except for progress and usage', async () => {
      const spec = await opened()
      const { attempts, elsewhere } = under
      const progress = { fraction: 0.5, step: 'train', message: null }
      const usage = { cpu_seconds: 2, memory_mib: 3, gpu_percent: null, gpu_memory_mib: null, written_mib: 1 }
      const exit = { exit_code: 143, started_at: NOW, ended_at: NOW }
      await attempts.note(spec, { started_at: NOW, progress, usage })
      await elsewhere.note(spec, { started_at: LATER, progress: { ...progress, fraction: 1 } })
      await attempts.note(spec, { stop_requested_at: NOW })
      await elsewhere.note(spec, { stop_requested_at: LATER, stop_reason: 'The log is too long.' })
      await attempts.note(spec, { exit, ended: stopped, log_is_cut: true })
      await elsewhere.note(spec, {
        exit: { ...exit, exit_code: 0 },
        log_is_cut: false,
        ended: { ...stopped, outcome: 'succeeded', exit_code: 0 },
      })
      expect(await attempts.find(spec)).toMatchObject({
        started_at: NOW,
        progress: { fraction: 1 },
        usage,
        stop_requested_at: NOW,
        stop_reason: null,
        exit,
        ended: stopped,
        is_complete: false,
        log_is_cut: true,
      })
    })

    test('says that some may be missing of an attempt that was not complete, and of no other', async () => {
      const [one, other] = [await opened(), await opened()]
      const { attempts, elsewhere } = under
      await attempts.note(one, { is_complete: true, is_partial: true })
      await attempts.note(other, { is_complete: true })
      await elsewhere.note(other, { is_complete: true, is_partial: true })
      expect(await elsewhere.find(one)).toMatchObject({ is_partial: true })
      expect(await elsewhere.find(other)).toMatchObject({ is_partial: false })
    })

    test('keeps when a pod last called, and why the store last refused what it sent', async () => {
      const spec = await opened()
      const { attempts, elsewhere } = under
      const refusal = { at: NOW, sentence: 'The object store is full.' }
      const exit = { exit_code: 0, started_at: NOW, ended_at: NOW }
      await attempts.note(spec, { exit, heard_at: NOW, refusal })
      await elsewhere.note(spec, { heard_at: LATER })
      expect(await attempts.find(spec)).toMatchObject({ heard_at: LATER, refusal })
      expect(await attempts.ownerOf(await attempts.makeToken(spec))).toMatchObject({ exit, heard_at: LATER })
    })

    test('resolves a token to its attempt until the attempt is complete', async () => {
      const spec = await opened()
      const { attempts, elsewhere } = under
      const [first, second] = [await attempts.makeToken(spec), await attempts.makeToken(spec)]
      const { workspace, run, attempt } = spec
      expect(first).not.toBe(second)
      for (const token of [first, second])
        expect(await elsewhere.ownerOf(token)).toEqual({
          key: { workspace, run, attempt },
          exit: null,
          heard_at: null,
        })
      expect(await elsewhere.ownerOf(`${first}x`)).toBeNull()
      await attempts.note(spec, { ended: stopped })
      expect(await elsewhere.ownerOf(first)).not.toBeNull()
      await attempts.note(spec, { is_complete: true })
      expect(await elsewhere.ownerOf(first)).toBeNull()
    })

    test('appends only new bytes to a log, whatever is sent again or too early', async () => {
      const spec = await opened()
      const { attempts, elsewhere } = under
      const send = (store: AttemptStore, offset: number, text: string) =>
        store.appendLog(spec, 'process', offset, Buffer.from(text))
      expect(await logOf(spec)).toBeNull()
      expect(await send(attempts, 0, 'one\n')).toBe(4)
      expect(await send(elsewhere, 0, 'one\n')).toBe(4)
      expect(await send(elsewhere, 8, 'three\n')).toBe(4)
      expect(await send(elsewhere, 2, 'e\ntwo\n')).toBe(8)
      expect(await send(attempts, 8, 'three\n')).toBe(14)
      expect(await send(attempts, 0, '')).toBe(14)
      expect(await logOf(spec)).toEqual({ size: 14, text: 'one\ntwo\nthree\n' })
      expect(await logOf(spec, { from: 4, to: 8 })).toEqual({ size: 14, text: 'two\n' })
      expect(await logOf(spec, { from: 100 })).toEqual({ size: 14, text: '' })
      expect(await under.attempts.openLog(spec, 'pipeline')).toBeNull()
    })

    test('joins large and small pieces, also if two servers receive the same at once', async () => {
      const spec = await opened()
      const whole = Buffer.from(Array.from({ length: 60_000 }, (_, line) => `line ${line}\n`).join(''))
      let offset = 0
      for (let size = 1; offset < whole.length; size = size * 3 + 1) {
        const bytes = whole.subarray(offset, offset + size)
        const both = [under.attempts, under.elsewhere].map((store) =>
          store.appendLog(spec, 'process', offset, bytes),
        )
        expect(await Promise.all(both)).toEqual([offset + bytes.length, offset + bytes.length])
        offset += bytes.length
      }
      expect((await logOf(spec))?.text === whole.toString()).toBe(true)
      for (const from of [1, 30_000, whole.length - 1]) {
        const part = await logOf(spec, { from, to: from + 10 })
        expect(part?.text).toBe(whole.subarray(from, from + 10).toString())
      }
    })

    test('wakes a reader that waits for more, also on another server', async () => {
      const spec = await opened()
      const never = new AbortController().signal
      await under.attempts.appendLog(spec, 'process', 0, Buffer.from('one\n'))
      await under.elsewhere.untilLonger(spec, 'process', 0, never)
      const more = under.elsewhere.untilLonger(spec, 'process', 4, never)
      await under.attempts.appendLog(spec, 'process', 4, Buffer.from('two\n'))
      await more
      const complete = under.elsewhere.untilLonger(spec, 'process', 8, never)
      await under.attempts.note(spec, { is_complete: true })
      await complete
      const decided = await opened()
      const ended = under.elsewhere.untilLonger(decided, 'process', 0, never)
      await under.attempts.note(decided, { ended: stopped })
      await ended
      const reader = new AbortController()
      const other = await opened()
      const left = under.elsewhere.untilLonger(other, 'process', 0, reader.signal)
      reader.abort()
      await left
    })

    test('keeps outputs as they grow, begin again and are removed', async () => {
      const spec = await opened()
      const { attempts, elsewhere } = under
      const send = (path: string, offset: number, text: string) =>
        attempts.appendOutput(spec, fileOf(path, offset + text.length), offset, Buffer.from(text), MOST)
      expect(await send('metrics.jsonl', 0, 'one\n')).toBe(4)
      expect(await send('metrics.jsonl', 4, 'two\n')).toBe(8)
      expect(await send('metrics.jsonl', 4, 'two\n')).toBe(8)
      expect(await send('metrics.jsonl', 20, 'late\n')).toBe(8)
      expect(await send('runs/a/loss', 0, '')).toBe(0)
      expect(await send('gone', 9, 'x')).toBe(0)
      expect(await send('runs2/b', 0, '1')).toBe(1)
      expect(await outputOf(spec, 'metrics.jsonl', 4)).toBe('two\n')
      expect(await outputOf(spec, 'metrics.jsonl', 100)).toBe('')
      expect((await elsewhere.outputs(spec)).files).toEqual([
        fileOf('metrics.jsonl', 8),
        fileOf('runs/a/loss'),
        fileOf('runs2/b', 1),
      ])
      expect((await elsewhere.outputs(spec, 'runs')).files).toEqual([fileOf('runs/a/loss')])
      expect((await elsewhere.outputs(spec, '')).files).toEqual([])
      expect(await send('metrics.jsonl', 0, 'anew\n')).toBe(5)
      expect(await outputOf(spec, 'metrics.jsonl')).toBe('anew\n')
      await attempts.keepOutputs(spec, ['metrics.jsonl'], ['`x` was left out: its path is too long.'])
      expect(await elsewhere.outputs(spec)).toEqual({
        files: [fileOf('metrics.jsonl', 5)],
        left_out: ['`x` was left out: its path is too long.'],
      })
      await expect(elsewhere.openOutput(spec, 'runs2/b')).rejects.toMatchObject({ code: 'ENOENT' })
    })

    test('keeps a large output whole, and only the version begun last', async () => {
      const spec = await opened()
      const piece = Buffer.alloc(300_000, 'ab')
      for (const round of [1, 2])
        for (let offset = 0; offset < round * piece.length; offset += piece.length)
          await under.attempts.appendOutput(spec, fileOf('model/weights'), offset, piece, MOST)
      expect((await under.attempts.outputs(spec)).files[0]?.size).toBe(600_000)
      expect(await outputOf(spec, 'model/weights', 599_998)).toBe('ab')
      expect((await outputOf(spec, 'model/weights')).length).toBe(600_000)
    })

    test('separates attempts of one run, and removes one completely', async () => {
      const first = await opened()
      const second = await opened({ run: first.run, attempt: 2 })
      const token = await under.attempts.makeToken(first)
      for (const spec of [first, second]) {
        await under.attempts.appendLog(spec, 'process', 0, Buffer.from(`of ${spec.attempt}`))
        await under.attempts.appendOutput(spec, fileOf('out'), 0, Buffer.from(`of ${spec.attempt}`), MOST)
      }
      await under.attempts.remove(first)
      await under.elsewhere.remove(first)
      expect(await under.elsewhere.find(first)).toBeNull()
      expect(await under.elsewhere.ownerOf(token)).toBeNull()
      expect(await under.elsewhere.openLog(first, 'process')).toBeNull()
      expect((await under.elsewhere.outputs(first)).files).toEqual([])
      expect(await logOf(second)).toEqual({ size: 4, text: 'of 2' })
      expect(await outputOf(second, 'out')).toBe('of 2')
    })
  })
}
