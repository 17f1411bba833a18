// @module-tag slurm
// @module-tag python
import { describeEngine, type EngineUnderTest } from '../conformance.ts'
import { programOf } from '../testing/program-of.ts'
import { openSlurmHome, slurmSpec } from '../testing/slurm.ts'

async function open(): Promise<EngineUnderTest> {
  const { engine, close } = await openSlurmHome()
  return {
    engine,
    specFor: (behaviour, key) => ({ ...slurmSpec({ command: programOf(behaviour) }), ...key }),
    act: () => undefined,
    close,
  }
}

describeEngine('the Slurm engine', open, { concurrent: true })
