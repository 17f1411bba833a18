import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { folderOf, type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, logHas, observeUntil, runToEnd, textOfLog, waitFor } from '../testing/watching.ts'
import { activeOf } from './processes.ts'

const ways = [
  { name: 'by control group', probe: withoutNamespace },
  { name: 'by environment, where no control group can be used', probe: withoutControlGroups },
]

/** Returns a host without a process namespace, in which process ids would differ from those outside. */
async function withoutNamespace(home: string) {
  return { ...(await plainHost(home)), pidNamespace: [] }
}

async function withoutControlGroups(home: string) {
  const host = await withoutNamespace(home)
  return { ...host, limits: { ...host.limits, hierarchies: [] } }
}

describe.each(ways)('processes are found $name', ({ probe }) => {
  let local: LocalHome
  beforeEach(async () => {
    local = await openLocalHome(undefined, { probe })
    return () => local.close()
  })

  /** Returns a run that has printed `ready`. */
  async function ready(script: string): Promise<RunSpec> {
    const spec = plainSpec({ command: ['sh', '-c', script] })
    await local.engine.submit(spec)
    await logHas(local.engine, spec, 'ready')
    return spec
  }

  async function pidsIn(spec: RunSpec): Promise<number[]> {
    const text = await readFile(join(folderOf(local, spec), 'cwd', 'pids'), 'utf8')
    return text.trim().split('\n').map(Number)
  }

  test('signals a program first, which may clean up', async () => {
    await local.close()
    local = await openLocalHome(undefined, { probe, stop_grace_ms: 60_000 })
    const spec = await ready('trap "echo saved; exit 0" TERM; echo ready; while :; do sleep 0.02; done')
    await local.engine.stop(spec)
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped', exit_code: 0 })
    expect(await textOfLog(local.engine, spec, 'process')).toMatch(/saved\n$/)
  })

  test('sends SIGINT to a program that saves on Ctrl+C if its run asks for it', {
    tags: 'python',
  }, async () => {
    await local.close()
    local = await openLocalHome(undefined, { probe, stop_grace_ms: 1 })
    const program =
      'try:\n print("ready", flush=True); time.sleep(600)\nexcept KeyboardInterrupt: print("saved")'
    const spec = plainSpec({
      command: ['python3', '-c', `import time\n${program}`],
      stop_signal: 'SIGINT',
      stop_grace_seconds: 60,
    })
    await local.engine.submit(spec)
    await logHas(local.engine, spec, 'ready')
    await local.engine.stop(spec)
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped', exit_code: 0 })
    expect(await textOfLog(local.engine, spec, 'process')).toMatch(/saved\n$/)
  })

  test('signals a program that saves only once, also if another server takes over', async () => {
    await local.close()
    local = await openLocalHome(undefined, { probe, stop_grace_ms: 60_000 })
    const spec = await ready('trap "echo told" TERM; echo ready; until [ -e saved ]; do sleep 0.02; done')
    await local.engine.stop(spec)
    const log = () => textOfLog(local.engine, spec, 'process')
    await waitFor('the signal', async () => ((await log()).includes('told') ? true : null))
    await local.engine.close()
    const next = local.reopen()
    await observeUntil(next, spec, ({ phase }) => phase === 'running')
    await writeFile(join(folderOf(local, spec), 'cwd', 'saved'), '')
    expect(await endOf(next, spec)).toMatchObject({ outcome: 'stopped', exit_code: 0 })
    expect((await log()).match(/told/g)).toHaveLength(1)
  })

  test('kills a program that ignores the signal after the grace period', async () => {
    const spec = await ready('trap "" TERM; echo ready; while :; do sleep 0.02; done')
    await local.engine.stop(spec)
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped', exit_code: 137 })
  })

  test('leaves no process of a run, not even in a session of its own', async () => {
    const deaf = 'trap "" TERM; echo $$ >> pids; while :; do sleep 0.02; done'
    const spec = await ready(
      `setsid sh -c '${deaf}' & sh -c '${deaf}' & while [ "$(cat pids 2> /dev/null | wc -l)" -lt 2 ]; do sleep 0.02; done; echo ready; wait`,
    )
    const pids = await pidsIn(spec)
    expect(await activeOf(pids)).toEqual(pids)
    await local.engine.stop(spec)
    expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped' })
    expect(await activeOf(pids)).toEqual([])
  })

  test('ends processes that a program leaves running at its end', async () => {
    const spec = plainSpec({
      command: [
        'sh',
        '-c',
        "setsid sh -c 'echo $$ > pids; exec tail -f /dev/null' & while [ ! -s pids ]; do :; done",
      ],
    })
    expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
    expect(await activeOf(await pidsIn(spec))).toEqual([])
  })

  test('stops a run that is still being prepared before it begins', async () => {
    const stuck = { ...memoryObjects({}), open: () => new Promise<never>(() => undefined) }
    await local.engine.close()
    const engine = local.reopen(stuck)
    const spec = plainSpec({ data: [{ bucket: 'poc', path: 'data/penguins.csv', archive: false }] })
    await engine.submit(spec)
    await observeUntil(engine, spec, ({ phase }) => phase === 'starting')
    await engine.stop(spec)
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'stopped', started_at: null })
  })
})
