// @module-tag python
// @module-tag pip
import { expect, test } from 'vitest'
import type { RunSpec } from '../../engine.ts'
import { archiveOf } from '../../testing/archives.ts'
import { useInstalling } from '../../testing/installing.ts'
import { plainHost } from '../../testing/plain-host.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { wheelOf } from '../../testing/python-index.ts'
import { type Ended, runToEnd, textOfLog } from '../../testing/watching.ts'

/** Builds the module `line` with a program of that name, and leaves files behind as real backends do. */
const BACKEND = `
import os, zipfile
def build_wheel(folder, config_settings=None, metadata_directory=None):
    os.makedirs('build', exist_ok=True)
    info, wheel = 'line-1.0.dist-info', 'line-1.0-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(folder, wheel), 'w') as file:
        file.write('src/line.py', 'line.py')
        file.writestr(info + '/METADATA', 'Metadata-Version: 2.1\\nName: line\\nVersion: 1.0\\nRequires-Dist: podium-one\\n')
        file.writestr(info + '/WHEEL', 'Wheel-Version: 1.0\\nGenerator: podium\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        file.writestr(info + '/entry_points.txt', '[console_scripts]\\nline-train = line:main\\n')
        file.writestr(info + '/RECORD', '')
    return wheel
`
const BUILD = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
const PROJECT = '[project]\nname = "line"\nversion = "1.0"\ndependencies = ["podium-one"]\n'
const MODULE = 'import podium_one\ndef main():\n    print("trains with", podium_one.answer, VERSION)\n'

const { index, local, sources, open, specOf, ...installing } = useInstalling(async () => [
  wheelOf('podium_one', '1.0', 'answer = 41\n'),
  wheelOf('podium_two', '1.0', 'answer = 2\n'),
  // A stranger's package with the name of the project.
  wheelOf('line', '9.9', 'def main():\n    print("a stranger")\n'),
])
const WITH_PIP = [{ installer: 'pip' }, { probe: plainHost }] as const

async function ended(
  run: string,
  files: Record<string, string>,
  command: string[],
  metadata: RunSpec['metadata'] = {},
): Promise<[Ended, string]> {
  return installing.ended(await specOf(files, command, { run, metadata }))
}

const project = (version: number, more: Record<string, string> = {}) => ({
  'pyproject.toml': PROJECT + BUILD,
  'backend.py': BACKEND,
  'src/line.py': `VERSION = ${version}\n${MODULE}`,
  ...more,
})
const TRAIN =
  'line-train && python -c "import line; line.main()" && ls && pip freeze && python -m pip --version'

test('installs the project itself above its packages, which the next version shares', async () => {
  await open(...WITH_PIP)
  const [first, log] = await ended('first', project(1, { 'requirements.txt': 'podium-two\n-e .\n' }), [
    'sh',
    '-c',
    TRAIN,
  ])
  expect(first, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toContain(
    'trains with 41 1\ntrains with 41 1\nbackend.py\npyproject.toml\nrequirements.txt\nsrc\n',
  )
  expect(log).toMatch(/podium[-_]one==1\.0\npodium[-_]two==1\.0\n/)
  const fetched = index.fetched.length
  const [second, next] = await ended(
    'second',
    project(2, { 'requirements.txt': '# ours\npodium-two\n.\n' }),
    ['line-train'],
  )
  expect(second, next).toMatchObject({ outcome: 'succeeded' })
  expect(next).toMatch(/^Installing the project itself \(line\)\.\n/)
  expect(next).toMatch(/\ntrains with 41 2\n$/)
  expect(index.fetched).toHaveLength(fetched)
  expect(await local.engine.environments?.list()).toHaveLength(3)
})

test('installs a project that depends on no packages', async () => {
  await open(...WITH_PIP)
  const files = project(1, {
    'pyproject.toml': `[project]\nname = "line"\nversion = "1.0"\n${BUILD}`,
    'src/line.py': 'def main():\n    print("trains alone")\n',
  })
  const [end, log] = await ended('alone', files, ['line-train'])
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toMatch(/\ntrains alone\n$/)
})

test('installs a project without a list of requirements with its packages', {
  tags: ['long'],
}, async () => {
  await open(...WITH_PIP)
  const [end, log] = await ended('project', project(3), ['line-train'])
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toMatch(/^Installing the packages of pyproject\.toml\.\n/)
  expect(log).toMatch(/\ntrains with 41 3\n$/)
})

test.each([
  ['setup.cfg', '[metadata]\nname = line\n'],
  ['setup.py', "from setuptools import setup\nsetup(name='line')\n"],
])(
  'installs the project itself, not a package of that name on an index, if %s names it',
  async (file, text) => {
    await open(...WITH_PIP)
    const files = project(6, { 'pyproject.toml': BUILD, [file]: text, 'requirements.txt': '.\nline\n' })
    const [end, log] = await ended(file.replace('.', '-'), files, ['line-train'])
    expect(end, log).toMatchObject({ outcome: 'succeeded' })
    expect(log).toMatch(/^Installing line and the packages of requirements\.txt\.\n/)
    expect(log).toMatch(/\nInstalled 2 packages, among them the project itself, line 1\.0, in \d+ s\.\n/)
    expect(log).toMatch(/\ntrains with 41 6\n$/)
    expect(log).toMatch(/\nInstalled 2 packages, among them the project itself, line 1\.0, in \d+ s\.\n/)
  },
)

test('installs packages that only a build can tell with the project', { tags: ['long'] }, async () => {
  await open(...WITH_PIP)
  const dynamic = PROJECT.replace('dependencies = ["podium-one"]', 'dynamic = ["dependencies"]')
  const files = project(4, { 'pyproject.toml': dynamic + BUILD })
  const [end, log] = await ended('dynamic', files, ['sh', '-c', 'line-train && ls'])
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toMatch(/\ntrains with 41 4\nbackend\.py\npyproject\.toml\nsrc\n$/)
})

test('runs a project without a build system without installing it', {
  tags: ['long'],
}, async () => {
  await open(...WITH_PIP)
  const files = { 'pyproject.toml': PROJECT, 'src/line.py': `VERSION = 5\n${MODULE}` }
  const command = ['python', '-c', 'import sys; sys.path.append("src"); import line; line.main()']
  const [end, log] = await ended('tried', files, command)
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toContain(
    'The project itself is not installed, as it does not say in [build-system] how it is built: ',
  )
  expect(log).toMatch(/\ntrains with 41 5\n$/)
})

test('reads the files and the Python from metadata.json', async () => {
  await open(...WITH_PIP)
  const files = { 'requirements/train.txt': 'podium-two\n', 'requirements.txt': 'no-such-package\n' }
  const command = ['python', '-c', 'import podium_two; print(podium_two.answer)']
  const python = { requirements: ['requirements/train.txt'], version: '>=3.8' }
  const [end, log] = await ended('named', files, command, { python })
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  const [refused] = await ended('newer', files, command, { python: { ...python, version: '>=4' } })
  expect(refused).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('requires Python >=4') })
})

test('expands variables and secrets of the run in a list, and shows their values nowhere', async () => {
  await open(...WITH_PIP)
  const { host } = new URL(index.url)
  const list = `--index-url http://\${INDEX_USER}:\${INDEX_PASSWORD}@${host}/simple/\npodium-two\n`
  sources['named-index.tar.gz'] = await archiveOf([{ name: 'requirements.txt', content: list }])
  const spec = plainSpec({
    run: 'named-index',
    source: { bucket: 'b', path: 'named-index.tar.gz', archive: true },
    granted: { cpu: 2, memory_mib: 512, gpu: 0 },
    command: ['python', '-c', 'import os, podium_two; print(podium_two.answer)'],
    variables: { INDEX_USER: 'copper-user' },
    secrets: [{ name: 'INDEX_PASSWORD', value: 'copper-password', in_environment: false }],
  })
  const end = await runToEnd(local.engine, spec)
  const log = await textOfLog(local.engine, spec, 'process')
  expect(end, log).toMatchObject({ outcome: 'succeeded' })
  expect(log).toContain(`Looking in indexes: http://***@${host}/simple/`)
  expect(log).not.toContain('copper')
  expect(index.users).toContain('copper-user:copper-password')
})

test('refuses a source with only files of another tool before anything starts', async () => {
  await open(...WITH_PIP)
  const [end] = await ended('conda', { 'environment.yml': 'dependencies: [numpy]\n' }, ['true'])
  expect(end).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('Neither pip nor uv reads environment.yml'),
  })
})
