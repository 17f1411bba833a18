import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeEngine, type EngineUnderTest } from '@podium/engines/conformance.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { actOut } from '@podium/engines/testing/act-out.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { createEngineClient } from './engine-client.ts'
import { serveEngine } from './served-engine.ts'

async function open(): Promise<EngineUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'podium-engine-'))
  const engine = createMemoryEngine()
  const close = await serveEngine(engine, join(folder, 'socket'))
  return {
    engine: createEngineClient(join(folder, 'socket')),
    specFor: (_, key) => ({ ...plainSpec(), run: randomUUID(), ...key }),
    act: (spec, behaviour) => actOut(engine, spec, behaviour),
    async close() {
      close()
      rmSync(folder, { recursive: true })
    },
  }
}

describeEngine('an engine served to other processes', open)
