import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ObjectSource, StartRefused } from '../engine.ts'
import { type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, observeUntil, runToEnd } from '../testing/watching.ts'

const tmp = vi.hoisted(() => ({ tries: 0, isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const mkdtemp = async (prefix: string) => {
    if (!prefix.endsWith('/tmp/') || !tmp.isFull) return real.mkdtemp(prefix)
    tmp.tries += 1
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  return { ...real, mkdtemp }
})

const homes: LocalHome[] = []
const logged: string[] = []
afterEach(async () => {
  for (const local of homes.splice(0)) await local.close()
  logged.length = 0
})

async function open(objects: ObjectSource = memoryObjects({})): Promise<LocalHome['engine']> {
  const log = (message: string, details: Record<string, unknown>) =>
    logged.push(JSON.stringify({ message, ...details }))
  const local = await openLocalHome(objects, { log, retry_ms: 1, poll_ms: 5 })
  homes.push(local)
  return local.engine
}

/** Returns a store that always fails. */
function broken(error: Error): ObjectSource {
  return { ...memoryObjects({}), open: () => Promise.reject(error) }
}

const source = { bucket: 'poc', path: 'source.tar.gz', archive: true }

describe('a run that cannot be prepared', () => {
  test('ends at once if its arguments are longer than the machine accepts', async () => {
    const engine = await open()
    const spec = plainSpec({ command: ['sh', '-c', `echo ${'x'.repeat(200_000)}`] })
    expect(await runToEnd(engine, spec)).toMatchObject({
      outcome: 'failed',
      reason:
        "The pipeline's command is longer than this machine can start: give the program a file to read instead.",
    })
    expect(logged).toEqual([])
  })

  test('ends at once if the store can never have a named object', async () => {
    const engine = await open(broken(new StartRefused('No object can be named `a/`.')))
    const spec = plainSpec({ source })
    expect(await runToEnd(engine, spec)).toMatchObject({ reason: 'No object can be named `a/`.' })
  })

  test('ends with the last reason after all retries failed', async () => {
    const engine = await open(broken(new Error('the store is away')))
    const spec = plainSpec({ source })
    expect(await runToEnd(engine, spec)).toMatchObject({
      outcome: 'failed',
      started_at: null,
      reason: 'The run could not be prepared, tried 60 times: the store is away. Start it again later.',
    })
    expect(logged).toHaveLength(60)
  })

  test('is logged by its ids only, without its inputs', async () => {
    const engine = await open(broken(new Error('the store is away')))
    const spec = plainSpec({ source, parameters: { train: { token: 'canary-7f3a' } } })
    await runToEnd(engine, spec)
    const { workspace, run, attempt } = spec
    expect(logged.join('')).not.toContain('canary')
    expect(JSON.parse(logged[0] ?? '')).toEqual({
      message: 'A run could not be prepared; trying again.',
      workspace,
      run,
      attempt,
      error: 'Error: the store is away',
    })
  })

  test('waits, however often it is tried, while there is no space for its temporary files', async () => {
    const engine = await open()
    const spec = plainSpec({ command: ['sh', '-c', 'exit 7'] })
    tmp.isFull = true
    await engine.submit(spec)
    expect(await observeUntil(engine, spec, () => tmp.tries > 70)).toMatchObject({
      phase: 'starting',
      waits_for: expect.stringMatching(
        /^The disk of \/.*\/tmp is full: the run needs a folder there for its temporary files\.$/,
      ),
    })
    tmp.isFull = false
    expect(await endOf(engine, spec)).toMatchObject({ outcome: 'failed', exit_code: 7 })
    expect(logged).toEqual([])
  })
})
