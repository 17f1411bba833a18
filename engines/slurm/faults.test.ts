// @module-tag slurm
// @module-tag python
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { attemptOf } from '../attempt/attempt.ts'
import type { RunSpec } from '../engine.ts'
import { recordedPid } from '../testing/local-home.ts'
import { openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'
import { endOf, observeUntil, runToEnd, textOfLog, waitFor } from '../testing/watching.ts'
import { type AskSlurm, SlurmUnavailable } from './commands.ts'
import { jobName } from './job.ts'
import { slurmLayout } from './layout.ts'

const NEVER = ['sh', '-c', 'echo going; exec tail -f /dev/null']
const ONCE = ['sh', '-c', 'echo once']
const DEAF = ['sh', '-c', 'trap "" TERM; echo going; while :; do sleep 1; done']

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
})

async function submit(changes: Partial<RunSpec>): Promise<RunSpec> {
  const spec = slurmSpec(changes)
  await home.engine.submit(spec)
  return spec
}

async function running(changes: Partial<RunSpec> = {}): Promise<RunSpec> {
  const spec = await submit({ command: NEVER, ...changes })
  await waitFor('its words', async () => (await textOfLog(home.engine, spec, 'process')) || null)
  await observeUntil(home.engine, spec, ({ phase }) => phase === 'running')
  return spec
}

async function waitsFor(spec: RunSpec, sentence: string): Promise<void> {
  await observeUntil(
    home.engine,
    spec,
    (seen) => seen.phase === 'starting' && seen.waits_for?.startsWith(sentence) === true,
  )
}

async function stopped(...specs: RunSpec[]): Promise<void> {
  for (const spec of specs) await home.engine.stop(spec)
  for (const spec of specs) await endOf(home.engine, spec)
}

/** Returns the lines that `squeue` prints for an attempt's jobs in this format. */
async function jobsOf(spec: RunSpec, format: string, states = 'all'): Promise<string[]> {
  const args = ['--noheader', `--states=${states}`, `--name=${jobName(spec)}`, `--format=${format}`]
  return (await home.cluster.ask('squeue', args)).split('\n').filter(Boolean)
}

const directoryOf = (spec: RunSpec) =>
  attemptOf({ runs: join(home.root, 'runs'), layout: slurmLayout }, spec).directory

const update = (...words: string[]) => home.cluster.ask('scontrol', ['update', ...words])

// Each test has runs of its own, and most of them wait.
describe.concurrent('on a healthy Slurm', () => {
  test('ends a run over its memory with a sentence that says so', async () => {
    const hungry = 'import time\nblock = bytearray(700 << 20)\ntime.sleep(600)'
    const spec = await submit({ command: ['python3', '-c', hungry] })
    expect(await endOf(home.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: 'Out of memory at 0.3 GiB: choose a larger tier.',
    })
  })

  test('stops a run that takes longer than its pipeline may', { tags: ['long'] }, async () => {
    const spec = await submit({ command: NEVER, timeout_seconds: 1 })
    expect(await endOf(home.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: 'The run took longer than 1 seconds, the limit of its pipeline, and was stopped.',
    })
  })

  test('lets Slurm kill a run that ignores the signal after the grace period', {
    tags: ['long'],
  }, async () => {
    const spec = await running({ command: DEAF })
    await stopped(spec)
    expect(await home.engine.inspect([spec])).toMatchObject([{ outcome: 'stopped', exit_code: null }])
  })

  test('stops a run whose first cancellation Slurm does not answer, and shows it as running until then', {
    tags: ['long'],
  }, async () => {
    let refused = 0
    const engine = home.another({
      ask: async (program, args) => {
        if (program !== 'scancel' || refused > 0) return home.cluster.ask(program, args)
        refused += 1
        throw new SlurmUnavailable('Slurm does not answer.')
      },
    })
    const spec = await running()
    await engine.stop(spec)
    expect(refused).toBe(1)
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'stopped' })
  })

  test('stops a run that someone cancels in Slurm, and not Podium', { tags: ['long'] }, async () => {
    const spec = await running()
    await home.cluster.ask('scancel', [`--name=${jobName(spec)}`])
    expect(await endOf(home.engine, spec)).toMatchObject({
      outcome: 'stopped',
      reason: 'Cancelled in Slurm, not by Podium.',
    })
  })

  test.each([0, 7])(
    'reports a run as cancelled that someone cancels in Slurm and that ends by itself with %i',
    { tags: ['long'] },
    async (code) => {
      const tidy = `trap "sleep 1; exit ${code}" TERM; echo going; while :; do sleep 0.1; done`
      const spec = await running({ command: ['sh', '-c', tidy] })
      await home.cluster.ask('scancel', ['--full', `--name=${jobName(spec)}`])
      expect(await endOf(home.engine, spec)).toMatchObject({
        outcome: 'stopped',
        exit_code: code,
        reason: 'Cancelled in Slurm, not by Podium.',
      })
    },
  )

  test('creates one job if its submission was not answered, in any case', {
    tags: ['long'],
  }, async () => {
    for (const isOver of [false, true]) {
      let lost = 0
      const forgetful: AskSlurm = async (program, args) => {
        const answer = await home.cluster.ask(program, args)
        if (program !== 'sbatch' || lost > 0) return answer
        lost += 1
        if (isOver)
          await waitFor('its end', async () =>
            (await jobsOf(spec, '%T')).every((state) => state === 'COMPLETED') ? true : null,
          )
        throw new SlurmUnavailable('Slurm does not answer.')
      }
      const engine = home.another({ ask: forgetful })
      const spec = slurmSpec({ command: ONCE })
      expect(await runToEnd(engine, spec)).toMatchObject({ outcome: 'succeeded' })
      expect([lost, await jobsOf(spec, '%j')]).toEqual([1, [jobName(spec)]])
      expect(await textOfLog(engine, spec, 'process')).toBe('once\n')
    }
  })

  test('submits a job again that its node could not launch', { tags: ['long'] }, async () => {
    let first = ''
    // Imitates a node whose processes of the same number are from before the controller was killed.
    const ask: AskSlurm = async (program, args) => {
      if (program === 'sbatch' && first === '') {
        first = (await home.cluster.ask(program, ['--hold', ...args])).trim()
        await home.cluster.ask('scancel', [first])
        return first
      }
      const answer = await home.cluster.ask(program, args)
      if (program === 'scontrol' && args.includes(first))
        return answer.replace(/ NodeList=\S*/, ' NodeList=n1')
      const ofFirst = (line: string) => line.startsWith(`${first}\u001f`)
      return program === 'squeue'
        ? answer
            .split('\n')
            .map((line) => (ofFirst(line) ? `${line}n1` : line))
            .join('\n')
        : answer
    }
    const engine = home.another({ ask })
    const spec = slurmSpec({ command: ONCE })
    expect(await runToEnd(engine, spec)).toMatchObject({ outcome: 'succeeded' })
    expect(await jobsOf(spec, '%T')).toEqual(expect.arrayContaining(['CANCELLED', 'COMPLETED']))
    expect(await textOfLog(engine, spec, 'process')).toBe('once\n')
  })

  test('runs an attempt once that two servers submit at the same time', { tags: ['long'] }, async () => {
    let open: () => void
    const both = new Promise<void>((resolve) => {
      open = resolve
    })
    let arrived = 0
    // Neither sees the job of the other before it submits its own.
    const blind: AskSlurm = async (program, args) => {
      if (args.some((arg) => arg.startsWith('--name='))) return ''
      if (program !== 'sbatch') return home.cluster.ask(program, args)
      arrived += 1
      if (arrived === 2) open()
      await both
      return home.cluster.ask(program, args)
    }
    const [one, other] = [home.another({ ask: blind }), home.another({ ask: blind })]
    const spec = slurmSpec({ command: ['sh', '-c', 'echo once; sleep 1'] })
    await Promise.all([one.submit(spec), other.submit(spec)])
    await waitFor('both', async () => {
      await Promise.all([one.inspect([spec]), other.inspect([spec])])
      return (await jobsOf(spec, '%i')).length === 2 ? true : null
    })
    const [seenByOne, seenByOther] = await Promise.all([endOf(one, spec), endOf(other, spec)])
    expect(seenByOne).toMatchObject({ outcome: 'succeeded', exit_code: 0 })
    expect(seenByOther).toEqual(seenByOne)
    expect(await textOfLog(one, spec, 'process')).toBe('once\n')
  })

  test('notices the beginning of a run before anyone asks', { tags: ['long'] }, async () => {
    const engine = home.another()
    const told = new Promise<void>((resolve) => {
      engine.onNews?.(resolve)
    })
    const spec = slurmSpec({ command: NEVER })
    await engine.submit(spec)
    await told
    expect(await engine.inspect([spec])).toMatchObject([{ phase: 'running' }])
    await stopped(spec)
  })

  test('submits a run to the partition of its instance type, and refuses a missing one', {
    tags: ['long'],
  }, async () => {
    const spec = await running({ instance_type: 'slurm:short?cpu=1&memory=1' })
    expect(await jobsOf(spec, '%P')).toEqual(['short'])
    await stopped(spec)
    const refused = await submit({ command: ONCE, instance_type: 'slurm:absent' })
    expect(await endOf(home.engine, refused)).toMatchObject({
      outcome: 'failed',
      reason:
        'Slurm refuses the run: Invalid partition name specified. Choose another tier, or ask an administrator.',
    })
  })

  test('ends the earlier attempt when a later one is submitted', { tags: ['long'] }, async () => {
    const first = await running({ run: randomUUID() })
    const second = await submit({ command: ONCE, run: first.run, attempt: 2 })
    expect(await endOf(home.engine, first)).toMatchObject({
      outcome: 'failed',
      reason: 'A later attempt of this run took over.',
    })
    expect(await endOf(home.engine, second)).toMatchObject({ outcome: 'succeeded' })
  })

  test('lets another server read, stop and forget an attempt of this one', { tags: ['long'] }, async () => {
    const spec = await running()
    const other = home.another()
    expect(await textOfLog(other, spec, 'process')).toBe('going\n')
    await other.stop(spec)
    expect(await endOf(home.engine, spec)).toMatchObject({ outcome: 'stopped' })
    await other.forget(spec)
    expect(await home.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
  })

  test('ends a run with an unreadable record of its beginning, and says so', { tags: ['long'] }, async () => {
    const spec = await running()
    await writeFile(directoryOf(spec).begun, '{"boot')
    expect(await endOf(home.engine, spec)).toMatchObject({
      outcome: 'lost',
      reason: expect.stringContaining('The record begun.json of this run cannot be read'),
    })
    expect(await jobsOf(spec, '%T', 'running')).toEqual([])
  })
})

test('keeps runs going and new ones waiting while the controller is away, until it is back', {
  tags: ['long'],
}, async () => {
  const gated = ['sh', '-c', 'echo going; while [ ! -e gate ]; do sleep 0.1; done; echo through']
  const [ends, goes] = [await running({ command: gated }), await running()]
  await home.cluster.stopController()
  const waits = await submit({ command: ONCE })
  try {
    await writeFile(join(directoryOf(ends).work, 'gate'), '')
    await waitsFor(waits, 'Slurm does not answer: Unable to contact slurm controller')
    expect(await home.engine.inspect([goes])).toMatchObject([{ phase: 'running' }])
  } finally {
    await home.cluster.start('slurmctld')
  }
  expect(await endOf(home.engine, waits)).toMatchObject({ outcome: 'succeeded' })
  expect(await endOf(home.engine, ends)).toMatchObject({ outcome: 'succeeded' })
  expect(await textOfLog(home.engine, ends, 'process')).toBe('going\nthrough\n')
  await stopped(goes)
})

test('says why a run waits in Slurm, and can stop it meanwhile', {
  tags: ['long'],
}, async () => {
  const large = { granted: { cpu: 8, memory_mib: 100, gpu: 0 } }
  const first = [await running(large), await running(large)]
  const third = await submit({ command: NEVER, ...large })
  await waitsFor(third, 'Waits in Slurm for resources that other jobs use (Resources).')
  await stopped(third)
  expect(await home.engine.inspect([third])).toMatchObject([
    { outcome: 'stopped', reason: 'Stopped on request, before it started.' },
  ])
  expect(await jobsOf(third, '%T', 'pending,running')).toEqual([])
  await stopped(...first)
})

test('fails a run before it began if its node does not find its folder', async () => {
  await update('PartitionName=main', 'State=DOWN')
  const spec = await submit({ command: ONCE })
  await waitsFor(spec, 'Waits in Slurm: its partition is closed now (PartitionDown).')
  await rm(join(directoryOf(spec).root, 'run'), { recursive: true })
  await update('PartitionName=main', 'State=UP')
  expect(await endOf(home.engine, spec)).toMatchObject({
    outcome: 'failed',
    started_at: null,
    reason: expect.stringMatching(/^Slurm could not start the run \(n\d\) .*PODIUM_SLURM_ROOT/),
  })
})

// Last, because Slurm may take minutes to accept a node again that was reported as down.
test('loses a run whose node fails, and names the node', async () => {
  const spec = await running()
  const { begun, child } = directoryOf(spec)
  const left = await Promise.all([begun, child].map((path) => recordedPid(dirname(path), basename(path))))
  // Slurm's own process for the job, which waits for minutes without its daemon.
  const parent = /^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${left[0]}/status`, 'utf8'))?.[1]
  const node = (await jobsOf(spec, '%N'))[0] === 'n1' ? 'n1' : 'n2'
  await home.cluster.kill(node)
  // Slurm does this by itself after SlurmdTimeout.
  await update(`NodeName=${node}`, 'State=DOWN', 'Reason=test')
  const ended = await endOf(home.engine, spec)
  for (const pid of [Number(parent), ...left]) process.kill(pid, 'SIGKILL')
  expect(ended).toMatchObject({
    outcome: 'lost',
    reason: `The node of the run failed (${node}): start it again.`,
    raw: { slurm: { state: 'NODE_FAIL' } },
  })
})
