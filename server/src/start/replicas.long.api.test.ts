import { afterEach, test, vi } from 'vitest'
import { type Installation, startInstallation } from '../testing/replicas/installation.ts'
import { restartInTurn } from '../testing/replicas/restart-in-turn.ts'

let installation: Installation
afterEach(async () => {
  vi.unstubAllGlobals()
  await installation.close()
})

test.each([2, 4])(
  'twenty restarts of %i servers under a hundred calls a second',
  async (servers) => {
    installation = await startInstallation(servers)
    await restartInTurn(installation, { restarts: 20, perSecond: 100, runs: 20 })
  },
  1_800_000,
)
