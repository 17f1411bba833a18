import { describeEngine, type EngineUnderTest } from '../conformance.ts'
import { openLocalHome } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { programOf } from '../testing/program-of.ts'

async function open(): Promise<EngineUnderTest> {
  const { engine, close } = await openLocalHome()
  return {
    engine,
    specFor: (behaviour, key) => ({ ...plainSpec({ command: programOf(behaviour) }), ...key }),
    act: () => undefined,
    close,
  }
}

describeEngine('the local engine', open)
