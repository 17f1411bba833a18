import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packagesOf } from './package-file.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'podium-source-'))
})
afterEach(() => rm(work, { recursive: true }))

async function packagesWith(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(work, name), text)
  return packagesOf(work, null)
}

test('a source without such files asks for no packages, nor does an empty list', async () => {
  expect(await packagesWith({ 'train.py': '' })).toBeNull()
  expect(await packagesWith({ 'pyproject.toml': '[tool.ruff]\nline-length = 100\n' })).toBeNull()
  expect(await packagesWith({ 'requirements.txt': '# nothing yet\n\n' })).toBeNull()
})

test('requirements are the lines that name a package, of included files too', async () => {
  const found = await packagesWith({
    'requirements.txt':
      '# data\npandas==2.2.0 \\\n  --hash=sha256:0a\n-rmore.txt\n-c narrow.txt\n--pre\nnumpy>=1 # fast\n',
    'more.txt': 'scikit-learn\n-r requirements.txt\n',
    'narrow.txt': 'scipy<2\n',
    'pyproject.toml': '[project]\nrequires-python = ">=3.9"\ndependencies = ["other"]\n',
  })
  expect(found).toMatchObject({
    name: 'requirements.txt',
    requirements: ['pandas==2.2.0    --hash=sha256:0a', 'scikit-learn', 'numpy>=1'],
    requires_python: '>=3.9',
    uses_source: false,
  })
  expect(Object.keys(found?.files ?? {})).toEqual(['requirements.txt', 'more.txt', 'narrow.txt'])
})

test('pyproject.toml names dependencies in [project] alone', async () => {
  const found = await packagesWith({
    'pyproject.toml': `[build-system]
requires = ["setuptools"]
[project]
name = "line"
requires-python = '>=3.10,<4'
dependencies = [
  "pandas[excel]>=2", # tables
  'requests; python_version < "3.13"',
  # "left-out",
]
[project.optional-dependencies]
dependencies = ["never"]
`,
    'uv.lock': `version = 1
[[package]]
name = "line"
version = "0.1.0"
source = { virtual = "." }
dependencies = [
    { name = "pandas" },
]

[[package]]
name = "pandas"
version = "2.2.3"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "numpy"
version = "1.26.4"
source = { registry = "https://pypi.org/simple" }
resolution-markers = ["python_full_version < '3.12'"]

[[package]]
name = "numpy"
version = "2.1.0"
source = { registry = "https://pypi.org/simple" }
`,
  })
  expect(found).toMatchObject({
    name: 'pyproject.toml',
    requirements: ['pandas[excel]>=2', 'requests; python_version < "3.13"'],
    constraints: ['pandas==2.2.3'],
    requires_python: '>=3.10,<4',
  })
})

test.each([
  './wheels/line-1.0-py3-none-any.whl',
  'line @ file:///srv/line.tar.gz',
  'wheels/line-1.0-py3-none-any.whl',
  'line\n--find-links wheels/',
  'line\n--find-links wheels',
  'line\n-fwheels',
  'line\n--no-index --find-links=./wheels',
  'my.parts/line',
  'line @ ./line',
  'line.tar.bz2',
])('%s is a part of the source', async (line) => {
  expect(await packagesWith({ 'requirements.txt': line })).toMatchObject({ uses_source: true })
})

test.each([
  'line',
  'line[fast] >= 2, < 3 ; python_version < "3.13"',
  'line==1.0 --hash=sha256:0a',
  'line @ https://example.org/line-1.0.tar.gz',
  'https://example.org/line-1.0-py3-none-any.whl',
  '--find-links https://example.org/\nline',
  '--extra-index-url=https://example.org/simple\n--pre\nline',
])('%s is none', async (line) => {
  expect(await packagesWith({ 'requirements.txt': line })).toMatchObject({ uses_source: false })
})

test.each([
  ['-e .', 'none can be editable'],
  ['-r more.txt', 'includes `more.txt`, which is not in the source'],
  ['-r ../../etc/passwd', 'which is not in the source'],
])('%s is refused with a sentence', async (line, sentence) => {
  await expect(packagesWith({ 'requirements.txt': line })).rejects.toThrow(sentence)
})

test('a link in the place of a list leads nowhere', async () => {
  await symlink('/etc/hostname', join(work, 'requirements.txt'))
  expect(await packagesOf(work, null)).toBeNull()
})
