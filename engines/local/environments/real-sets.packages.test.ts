// @module-tag python
// @module-tag pip
// @module-tag bubblewrap
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PYTHON_DEFAULTS } from '../../python-settings.ts'
import { startPythonIndex } from '../../testing/python-index.ts'
import { type BareTools, openBareTools } from '../../testing/real-installs/bare-tools.ts'
import { installedBare, realSets, SECOND_INDEX } from '../../testing/real-installs/real-sets.ts'
import { openRuns, type RunsOfSources } from '../../testing/real-installs/runs-of-sources.ts'

const index = await startPythonIndex(SECOND_INDEX)
const sets = Object.entries(realSets(index.url))

/** PyTorch takes minutes twice. */
const MAX_MS = 60 * 60_000

let bare: BareTools
beforeAll(async () => {
  bare = await openBareTools()
})
afterAll(async () => {
  await bare.close()
  await index.close()
})

describe.each(['pip', 'uv'] as const)('by %s', (installer) => {
  let runs: RunsOfSources
  beforeAll(async () => {
    // If the machine lacks uv, it comes from the index, as on a server.
    runs = await openRuns({ ...PYTHON_DEFAULTS, installer })
  })
  afterAll(() => runs.local.close())

  const own = sets.filter(([, { installers }]) => installers.includes(installer))
  test.each(own)(
    'gives a run the same packages as the tool alone: %s',
    async (_, set) => {
      const files = set.locked ? await bare.locked(set.files, ...set.locked) : set.files
      const { packages, log } = await runs.installed(files, set.metadata)
      expect(packages, log).toEqual(await installedBare(set, files, installer, bare))
    },
    MAX_MS,
  )

  test('does not install the packages of torch again after a change of a comment', async () => {
    const began = performance.now()
    const { log } = await runs.installed({ 'requirements.txt': '# to train with\ntorch\ntorchvision\n' })
    console.log(`torch after a changed comment: ${Math.round(performance.now() - began)} ms`)
    expect(log).toMatch(/^installed: /)
  })
})
