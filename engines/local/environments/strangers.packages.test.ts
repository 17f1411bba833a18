// @module-tag python
// @module-tag pip
// @module-tag bubblewrap
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PYTHON_DEFAULTS, type PythonSettings } from '../../python-settings.ts'
import { startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { type BareTools, openBareTools } from '../../testing/real-installs/bare-tools.ts'
import { openRuns, type RunsOfSources } from '../../testing/real-installs/runs-of-sources.ts'
import type { Places } from '../../testing/source-arrangements/arrangement.ts'
import { ownNames } from '../../testing/source-arrangements/own-names.ts'
import { requirementLines } from '../../testing/source-arrangements/requirement-lines.ts'
import { uvSources } from '../../testing/source-arrangements/uv-sources.ts'

const packagesOf = (owner: string, version: string, names: string[]) =>
  Object.fromEntries(names.map((name) => wheelOf(name, version, `owner = "${owner}"\n`)))

const ours = packagesOf('ours', '1.0', ['line_utils', 'line_more', 'line_build'])
const places: Places = {
  ours: await startPythonIndex(ours),
  public: await startPythonIndex({
    ...packagesOf('stranger', '9.9', ['line', 'line_utils', 'line_build']),
    ...packagesOf('everybody', '1.0', ['line_more']),
  }),
  wheel: ours['line_utils-1.0-py3-none-any.whl'] ?? Buffer.alloc(0),
}
const arrangements = [...ownNames(places), ...uvSources(places), ...requirementLines(places)].flatMap((one) =>
  one.installers.map((installer) => [installer, one] as const),
)

let bare: BareTools
beforeAll(async () => {
  bare = await openBareTools()
})
afterAll(async () => {
  for (const one of opened.values()) await (await one).local.close()
  await bare.close()
  await places.ours.close()
  await places.public.close()
})

/** One home for all sources with the same settings. */
const opened = new Map<string, Promise<RunsOfSources>>()
function runsWith(settings: PythonSettings): Promise<RunsOfSources> {
  const name = JSON.stringify(settings)
  const runs = opened.get(name) ?? openRuns(settings, bare.bin)
  opened.set(name, runs)
  return runs
}

/** Installs the same packages as the tool alone, and no stranger's package instead of one from a named place. */
for (const [installer, one] of arrangements)
  test(`installs as ${installer} does where ${one.name}`, async () => {
    const settings = { ...PYTHON_DEFAULTS, index_url: places.public.url, ...one.settings, installer }
    const files = one.locked ? await bare.locked(one.files, ...one.locked, settings) : one.files
    const runs = await runsWith(settings)
    const { log, run: _, ...found } = await runs.installed(files, one.metadata)
    if (one.isNamed) {
      expect(Object.values(found.owners), log).not.toContain('stranger')
      expect(Object.values(found.packages), log).not.toContain('9.9')
    }
    expect(found, log).toEqual(
      await bare.install(files, installer, one.bare(installer), { ...settings, ...one.bareSettings }),
    )
  })
