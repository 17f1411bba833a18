import { afterEach, test, vi } from 'vitest'
import { type Installation, startInstallation } from '../testing/replicas/installation.ts'
import { restartInTurn } from '../testing/replicas/restart-in-turn.ts'

let installation: Installation
afterEach(async () => {
  vi.unstubAllGlobals()
  await installation.close()
})

test('servers are restarted in turn under load: no call fails, an open page shows what is, each run starts once', async () => {
  installation = await startInstallation(2)
  await restartInTurn(installation, { restarts: 2, perSecond: 30, runs: 6 })
}, 120_000)
