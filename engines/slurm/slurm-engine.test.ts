import { describeEngine, type EngineUnderTest } from '../conformance.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { programOf } from '../testing/program-of.ts'
import { openSlurmRoot, startSlurm } from '../testing/slurm.ts'

async function open(): Promise<EngineUnderTest> {
  const cluster = await startSlurm()
  const { engine, close } = await openSlurmRoot(cluster)
  return {
    engine,
    specFor: (behaviour, key) => ({ ...plainSpec({ command: programOf(behaviour) }), ...key }),
    act: () => undefined,
    async close() {
      await close()
      await cluster.stop()
    },
  }
}

describeEngine('the Slurm engine', open)
