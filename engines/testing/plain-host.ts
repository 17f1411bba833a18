import { realpath } from 'node:fs/promises'
import { type Host, probeHost } from '../local/host.ts'
import { locateRuns } from '../local/identity.ts'
import { plainPython } from '../local/plain-python.ts'

let machine: Promise<Host> | undefined

/**
 * Returns this host as it is without bubblewrap, so that tests of plain processes behave the same on every machine. The
 * machine is probed once, because that costs more than most runs of a test; each home has its own folders.
 */
export async function plainHost(home: string): Promise<Host> {
  machine ??= probeHost(home, '/nonexistent/bwrap')
  const found = await machine
  const { runs } = await locateRuns(home, process.getuid?.() === 0)
  const python_folder = await plainPython(found.path, runs)
  return { ...found, runs, python_folder, hidden: [await realpath(home), runs] }
}
