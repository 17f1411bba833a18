import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Observation, Progress, RunKey, RunSpec } from './engine.ts'
import { commandLinesWith } from './testing/command-lines.ts'
import { type Ended, endOf, observeUntil, readAll, textOfLog, waitFor } from './testing/watching.ts'

/** The actions of a test's program, in this order. */
export interface Behaviour {
  prints?: string
  pipeline?: string
  progress?: Progress
  leaves?: Record<string, string>
  /** files that it makes or replaces in its working folder */
  writes?: Record<string, string>
  /** names of variables and of secrets' files that it prints */
  shows?: { environment: string[]; secrets: string[] }
  /** 'never': runs until it is stopped */
  ends: 'well' | 'badly' | 'never'
}

export interface EngineUnderTest {
  engine: Engine
  /** Returns a spec whose program behaves like that, for a new run unless `key` says otherwise. */
  specFor(behaviour: Behaviour, key?: Partial<RunKey>): RunSpec
  /** Called after `submit`, for engines whose programs a test must simulate. */
  act(spec: RunSpec, behaviour: Behaviour): void
  close(): Promise<void>
}

/**
 * The suite that every engine passes.
 * @param concurrent runs its tests concurrently, for an engine whose runs mostly wait
 */
export function describeEngine(
  name: string,
  open: () => Promise<EngineUnderTest>,
  { concurrent = false } = {},
): void {
  describe(`${name} as an engine`, { concurrent }, () => {
    let under: EngineUnderTest
    beforeAll(async () => {
      under = await open()
      return () => under.close()
    })

    async function submit(behaviour: Behaviour, key?: Partial<RunKey>): Promise<RunSpec> {
      return submitSpec(under.specFor(behaviour, key), behaviour)
    }

    /** Stops the attempt and returns its end. */
    async function stopped(spec: RunSpec): Promise<Ended> {
      await under.engine.stop(spec)
      return endOf(under.engine, spec)
    }

    async function submitSpec(spec: RunSpec, behaviour: Behaviour): Promise<RunSpec> {
      await under.engine.prepare({ id: spec.workspace, number: spec.workspace_number, name: 'poc' })
      await under.engine.submit(spec)
      under.act(spec, behaviour)
      return spec
    }

    test('knows nothing of attempts that were never submitted', async () => {
      const { engine } = under
      const key = under.specFor({ ends: 'well' })
      expect(await engine.inspect([key])).toEqual([{ phase: 'absent' }])
      expect(await engine.openLog(key, 'process')).toBeNull()
      expect(await engine.outputs(key)).toEqual({ files: [], left_out: [] })
      await engine.stop(key)
      await engine.forget(key)
      expect(await engine.inspect([key])).toEqual([{ phase: 'absent' }])
    })

    test('says how full its disk is, or that it has none', async () => {
      const disk = await under.engine.disk()
      if (disk === null) return
      expect(disk.free).toBeGreaterThan(0)
      expect(disk.free).toBeLessThanOrEqual(disk.total)
      expect(disk.reserve).toBeLessThanOrEqual(disk.total / 2)
    })

    // Other runs would use memory at the same time.
    test.sequential('reports the free resources of each machine, and those of a running run', async () => {
      const { engine } = under
      const nodes = await engine.nodes()
      expect(nodes.length).toBeGreaterThan(0)
      expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length)
      for (const { refusal, capacity, free } of nodes) {
        expect(refusal).not.toBe('')
        for (const what of ['cpu', 'memory_mib', 'gpu'] as const) {
          expect(free[what]).toBeGreaterThanOrEqual(0)
          expect(free[what]).toBeLessThanOrEqual(capacity[what])
        }
      }
      const freeMemory = async () =>
        (await engine.nodes()).reduce((sum, { free }) => sum + free.memory_mib, 0)
      const before = await freeMemory()
      const spec = await submit({ ends: 'never' })
      const isHeld = async () => before - (await freeMemory()) >= spec.granted.memory_mib || null
      await waitFor('the memory to be held', isHeld)
      await stopped(spec)
      await waitFor('the memory to be free again', async () => (await freeMemory()) >= before || null)
    })

    test('runs a program to a successful end', async () => {
      const spec = await submit({ prints: 'hello\n', ends: 'well' })
      const ended = await endOf(under.engine, spec)
      expect(ended).toMatchObject({ outcome: 'succeeded', exit_code: 0 })
      expect(Date.parse(ended.ended_at)).toBeGreaterThanOrEqual(Date.parse(ended.started_at ?? ''))
      expect(await textOfLog(under.engine, spec, 'process')).toBe('hello\n')
    })

    test('says in a sentence why a program failed', async () => {
      const spec = await submit({ prints: 'no such column: age\n', ends: 'badly' })
      const ended = await endOf(under.engine, spec)
      expect(ended).toMatchObject({ outcome: 'failed', exit_code: 3 })
      expect(ended.reason).toBe('Exit code 3; last line: no such column: age')
    })

    test('runs an attempt once, however often it is submitted', async () => {
      const spec = await submit({ prints: 'once\n', ends: 'well' })
      await under.engine.submit(spec)
      await endOf(under.engine, spec)
      await under.engine.submit(spec)
      const [after] = await under.engine.inspect([spec])
      expect(after?.phase).toBe('ended')
      expect(await textOfLog(under.engine, spec, 'process')).toBe('once\n')
    })

    test('passes a run its variables, and secrets as files and optionally in the environment', async () => {
      const behaviour: Behaviour = {
        shows: {
          environment: ['GREETING', 'PUBLIC', 'PRIVATE', 'PODIUM_MODE'],
          secrets: ['PRIVATE', 'PUBLIC'],
        },
        ends: 'well',
      }
      const [hidden, shown] = ['two\nlines\n', ' "quoted" $(word) \n'] as const
      const spec: RunSpec = {
        ...under.specFor(behaviour),
        variables: { GREETING: "it's\n$HOME", PODIUM_MODE: 'mine' },
        secrets: [
          { name: 'PRIVATE', value: hidden, in_environment: false },
          { name: 'PUBLIC', value: shown, in_environment: true },
        ],
      }
      await submitSpec(spec, behaviour)
      expect(await endOf(under.engine, spec)).toMatchObject({ outcome: 'succeeded' })
      const logWith = (show: (secret: string) => string) =>
        `GREETING=it's\n$HOME;PUBLIC=${show(shown)};PRIVATE=;PODIUM_MODE=train;${show(hidden)};${show(shown)};`
      // An engine may mask secrets.
      const logs = [logWith((secret) => secret), logWith((secret) => secret.replaceAll(/[^\n]/g, '*'))]
      expect(logs).toContain(await textOfLog(under.engine, spec, 'process'))
    })

    test('shows the variables of a run in no list of processes', async () => {
      const value = randomUUID()
      const behaviour: Behaviour = { prints: 'going\n', ends: 'never' }
      const spec: RunSpec = { ...under.specFor(behaviour), variables: { GREETING: value } }
      await submitSpec(spec, behaviour)
      await observeUntil(under.engine, spec, ({ phase }) => phase === 'running')
      expect(await commandLinesWith(value)).toEqual([])
      await stopped(spec)
    })

    test('keeps attempts of one run apart', async () => {
      const first = await submit({ prints: 'first\n', ends: 'badly' })
      await endOf(under.engine, first)
      const second = await submit({ prints: 'second\n', ends: 'well' }, { run: first.run, attempt: 2 })
      await endOf(under.engine, second)
      expect(await textOfLog(under.engine, first, 'process')).toBe('first\n')
      expect(await textOfLog(under.engine, second, 'process')).toBe('second\n')
    })

    test('stops a run on request, and again without effect', async () => {
      const spec = await submit({ prints: 'going\n', ends: 'never' })
      await observeUntil(under.engine, spec, ({ phase }) => phase === 'running')
      await under.engine.stop(spec)
      await under.engine.stop(spec)
      expect(await endOf(under.engine, spec)).toMatchObject({ outcome: 'stopped' })
      await under.engine.stop(spec)
    })

    test('keeps the end of a run when a request to stop comes later', async () => {
      const spec = await submit({ ends: 'well' })
      const ended = await endOf(under.engine, spec)
      await under.engine.stop(spec)
      expect(await under.engine.inspect([spec])).toEqual([ended])
    })

    test('returns observations in the order of the keys', async () => {
      const good = await submit({ ends: 'well' })
      const bad = await submit({ ends: 'badly' })
      await endOf(under.engine, good)
      await endOf(under.engine, bad)
      const outcomes = (await under.engine.inspect([bad, good])).map(outcomeOf)
      expect(outcomes).toEqual(['failed', 'succeeded'])
    })

    test('serves a log whole and in parts', async () => {
      const spec = await submit({ prints: 'one\ntwo\nthree\n', ends: 'well' })
      await endOf(under.engine, spec)
      const { engine } = under
      const part = await engine.openLog(spec, 'process', { from: 4, to: 8 })
      expect(part?.size).toBe(14)
      expect(part && (await readAll(part.stream)).toString()).toBe('two\n')
      const rest = await engine.openLog(spec, 'process', { from: 8 })
      expect(rest && (await readAll(rest.stream)).toString()).toBe('three\n')
      const past = await engine.openLog(spec, 'process', { from: 100 })
      expect(past && (await readAll(past.stream)).length).toBe(0)
    })

    test('keeps the pipeline log separate, and has none if none was written', async () => {
      const spec = await submit({ prints: 'process\n', pipeline: 'pipeline\n', ends: 'well' })
      const silent = await submit({ ends: 'well' })
      await endOf(under.engine, spec)
      await endOf(under.engine, silent)
      expect(await textOfLog(under.engine, spec, 'pipeline')).toBe('pipeline\n')
      expect(await under.engine.openLog(silent, 'pipeline')).toBeNull()
      expect(await under.engine.openLog(silent, 'process')).toBeNull()
    })

    test('follows a log to its end with exact offsets', async () => {
      const spec = await submit({ prints: 'a line\nanother\n', ends: 'well' })
      const chunks = []
      for await (const chunk of under.engine.follow(spec, 'process', 2, new AbortController().signal)) {
        expect(chunk.offset).toBe(2 + Buffer.concat(chunks).length)
        chunks.push(chunk.bytes)
      }
      expect(Buffer.concat(chunks).toString()).toBe('line\nanother\n')
    })

    test('ends following when the reader leaves', async () => {
      const spec = await submit({ prints: 'going\n', ends: 'never' })
      const reader = new AbortController()
      for await (const _ of under.engine.follow(spec, 'process', 0, reader.signal)) reader.abort()
      expect(reader.signal.aborted).toBe(true)
      await stopped(spec)
    })

    test('passes progress on', async () => {
      const progress = { fraction: 0.4, step: 'train', message: 'epoch 4/10' }
      const spec = await submit({ progress, ends: 'never' })
      const seen = await observeUntil(
        under.engine,
        spec,
        (observation) => observation.phase === 'running' && observation.progress !== null,
      )
      expect(seen).toMatchObject({ progress })
      expect(await stopped(spec)).toMatchObject({ progress })
    })

    test('keeps the files that a run left', async () => {
      const leaves = { 'metrics.json': '{"accuracy":0.97}', 'model/weights': 'w' }
      const spec = await submit({ leaves, ends: 'well' })
      await endOf(under.engine, spec)
      const files = (await under.engine.outputs(spec)).files.map(({ path, size }) => ({ path, size }))
      expect(files).toEqual([
        { path: 'metrics.json', size: 17 },
        { path: 'model/weights', size: 1 },
      ])
      const metrics = await under.engine.openOutput(spec, 'metrics.json')
      expect((await readAll(metrics)).toString()).toBe('{"accuracy":0.97}')
      for (const path of ['absent', '../spec.json', '/etc/passwd', 'model']) {
        await expect(under.engine.openOutput(spec, path)).rejects.toMatchObject({ code: 'ENOENT' })
      }
    })

    test('keeps the files that a run wrote into its working folder, unless it left such an output itself', async () => {
      const writes = { 'result.txt': 'r', 'runs/a/loss': '1', both: 'of the working folder' }
      const spec = await submit({
        writes,
        leaves: { 'metrics.json': '{}', 'work/both': 'own' },
        ends: 'well',
      })
      await endOf(under.engine, spec)
      const { engine } = under
      const listed = async (folder?: string) =>
        (await engine.outputs(spec, folder)).files.map(({ path }) => path).sort()
      const inWork = ['work/both', 'work/result.txt', 'work/runs/a/loss']
      expect(await listed()).toEqual(['metrics.json', ...inWork])
      expect(await listed('work')).toEqual(inWork)
      expect(await listed('work/runs')).toEqual(['work/runs/a/loss'])
      for (const folder of ['runs', 'work/absent', 'work/..', 'work/'])
        expect(await listed(folder)).toEqual([])
      const text = async (path: string) => (await readAll(await engine.openOutput(spec, path))).toString()
      expect([await text('work/both'), await text('work/runs/a/loss')]).toEqual(['own', '1'])
      for (const path of ['work', 'work/absent', 'work/../spec.json', 'work/runs'])
        await expect(engine.openOutput(spec, path)).rejects.toMatchObject({ code: 'ENOENT' })
    })

    test('opens a file from a byte on while the run writes it', async () => {
      const files = { 'metrics.jsonl': 'one\ntwo\n' }
      const spec = await submit({ leaves: files, writes: files, ends: 'never' })
      const { engine } = under
      // A shell creates the file before it writes to it.
      const written = async () => (await engine.outputs(spec)).files.filter(({ size }) => size === 8)
      await waitFor('the files', async () => ((await written()).length === 2 ? true : null))
      for (const path of ['metrics.jsonl', 'work/metrics.jsonl']) {
        const opened = async (from?: number) =>
          (await readAll(await engine.openOutput(spec, path, from))).toString()
        const parts = [await opened(), await opened(4), await opened(8), await opened(100)]
        expect(parts).toEqual(['one\ntwo\n', 'two\n', '', ''])
      }
      await stopped(spec)
    })

    test('lists only the files below one folder', async () => {
      const leaves = { 'metrics.json': '{}', 'runs/a/loss': '1', 'runs/b': '2', 'runs2/c': '3' }
      const spec = await submit({ leaves, ends: 'well' })
      await endOf(under.engine, spec)
      const below = async (folder: string) =>
        (await under.engine.outputs(spec, folder)).files.map(({ path }) => path)
      expect(await below('runs')).toEqual(['runs/a/loss', 'runs/b'])
      expect(await below('runs/a')).toEqual(['runs/a/loss'])
      for (const folder of ['absent', 'metrics.json', '..', '../cwd', '/etc', 'runs/../runs', ''])
        expect(await below(folder)).toEqual([])
    })

    test('has no list of packages for a run that installed none', async () => {
      const { engine } = under
      expect(await engine.packages(under.specFor({ ends: 'well' }))).toBeNull()
      const spec = await submit({ ends: 'well' })
      await endOf(engine, spec)
      expect(await engine.packages(spec)).toBeNull()
      await engine.forget(spec)
      expect(await engine.packages(spec)).toBeNull()
    })

    test('reports the usage of a running attempt, and none of others', async () => {
      const spec = await submit({ ends: 'never' })
      const unknown = under.specFor({ ends: 'never' })
      // A run that has just begun may not have any memory that its control group counts.
      const used = await waitFor('the memory that it uses', async () => {
        const [usage] = await under.engine.usage([spec])
        return usage && usage.memory_mib > 0 ? usage : null
      })
      expect(used.cpu_seconds).toBeGreaterThanOrEqual(0)
      expect((await under.engine.usage([unknown, spec])).map((usage) => usage !== null)).toEqual([
        false,
        true,
      ])
      await stopped(spec)
      expect(await under.engine.usage([spec])).toEqual([null])
    })

    test('releases a workspace once no run lies there', async () => {
      const { engine } = under
      const spec = await submit({ ends: 'never' }, { workspace: 'given-back' })
      await engine.release(spec.workspace)
      expect(await engine.prepared()).toContain(spec.workspace)
      await stopped(spec)
      await engine.forget(spec)
      await engine.release(spec.workspace)
      await engine.release(spec.workspace)
      expect(await engine.prepared()).not.toContain(spec.workspace)
    })

    test('keeps only the working directory of a forgotten dev mode run, until it is discarded', async () => {
      const { engine } = under
      const [plain, dev] = [{ dev: false }, { dev: true }].map((mode) => ({
        ...under.specFor({ ends: 'well' }),
        ...mode,
      })) as [RunSpec, RunSpec]
      for (const spec of [plain, dev]) {
        await submitSpec(spec, { ends: 'well' })
        await endOf(engine, spec)
        await engine.discard(spec)
        expect((await engine.inspect([spec]))[0]?.phase).toBe('ended')
        await engine.forget(spec)
      }
      const retainedOf = async () =>
        (await engine.retained()).filter(({ run }) => [plain.run, dev.run].includes(run))
      expect(await retainedOf()).toEqual([{ workspace: dev.workspace, run: dev.run, attempt: dev.attempt }])
      await engine.discard(dev)
      await engine.discard(dev)
      expect(await retainedOf()).toEqual([])
    })

    test('forgets an ended run, and never a running one', async () => {
      const spec = await submit({ ends: 'never' })
      await expect(under.engine.forget(spec)).rejects.toThrow('has not ended')
      await stopped(spec)
      await under.engine.forget(spec)
      await under.engine.forget(spec)
      expect(await under.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
    })
  })
}

function outcomeOf(observation: Observation): string {
  return observation.phase === 'ended' ? observation.outcome : observation.phase
}
