import { expect } from 'vitest'
import type { RunKey, RunSpec } from '../../engine.ts'
import { probeHost } from '../../local/host.ts'
import type { PythonSettings } from '../../python-settings.ts'
import { archiveOf } from '../archives.ts'
import { type LocalHome, openLocalHome } from '../local-home.ts'
import { memoryObjects } from '../memory-objects.ts'
import { plainSpec } from '../plain-spec.ts'
import { endOf, textOfLog } from '../watching.ts'
import type { Files } from './bare-tools.ts'
import { type Installed, installedIn, SHOW_INSTALLED } from './installed.ts'

/** Runs of sources in the sandbox of this machine. */
export interface RunsOfSources {
  local: LocalHome
  /** Runs the files. Returns the installed packages and the log. */
  installed(files: Files, metadata?: RunSpec['metadata']): Promise<Installed & { log: string; run: RunKey }>
}

/** @param bin a folder of programs, such as uv, that is first on the search path of runs */
export async function openRuns(packages: PythonSettings, bin?: string): Promise<RunsOfSources> {
  const sources: Record<string, Buffer> = {}
  const local = await openLocalHome(memoryObjects(sources), {
    packages,
    probe: async (home) => {
      const host = await probeHost(home)
      return bin === undefined ? host : { ...host, path: `${bin}:${host.path}` }
    },
  })
  return {
    local,
    async installed(files, metadata = {}) {
      const path = `${Object.keys(sources).length}.tar.gz`
      const entries = Object.entries(files).map(([name, content]) => ({ name, content }))
      sources[path] = await archiveOf(entries)
      const spec = plainSpec({
        source: { bucket: 'b', path, archive: true },
        granted: { cpu: 2, memory_mib: 6144, gpu: 0 },
        command: ['python', '-c', SHOW_INSTALLED],
        metadata,
      })
      await local.engine.submit(spec)
      const end = await endOf(local.engine, spec, packages.install_minutes * 60_000)
      const log = await textOfLog(local.engine, spec, 'process')
      expect(end, log).toMatchObject({ outcome: 'succeeded' })
      return { ...installedIn(log), log, run: spec }
    },
  }
}
