import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeEngine, type EngineUnderTest } from './conformance.ts'
import { createMemoryEngine } from './memory.ts'
import { actOut } from './testing/act-out.ts'
import { plainSpec } from './testing/plain-spec.ts'

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

test('can be made to fail', async () => {
  const engine = createMemoryEngine()
  engine.fail(new Error('gone'))
  await expect(engine.inspect([plainSpec()])).rejects.toThrow('gone')
  engine.fail(null)
  expect(await engine.inspect([plainSpec()])).toEqual([{ phase: 'absent' }])
})

test('remembers submitted specs', async () => {
  const engine = createMemoryEngine()
  const spec = plainSpec()
  await engine.submit(spec)
  await engine.submit(spec)
  expect(engine.submitted).toEqual([spec])
  expect(await engine.inspect([spec])).toEqual([{ phase: 'starting', progress: null }])
})
