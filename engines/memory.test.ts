import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Behaviour, describeEngine, type EngineUnderTest } from './conformance.ts'
import type { RunSpec } from './engine.ts'
import { createMemoryEngine, type MemoryEngine } from './memory.ts'
import { plainSpec } from './testing/plain-spec.ts'

const NOTHING_ELSE = { gpu_percent: null, gpu_memory_mib: null, written_mib: null }

function actOut(engine: MemoryEngine, spec: RunSpec, behaviour: Behaviour): void {
  const { prints, pipeline, progress, leaves = {}, ends } = behaviour
  engine.start(spec)
  if (prints) engine.log(spec, 'process', prints)
  if (pipeline) engine.log(spec, 'pipeline', pipeline)
  if (progress) engine.progress(spec, progress)
  for (const [path, bytes] of Object.entries(leaves)) engine.output(spec, path, bytes)
  if (ends === 'never') engine.uses(spec, { ...NOTHING_ELSE, cpu_seconds: 0.5, memory_mib: 12 })
  if (ends === 'well') engine.end(spec, { outcome: 'succeeded' })
  const reason = `Exit code 3; last line: ${prints?.trim()}`
  if (ends === 'badly') engine.end(spec, { outcome: 'failed', exit_code: 3, reason })
}

async function open(): Promise<EngineUnderTest> {
  const engine = createMemoryEngine()
  return {
    engine,
    specFor: (_, key) => ({ ...plainSpec(), run: randomUUID(), ...key }),
    act: (spec, behaviour) => actOut(engine, spec, behaviour),
    close: async () => undefined,
  }
}

describeEngine('the memory engine', open)

test('the memory engine can be made to fail', async () => {
  const engine = createMemoryEngine()
  engine.fail(new Error('gone'))
  await expect(engine.inspect([plainSpec()])).rejects.toThrow('gone')
  engine.fail(null)
  expect(await engine.inspect([plainSpec()])).toEqual([{ phase: 'absent' }])
})

test('the memory engine remembers what was submitted', async () => {
  const engine = createMemoryEngine()
  const spec = plainSpec()
  await engine.submit(spec)
  await engine.submit(spec)
  expect(engine.submitted).toEqual([spec])
  expect(await engine.inspect([spec])).toEqual([{ phase: 'starting', progress: null }])
})
