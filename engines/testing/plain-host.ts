import { realpath } from 'node:fs/promises'
import { type Host, probeHost } from '../local/host.ts'
import { locateRuns } from '../local/identity.ts'

let machine: Promise<Host> | undefined

/**
 * This host as it is without bubblewrap: what plain processes do is the same on every machine that tests. What the
 * machine can do is tried once, as the tries cost more than most runs of a test; each home has its own folders.
 */
export async function plainHost(home: string): Promise<Host> {
  machine ??= probeHost(home, '/nonexistent/bwrap')
  const found = await machine
  const { runs } = await locateRuns(home, process.getuid?.() === 0)
  return { ...found, runs, hidden: [await realpath(home), runs] }
}
