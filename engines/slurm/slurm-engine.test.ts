import { describeEngine, type EngineUnderTest } from '../conformance.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { programOf } from '../testing/program-of.ts'
import { openSlurmHome } from '../testing/slurm.ts'

async function open(): Promise<EngineUnderTest> {
  const { engine, close } = await openSlurmHome()
  return {
    engine,
    specFor: (behaviour, key) => ({ ...plainSpec({ command: programOf(behaviour) }), ...key }),
    act: () => undefined,
    close,
  }
}

describeEngine('the Slurm engine', open)
