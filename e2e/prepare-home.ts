import { rm } from 'node:fs/promises'
import { emptyHome, PREPARED_HOME, setupLink, startPodium } from './fixtures/server.ts'

/** Starts a server once before all journeys: theirs begin with a copy of its home, whose database is made already. */
export default async function prepareHome(): Promise<() => Promise<void>> {
  const server = await startPodium({ home: await emptyHome() })
  await setupLink(server)
  await server.stop()
  process.env[PREPARED_HOME] = server.home
  return () => rm(server.home, { recursive: true })
}
