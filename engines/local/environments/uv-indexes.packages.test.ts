// @module-tag python
// @module-tag pip
// @module-tag bubblewrap
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { PYTHON_DEFAULTS, type PythonSettings } from '../../python-settings.ts'
import { type PythonIndex, sourceOf, startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { type BareTools, openBareTools } from '../../testing/real-installs/bare-tools.ts'
import { openRuns } from '../../testing/real-installs/runs-of-sources.ts'

let bare: BareTools
let one: PythonIndex
let two: PythonIndex
beforeAll(async () => {
  bare = await openBareTools()
  one = await startPythonIndex(
    Object.fromEntries([
      wheelOf('line_one', '1.0', ''),
      wheelOf('line_both', '1.0', '', ['line-one', 'line-two']),
    ]),
  )
  two = await startPythonIndex(
    Object.fromEntries([
      wheelOf('line_two', '2.0', ''),
      wheelOf('line_both', '1.0', '', ['line-one', 'line-two']),
      await sourceOf('line_built', 'open("made/line_built.py", "w").close()'),
    ]),
  )
  return async () => {
    await bare.close()
    await one.close()
    await two.close()
  }
})

const withPassword = (url: string) => url.replace('://', '://reader:secret-of-index@')

const project = () => ({
  'pyproject.toml': `[project]
name = "line"
version = "1.0"
dependencies = ["line-both", "line-two"]
[[tool.uv.index]]
name = "second"
url = "${two.url}"
explicit = true
[tool.uv.sources]
line-two = { index = "second" }
`,
})

test('names the index that uv took each package from if a project names a source', async () => {
  const runs = await openRuns({ ...PYTHON_DEFAULTS, index_url: one.url, installer: 'uv' }, bare.bin)
  onTestFinished(() => runs.local.close())
  const { run } = await runs.installed(project())
  const list = await runs.local.engine.packages(run)
  const [first, second] = [one, two].map(({ url }) => new URL(url).host)
  expect(list?.packages.map(({ name, index }) => [name, index])).toEqual([
    ['line_both', first],
    ['line_one', first],
    ['line_two', second],
  ])
})

test.each<[string, () => [lines: string, settings: Partial<PythonSettings>]]>([
  ['the settings name two', () => ['', { extra_index_url: withPassword(two.url) }]],
  ['a line names the second', () => [`--extra-index-url ${withPassword(two.url)}\n`, {}]],
])('names the index that uv took each package from if %s', async (_, named) => {
  const [lines, settings] = named()
  const runs = await openRuns(
    { ...PYTHON_DEFAULTS, index_url: one.url, installer: 'uv', ...settings },
    bare.bin,
  )
  onTestFinished(() => runs.local.close())
  const { log, run } = await runs.installed({ 'requirements.txt': `${lines}line-both\nline-built\n` })
  expect(log).not.toContain('secret-of-index')
  const list = await runs.local.engine.packages(run)
  const [first, second] = [one, two].map(({ url }) => new URL(url).host)
  // uv searches the extra index first.
  expect(list?.packages.map(({ name, index }) => [name, index])).toEqual([
    ['line_both', second],
    ['line_built', second],
    ['line_one', first],
    ['line_two', second],
  ])
})
