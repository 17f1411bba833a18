import { beforeEach, expect, test } from 'vitest'
import { diskFullReason, diskState, requireSpace } from '../attempt/disk.ts'
import { type RunSpec, StartRefused } from '../engine.ts'
import { type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { type Ended, runToEnd, textOfLog } from '../testing/watching.ts'

let local: LocalHome
beforeEach(async () => {
  local = await openLocalHome()
  return () => local.close()
})

async function run(changes: Partial<RunSpec>): Promise<{ spec: RunSpec; ended: Ended }> {
  const spec = plainSpec(changes)
  return { spec, ended: await runToEnd(local.engine, spec) }
}

async function refusal(changes: Partial<RunSpec>): Promise<string> {
  const spec = plainSpec(changes)
  const error = await local.engine.submit(spec).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartRefused)
  expect(await local.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
  return (error as StartRefused).message
}

test('recommends a larger tier for a run that needs more memory than it was granted', {
  tags: 'python',
}, async () => {
  const { notices } = await local.engine.capabilities()
  const isHeld = !notices.some((notice) => /does not enforce the limits of runs for .*memory/.test(notice))
  const { ended } = await run({
    command: ['python3', '-c', 'held = bytearray(1 << 30) if len(__import__("sys").argv) > 1 else 0', 'more'],
    granted: { cpu: 1, memory_mib: 128, gpu: 0 },
  })
  const held = { outcome: 'failed', reason: 'Out of memory at 0.1 GiB: choose a larger tier.' }
  expect(ended).toMatchObject(isHeld ? held : { outcome: 'succeeded' })
})

test('reports the failure of a run whose helper process was killed for memory, and the kill', {
  tags: 'python',
}, async () => {
  const script = `import subprocess, sys
helper = subprocess.run([sys.executable, '-c', 'held = bytearray(1 << 30)'])
print('helper', helper.returncode, flush=True)
raise ValueError('no such column')`
  const { ended, spec } = await run({
    command: ['python3', '-c', script],
    granted: { cpu: 1, memory_mib: 128, gpu: 0 },
  })
  const isKilled = ended.raw.oom_kills !== 0
  const reason = 'Exit code 1; last line: ValueError: no such column'
  const helper = '. A process of it was killed for lack of memory at 0.1 GiB: a larger tier may help.'
  expect(ended).toMatchObject({
    outcome: 'failed',
    exit_code: 1,
    reason: isKilled ? reason + helper : reason,
  })
  const killed = isKilled ? 'helper -9' : 'helper 0'
  expect(await textOfLog(local.engine, spec, 'process')).toContain(killed)
})

test('ends a run that takes longer than its pipeline may', async () => {
  const { ended } = await run({ command: ['tail', '-f', '/dev/null'], timeout_seconds: 0.2 })
  expect(ended).toMatchObject({
    outcome: 'failed',
    reason: 'The run took longer than 0.2 seconds, the limit of its pipeline, and was stopped.',
  })
})

test.each(['', ' >> "$PODIUM_LOG_DIR/pipeline.log"'])(
  'ends a run that floods its log%s',
  async (redirect) => {
    const { ended, spec } = await run({ command: ['sh', '-c', `yes${redirect}`], log_limit: 2 ** 20 })
    expect(ended).toMatchObject({
      outcome: 'failed',
      reason:
        'The log grew past 1 MiB, the most a run may write: the run was stopped. Log less and start it again.',
    })
    // it may write more than a string can hold before it is ended
    const log = await local.engine.openLog(spec, redirect === '' ? 'process' : 'pipeline', { from: 0, to: 0 })
    log?.stream.destroy()
    expect(log?.size).toBeGreaterThan(2 ** 20)
  },
)

test.each([
  [
    ['no-such-program'],
    'The program `no-such-program` does not exist on this machine: install it, or name another',
  ],
  [['./train.sh'], 'The program `./train.sh` does not exist on this machine, or may not be executed'],
  [['/etc/passwd'], 'The program `/etc/passwd` does not exist on this machine, or may not be executed'],
  [['PATH=/evil'], '`PATH=/evil` cannot be the name of a program'],
])('reports the missing program of %j before the start', async (command, sentence) => {
  const { ended } = await run({ command })
  expect(ended).toMatchObject({ outcome: 'failed', started_at: null, exit_code: null })
  expect(ended.reason).toContain(sentence)
})

test('refuses a pipeline without a command', async () => {
  expect(await refusal({ command: null })).toContain('names no command')
  expect(await refusal({ command: [] })).toContain('names no command')
  expect(await refusal({ command: null, image: 'registry/penguins:1' })).toContain('runs no containers')
})

test('refuses a run with a GPU on a machine without one', async () => {
  const machineHasGpu = (await local.engine.capabilities()).largest.gpu > 0
  const granted = { cpu: 1, memory_mib: 256, gpu: 1 }
  const sentence = machineHasGpu ? null : await refusal({ granted })
  expect(sentence ?? 'This machine has no GPU').toContain('This machine has no GPU')
})

test('reports a full disk, and refuses data that no disk of its size can hold', async () => {
  const { free } = await diskState(local.home)
  await expect(requireSpace(local.home, free + 2 ** 60)).rejects.toThrow(
    /^The data of this run is .*\. That does not fit on the disk for runs, which must keep .* free/,
  )
  const disk = { free: 100 * 2 ** 20, total: 2 ** 30, reserve: 256 * 2 ** 20 }
  expect(diskFullReason(disk, disk.reserve)).toBe('The disk is full: 100 MiB free, 256 MiB needed.')
  expect(diskFullReason(disk, disk.free)).toBeNull()
})

test.each(['../escape', 'a/b', '..', '', '.hidden', 'a\0b'])('allows no run named %j', async (run) => {
  await expect(local.engine.submit(plainSpec({ run }))).rejects.toThrow('cannot be the name of a folder')
})
