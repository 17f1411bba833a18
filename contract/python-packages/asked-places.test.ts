import { expect, test } from 'vitest'
import type { PackageChoice } from './package-choice.ts'
import { type Files, PROJECT, planOf } from './testing/plan-of.ts'

async function asked(files: Files, choice?: PackageChoice): Promise<Record<string, string>> {
  const plan = await planOf(files, choice)
  return Object.fromEntries(plan?.asks.map(({ name, path, place }) => [name || path, place]) ?? [])
}

test('names the line of each requirement, also in files that are included, and not those of constraints', async () => {
  const files = {
    'requirements.txt': '# tools\nTorch_Vision>=0.2\n-r more/base.txt\n-c limits.txt\n\nnumpy \\\n  ==2.2\n',
    'more/base.txt': '--index-url https://packages.example/simple\ntqdm ; python_version > "3"\n',
    'limits.txt': 'six<2\n',
  }
  expect(await asked(files)).toEqual({
    'torch-vision': 'requirements.txt line 2',
    tqdm: 'more/base.txt line 2',
    numpy: 'requirements.txt line 6',
  })
})

test('names packages of addresses and files if their lines reveal the name', async () => {
  const lines = [
    'line-one @ https://a.example/x/line.zip',
    './wheels/line_two-1.0-py3-none-any.whl',
    './libs/three/',
    'git+https://git.example/x.git#egg=line_four',
    'https://a.example/line-five-2.0.tar.gz',
  ]
  expect(await asked({ 'requirements.txt': lines.join('\n') })).toEqual({
    'line-one': 'requirements.txt line 1',
    'line-two': 'requirements.txt line 2',
    './libs/three': 'requirements.txt line 3',
    'line-four': 'requirements.txt line 4',
    'line-five': 'requirements.txt line 5',
  })
})

test('names the lines of a project with the installed extras and groups', async () => {
  const pyproject = `[project]
name = "line"
version = "1"
keywords = ["numpy"]
dependencies = [
  "numpy>=1.26", # and "six"
  'tqdm',
]
[project.optional-dependencies]
train = ["torch"]
docs = ["sphinx"]
[dependency-groups]
test = ["pytest", {include-group = "more"}]
more = ["coverage"]
[tool.uv.sources]
torch = { index = "x" }
`
  const choice = { extras: ['Train'], groups: ['test'] }
  expect(await asked({ 'pyproject.toml': pyproject, 'uv.lock': '' }, choice)).toEqual({
    numpy: 'pyproject.toml line 6',
    tqdm: 'pyproject.toml line 7',
    torch: 'pyproject.toml line 10',
    pytest: 'pyproject.toml line 13',
    coverage: 'pyproject.toml line 14',
  })
})

test('leaves a project out if its packages are not installed', async () => {
  const files = { 'pyproject.toml': PROJECT, 'requirements.txt': 'six\n' }
  expect(await asked(files)).toEqual({ six: 'requirements.txt line 1' })
  expect(await asked({ ...files, 'requirements.txt': 'six\n.\n' })).toEqual({
    six: 'requirements.txt line 1',
    './': 'requirements.txt line 2',
    numpy: 'pyproject.toml line 4',
  })
})

test('names only the file if the line is unknown', async () => {
  const pyproject = 'project.name = "line"\nproject.version = "1"\nproject."dependencies" = ["numpy"]\n'
  expect(await asked({ 'pyproject.toml': pyproject })).toEqual({ numpy: 'pyproject.toml' })
})
