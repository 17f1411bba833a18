import { rm } from 'node:fs/promises'
import { emptyHome, PREPARED_HOME, setupLink, startPodium } from './fixtures/server.ts'

/** Starts a server once before all journeys, which copy its home, because its database exists already. */
export default async function prepareHome(): Promise<() => Promise<void>> {
  const server = await startPodium({ home: await emptyHome() })
  await setupLink(server)
  await server.stop()
  process.env[PREPARED_HOME] = server.home
  return () => rm(server.home, { recursive: true })
}
