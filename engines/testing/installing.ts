import { beforeAll, onTestFinished } from 'vitest'
import type { RunSpec } from '../engine.ts'
import type { LocalEngineOptions } from '../local/local-engine.ts'
import { PYTHON_DEFAULTS, type PythonSettings } from '../python-settings.ts'
import { archiveOf } from './archives.ts'
import { type LocalHome, openLocalHome } from './local-home.ts'
import { memoryObjects } from './memory-objects.ts'
import { plainSpec } from './plain-spec.ts'
import { type PythonIndex, startPythonIndex } from './python-index.ts'
import { type QuickUv, quickUv } from './quick-uv.ts'
import { type Ended, runToEnd, textOfLog } from './watching.ts'

/**
 * Starts a package index and a quick uv for the tests of a file.
 * @param files returns the content of the index: names of wheels and source archives with their bytes
 */
export function useInstalling(files: (quick: QuickUv) => Promise<[string, Buffer][]>) {
  const index = {} as PythonIndex
  const quick = {} as QuickUv
  /** the home that was opened last */
  const local = {} as LocalHome
  /** objects that its runs can read, by path */
  const sources: Record<string, Buffer> = {}
  beforeAll(async () => {
    Object.assign(quick, await quickUv())
    Object.assign(index, await startPythonIndex(Object.fromEntries(await files(quick))))
    return async () => {
      await index.close()
      await quick.remove()
    }
  })

  /** Opens an engine whose packages come from the index, until the end of the test. */
  async function open(
    settings: Partial<PythonSettings> = {},
    { objects = memoryObjects(sources), ...changes }: Partial<LocalEngineOptions> = {},
  ): Promise<LocalHome> {
    const packages = { ...PYTHON_DEFAULTS, index_url: index.url, ...settings }
    const home = await openLocalHome(objects, { packages, ...changes })
    onTestFinished(() => {
      index.release()
      return home.close()
    })
    return Object.assign(local, home)
  }

  /** Returns a run whose source is these files. */
  async function specOf(
    files: Record<string, string>,
    command: string[],
    changes: Partial<RunSpec> = {},
  ): Promise<RunSpec> {
    const path = `${Buffer.from(JSON.stringify(files)).toString('hex')}.tar.gz`
    sources[path] ??= await archiveOf(Object.entries(files).map(([name, content]) => ({ name, content })))
    const source = { bucket: 'b', path, archive: true }
    return plainSpec({ source, granted: { cpu: 2, memory_mib: 512, gpu: 0 }, command, ...changes })
  }

  /** Returns a run whose source asks for these packages. */
  function specWith(requirements: string, script: string, changes: Partial<RunSpec> = {}): Promise<RunSpec> {
    return specOf({ 'requirements.txt': requirements }, ['python', '-c', script], changes)
  }

  /** Returns the end of the run, and its log. */
  async function ended(spec: RunSpec): Promise<[Ended, string]> {
    return [await runToEnd(local.engine, spec), await textOfLog(local.engine, spec, 'process')]
  }

  return { index, quick, local, sources, open, specOf, specWith, ended }
}
