import { createLocalEngine } from '@podium/engines/local/local-engine.ts'
import { PYTHON_DEFAULTS } from '@podium/engines/python-settings.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { memoryObjects } from '@podium/engines/testing/memory-objects.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { startPythonIndex, wheelOf } from '@podium/engines/testing/python-index.ts'
import { endOf } from '@podium/engines/testing/watching.ts'
import { interleave, median, printFigures } from './rounds.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 15
const MAX_MS = 300

/** Measures a run whose packages are installed, beside the same run without packages, from submission to end. */
export async function measurePackages(): Promise<Verdict[]> {
  const index = await startPythonIndex(Object.fromEntries([wheelOf('podium_one', '1.0', 'answer = 41\n')]))
  const program = { name: 'train.py', content: 'print("trained")\n' }
  const objects = memoryObjects({
    'plain.tar.gz': await archiveOf([program]),
    'packages.tar.gz': await archiveOf([program, { name: 'requirements.txt', content: 'podium-one\n' }]),
  })
  try {
    return await inTemporaryHome(async (home) => {
      const packages = { ...PYTHON_DEFAULTS, index_url: index.url }
      const engine = createLocalEngine({ home, objects, packages, poll_ms: 10 })
      const run = async (path: string) => {
        const source = { bucket: 'bench', path, archive: true }
        const spec = plainSpec({
          source,
          command: ['python3', 'train.py'],
          granted: { cpu: 1, memory_mib: 512, gpu: 0 },
        })
        const began = performance.now()
        await engine.submit(spec)
        const { outcome, reason } = await endOf(engine, spec)
        if (outcome !== 'succeeded') throw new Error(reason)
        const took = performance.now() - began
        await engine.forget(spec)
        return took
      }
      console.log(`the first run, which installs: ${Math.round(await run('packages.tar.gz'))} ms`)
      const figures = await interleave(ROUNDS, {
        'with packages that are here': () => run('packages.tar.gz'),
        'without packages': () => run('plain.tar.gz'),
      })
      await engine.close()
      printFigures('ms', figures)
      const more = median(figures['with packages that are here']) - median(figures['without packages'])
      return [atMost('A run with packages that are here, beyond one without', more, MAX_MS, 'ms')]
    })
  } finally {
    await index.close()
  }
}
