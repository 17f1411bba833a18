import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeEngine, type EngineUnderTest } from '../conformance.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { programOf } from '../testing/program-of.ts'
import { openFakeEngine } from './testing/fake-engine.ts'
import { runKubelet } from './testing/fake-kubelet.ts'
import { createMemoryAttempts } from './testing/memory-attempts.ts'
import { buildRunner } from './testing/runner-program.ts'
import { startRunnerServer } from './testing/runner-server.ts'

/** Opens an engine on the stand-in cluster, whose pods really run Podium's programs and the command of a test. */
async function open(): Promise<EngineUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'podium-runner-'))
  const folder = join(root, 'engines', 'dist', 'kubernetes')
  await mkdir(folder, { recursive: true })
  const runner = await buildRunner(folder)
  const attempts = createMemoryAttempts()
  const server = await startRunnerServer({ attempts, objects: memoryObjects({}), unpackLimit: 2 ** 30 })
  const here = await openFakeEngine({ attempts, runnerUrl: server.url })
  const kubelet = runKubelet(here.cluster, here.controllers, ([program = '', ...args]) =>
    program === 'node' ? [process.execPath, runner, ...args.slice(1)] : [program, ...args],
  )
  return {
    engine: here.engine,
    specFor: (behaviour, key) => ({ ...plainSpec({ command: programOf(behaviour) }), ...key }),
    act: () => undefined,
    async close() {
      await kubelet.close()
      await here.close()
      await server.close()
      await rm(root, { recursive: true })
    },
  }
}

describeEngine('the Kubernetes engine on a stand-in', open, { concurrent: true })
