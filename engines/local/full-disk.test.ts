import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { exists } from '../attempt/folders.ts'
import type { RunSpec } from '../engine.ts'
import { folderOf, type LocalHome, openLocalHome, recordedPid, releaseRun } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { canMount, createSmallDisk, type SmallDisk } from '../testing/small-disk.ts'
import { endOf, logHas, observeUntil, readAll, runToEnd, waitFor } from '../testing/watching.ts'

const ROUNDS = process.env.PODIUM_LONG ? 20 : 1
const MIB = 2 ** 20
/** Half of it is the reserve. */
const SIZE = 96

const WAITS = 'echo ready; while [ ! -e go ]; do sleep 0.02; done; exit 7'
const GOES_ON = 'echo ready; exec tail -f /dev/null'

describe.runIf(canMount())('on a small disk', () => {
  let disk: SmallDisk
  let local: LocalHome
  beforeEach(async () => {
    disk = createSmallDisk(SIZE)
    local = await openLocalHome(undefined, {
      home: join(disk.folder, 'home'),
      run_disk_max: 2 ** 40,
      retry_ms: 20,
      stop_grace_ms: 60_000,
    })
    return async () => {
      disk.makeRoom()
      await local.close()
      disk.remove()
    }
  })

  async function ready(script: string, engine = local.engine): Promise<RunSpec> {
    const spec = plainSpec({ command: ['sh', '-c', script] })
    await engine.submit(spec)
    await logHas(engine, spec, 'ready')
    await recordedPid(folderOf(local, spec), 'child.json')
    return spec
  }

  /** Starts a run and waits until the engine has measured the disk, so that no run is blamed for existing files. */
  async function measured(): Promise<void> {
    const beside = await ready(WAITS)
    await waitFor(
      'a measure of the disk',
      async () => (await local.engine.usage([beside]))[0]?.written_mib ?? null,
    )
  }

  test('ends the run that fills it with a sentence, and leaves one beside it alone', async () => {
    const { engine } = local
    const innocent = await ready(`head -c ${MIB} /dev/zero > small; ${WAITS}`)
    const large = await ready(`head -c ${8 * MIB} /dev/zero > large; ${WAITS}`)
    const greedy = plainSpec({ command: ['sh', '-c', 'cat /dev/zero > large; exec tail -f /dev/null'] })
    expect(await runToEnd(engine, greedy)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(
        /^The run filled the disk: it wrote the most, [\d.]+ MiB, and left only [\d.]+ ([KM]iB|bytes) of the 48 MiB reserved for the server\. Write less or ask for more room\.$/,
      ),
    })
    const wants = { cpu: 0.25, memory_mib: 256, gpu: 0 }
    expect(await engine.admit(wants, [])).toMatchObject({ fits: true })
    for (const run of [innocent, large]) {
      await releaseRun(local, run)
      expect(await endOf(engine, run)).toMatchObject({
        outcome: 'failed',
        exit_code: 7,
        reason: 'Exit code 7; last line: ready. The disk was full while it ran.',
      })
    }
    const later = await ready(WAITS)
    await releaseRun(local, later)
    expect(await endOf(engine, later)).toMatchObject({ reason: 'Exit code 7; last line: ready' })
    disk.fill()
    expect(await engine.admit(wants, [])).toEqual({
      fits: false,
      granted: wants,
      lacks: 'disk',
      waits_for: expect.stringMatching(/^The disk is full: .* free, 60 MiB needed\.$/),
    })
  })

  test.each([
    [
      'its outputs',
      `for n in 1 2; do head -c ${12 * MIB} /dev/zero > $PODIUM_OUTPUT_DIR/$n; done; cat /dev/zero > $PODIUM_OUTPUT_DIR/large`,
    ],
    ['its outputs, and ends by itself', 'cat /dev/zero > $PODIUM_OUTPUT_DIR/large || exit 28'],
  ])('shrinks the results of a run that fills it by %s until they fit, and says so', async (_, fills) => {
    const { engine } = local
    await measured()
    const spec = await ready(
      `echo ready; echo x > $PODIUM_OUTPUT_DIR/small; ${fills}; exec tail -f /dev/null`,
    )
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'failed' })
    const { files, left_out } = await engine.outputs(spec)
    expect(left_out).toEqual([
      expect.stringMatching(
        /^large was left out: the full disk had no room for it( and for \d smaller ones)?\.$/,
      ),
    ])
    expect(files.map(({ path }) => path)).toContain('small')
    expect(files.map(({ path }) => path)).not.toContain('large')
    const { free } = (await engine.disk()) ?? { free: 0 }
    expect(free).toBeGreaterThan(60 * MIB)
    expect(await engine.outputs(spec)).toEqual({ files, left_out })
  })

  test('keeps the beginning of the log of a run that fills it by its log', async () => {
    const { engine } = local
    await measured()
    const spec = plainSpec({ command: ['sh', '-c', 'echo ready; exec yes'], log_limit: 2 ** 40 })
    expect(await runToEnd(engine, spec)).toMatchObject({ outcome: 'failed' })
    expect((await engine.outputs(spec)).left_out).toEqual([
      'The end of process.log was left out: the full disk had no room for it.',
    ])
    const log = await engine.openLog(spec, 'process', { from: 0, to: 8 })
    expect((await readAll(log?.stream ?? Readable.from([]))).toString()).toBe('ready\ny\n')
    expect(log?.size).toBeLessThan(20 * MIB)
  })

  test('reports a full disk of the store as the disk', async () => {
    const store = createSmallDisk(64)
    const { engine, close } = await openLocalHome(undefined, {
      home: join(disk.folder, 'other'),
      store_folder: store.folder,
    })
    onTestFinished(async () => {
      await close()
      store.remove()
    })
    const before = await engine.disk()
    store.fill()
    expect(before?.free).toBeGreaterThan(32 * MIB)
    expect(await engine.disk()).toMatchObject({ free: 0, total: 64 * MIB })
  })

  test('keeps the large outputs of a run beside the one that fills it', async () => {
    const { engine } = local
    const innocent = await ready(`head -c ${12 * MIB} /dev/zero > $PODIUM_OUTPUT_DIR/model; ${WAITS}`)
    disk.fill()
    await releaseRun(local, innocent)
    expect(await endOf(engine, innocent)).toMatchObject({ exit_code: 7 })
    expect(await engine.outputs(innocent)).toMatchObject({ files: [{ path: 'model' }], left_out: [] })
  })

  test('keeps what a run beside it wrote into its working folder, and removes the rest of that', async () => {
    const { engine } = local
    const innocent = await ready(
      `mkdir -p out/deep .cache/hub; echo w > out/deep/model; head -c ${2 * MIB} /dev/zero > .cache/hub/x; ${WAITS}`,
    )
    disk.fill()
    await releaseRun(local, innocent)
    expect(await endOf(engine, innocent)).toMatchObject({ exit_code: 7 })
    const { files } = await engine.outputs(innocent)
    expect(files.map(({ path }) => path)).toEqual(['work/out/deep/model'])
    expect((await readAll(await engine.openOutput(innocent, 'work/out/deep/model'))).toString()).toBe('w\n')
    expect(await exists(join(folderOf(local, innocent), 'cwd', '.cache'))).toBe(false)
  })

  test('says which files of its working folder a run has lost that filled it by them', async () => {
    const { engine } = local
    await measured()
    const spec = await ready('echo ready; echo x > small; cat /dev/zero > large; exec tail -f /dev/null')
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'failed' })
    const { files, left_out } = await engine.outputs(spec)
    expect(files.map(({ path }) => path)).toEqual(['work/small'])
    expect(left_out).toEqual(['work/large was left out: the full disk had no room for it.'])
  })

  test.each([
    ['files', 'held = open("large", "wb")'],
    ['a file without a name', 'import tempfile; held = tempfile.TemporaryFile(dir=".")'],
  ])('ends a run that writes more than it may in %s', { tags: 'python' }, async (_, opens) => {
    await local.engine.close()
    const limited = await openLocalHome(undefined, { home: join(disk.folder, 'home'), run_disk_max: 4 * MIB })
    const script = `${opens}; held.write(bytes(10 << 20)); held.flush(); __import__("signal").pause()`
    const spec = plainSpec({ command: ['python3', '-c', script] })
    expect(await runToEnd(limited.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(
        /^The run filled the disk: it wrote [\d.]+ MiB, and a run may write at most 4 MiB\. Write less or ask for more room\.$/,
      ),
    })
    await limited.engine.close()
  })

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'what ends, is stopped or loses its supervisor while it is full has its true end (round %i)',
    async (round) => {
      const ending = await ready(WAITS)
      const stopped = await ready(GOES_ON)
      const unseen = await ready(WAITS)
      disk.fill()
      await local.engine.close()
      const engine = local.reopen()
      process.kill(await recordedPid(folderOf(local, unseen), 'begun.json'), 'SIGKILL')
      await engine.stop(stopped)
      await releaseRun(local, unseen)
      await releaseRun(local, ending)
      if (round % 2 === 1) disk.makeRoom()
      expect(await endOf(engine, stopped)).toMatchObject({ outcome: 'stopped' })
      expect(await endOf(engine, ending)).toMatchObject({ outcome: 'failed', exit_code: 7 })
      expect(await endOf(engine, unseen)).toMatchObject({ outcome: 'lost', exit_code: null })
      const exit = await readFile(join(folderOf(local, ending), 'exit.json'), 'utf8')
      expect(JSON.parse(exit)).toMatchObject({ exit_code: 7 })
      await engine.forget(ending)
    },
  )

  test('records an end once there is space for it', { tags: ['long'] }, async () => {
    const spec = await ready(WAITS)
    const folder = folderOf(local, spec)
    for (const name of ['exit.json', 'ended.json']) await rm(join(folder, `${name}.draft`))
    disk.fill()
    await releaseRun(local, spec)
    const draft = join(folder, 'exit.json.draft')
    await waitFor('a try', () => readFile(draft, 'utf8').catch(() => null))
    await expect(readFile(join(folder, 'exit.json'))).rejects.toThrow('ENOENT')
    expect((await local.engine.inspect([spec]))[0]?.phase).toBe('running')
    disk.makeRoom()
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'failed', exit_code: 7 })
  })

  test('ends a run even without space to record that it was signalled', { tags: ['long'] }, async () => {
    const { engine } = local
    const stopped = await ready(GOES_ON)
    const greedy = await ready(`head -c ${8 * MIB} /dev/zero > large; ${GOES_ON}`)
    for (const spec of [stopped, greedy])
      for (const name of ['stop.json', 'told.json']) await rm(join(folderOf(local, spec), `${name}.draft`))
    disk.fill()
    await engine.stop(stopped)
    expect(await endOf(engine, stopped)).toMatchObject({ outcome: 'stopped', exit_code: 143 })
    await expect(readFile(join(folderOf(local, stopped), 'told.json'))).rejects.toThrow('ENOENT')
    expect(await endOf(engine, greedy)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^The disk is full and the cause could not be found/),
    })
  })

  test('records a stop once there is space for it', async () => {
    const stubborn = await ready("trap '' TERM; echo ready; while :; do sleep 0.02; done")
    const folder = folderOf(local, stubborn)
    for (const name of ['stop.json', 'told.json']) await rm(join(folder, `${name}.draft`))
    disk.fill()
    await local.engine.stop(stubborn)
    await expect(readFile(join(folder, 'stop.json'))).rejects.toThrow('ENOENT')
    disk.makeRoom()
    for (const name of ['stop.json', 'told.json'])
      await waitFor(name, () => readFile(join(folder, name), 'utf8').catch(() => null))
    await local.engine.close()
    const { engine } = await openLocalHome(undefined, { home: local.home })
    expect(await endOf(engine, stubborn)).toMatchObject({ outcome: 'stopped', exit_code: 137 })
    await engine.close()
  })

  test('forgets a run whose end cannot be recorded', async () => {
    const spec = await ready(WAITS)
    await rm(join(folderOf(local, spec), 'ended.json.draft'))
    disk.fill()
    await releaseRun(local, spec)
    expect(await endOf(local.engine, spec)).toMatchObject({ exit_code: 7 })
    await local.engine.forget(spec)
    expect(await local.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
  })

  test('lets a run without space to prepare it wait, be stopped, and start later', async () => {
    const { engine } = local
    const [later, never] = [plainSpec({ command: ['sh', '-c', 'exit 7'] }), plainSpec()]
    disk.fill(MIB)
    for (const spec of [later, never]) {
      await engine.submit(spec)
      expect(
        await observeUntil(engine, spec, (seen) => seen.phase === 'starting' && seen.waits_for !== undefined),
      ).toMatchObject({ waits_for: expect.stringMatching(/^The disk is full: .* free, 48 MiB needed\.$/) })
    }
    disk.fill()
    await expect(engine.submit(plainSpec())).rejects.toThrow('ENOSPC')
    await engine.stop(never)
    expect(await endOf(engine, never)).toMatchObject({ outcome: 'stopped', started_at: null })
    disk.makeRoom()
    expect(await endOf(engine, later)).toMatchObject({ outcome: 'failed', exit_code: 7 })
  })

  test.each([
    [
      'in files on their way through a socket',
      'socket.send_fds(ends[0], [b"x"], [file])',
      /^The disk is full and the cause could not be found, so the run that started last was stopped\. Start it again when there is room\.$/,
    ],
    [
      'in files that are only mapped',
      'assert mmap(None, 4096, 1, 1, file, 0) != c_void_p(-1).value',
      /^The run filled the disk: it wrote the most, [\d.]+ MiB/,
    ],
  ])(
    'ends a run that fills it %s, and not one that wrote before it',
    { tags: ['long', 'python'] },
    async (_, hide, reason) => {
      const { engine } = local
      const innocent = await ready(`head -c ${8 * MIB} /dev/zero > large; ${WAITS}`)
      const script = `
import os, socket, tempfile, time
from ctypes import CDLL, c_int, c_long, c_size_t, c_void_p
mmap = CDLL(None).mmap
mmap.argtypes, mmap.restype = [c_void_p, c_size_t, c_int, c_int, c_int, c_long], c_void_p
ends = socket.socketpair()
while True:
    file, name = tempfile.mkstemp(dir=".")
    os.unlink(name)
    try: os.write(file, bytes(4 << 20))
    except OSError: time.sleep(0.01)
    else: ${hide}
    os.close(file)
`
      const filler = plainSpec({ command: ['python3', '-c', script] })
      expect(await runToEnd(engine, filler)).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(reason),
      })
      await releaseRun(local, innocent)
      expect(await endOf(engine, innocent)).toMatchObject({ outcome: 'failed', exit_code: 7 })
    },
  )
})
