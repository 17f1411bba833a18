import { sourceOf } from '@podium/contract/python-packages/testing/plan-of.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { expect, test } from 'vitest'
import { packageFindings } from './package-checks.ts'

const HOST = { containers: false, packages: true, pythons: ['3.11.2'], largest: { gpu: 0 } }

function findingsOf(files: Record<string, string>, more: Record<string, unknown> = {}, host = HOST) {
  const command = ['python', 'train.py']
  const metadata: Metadata = { name: 'line', pipeline: [{ type: 'train', command }], ...more }
  const all: Record<string, string> = { 'train.py': '', ...files }
  const source = { paths: Object.keys(all), ...sourceOf(all) }
  return packageFindings(source, metadata, host)
}

const PROJECT = '[project]\nname = "line"\nversion = "1"\ndependencies = ["numpy"]\n'

test.each<[string, Record<string, string>, Record<string, unknown>, RegExp]>([
  [
    'a missing include',
    { 'requirements.txt': '-r base.txt\n' },
    {},
    /includes `base\.txt`, which is not in the source/,
  ],
  [
    'a list that metadata.json names',
    {},
    { python: { requirements: ['a.txt'] } },
    /names `a\.txt`, which is not in/,
  ],
  [
    'an operator of npm',
    { 'requirements.txt': 'six\nline-a^1.0\n' },
    {},
    /^requirements\.txt line 2: `line-a\^1\.0` is not a requirement/,
  ],
  [
    'a list of conda',
    { 'requirements.txt': 'numpy=1.26.4=py311_0\n' },
    {},
    /line 1: `numpy=1\.26\.4=py311_0` is not a/,
  ],
  ['a single equals sign', { 'requirements.txt': 'numpy=1.26\n' }, {}, /`numpy=1\.26` is not a requirement/],
  [
    'a blank instead of an operator',
    { 'requirements.txt': 'numpy 1.26\n' },
    {},
    /`numpy 1\.26` is not a requirement/,
  ],
  ['a sentence', { 'requirements.txt': 'install with pip\n' }, {}, /`install with pip` is not a requirement/],
  [
    'an option behind a requirement',
    { 'requirements.txt': 'torch==2.6.0 --index-url https://x.example\n' },
    {},
    /^requirements\.txt line 1 has an option behind a requirement/,
  ],
  ['a line of a lock of npm', { 'requirements.txt': '{"numpy": "1.0"}\n' }, {}, /is not a requirement/],
  [
    'a fault in an included list',
    { 'requirements.txt': '-r base.txt\n', 'base.txt': '\n# x\n==\n' },
    {},
    /^base\.txt line 3: `==`/,
  ],
  [
    'two pins',
    { 'requirements.txt': 'numpy==1.26\nsix\nNumPy==2.0\n' },
    {},
    /^numpy is asked for as 1\.26 \(requirements\.txt line 1\) and as 2\.0 \(requirements\.txt line 3\)/,
  ],
  [
    'two pins in two lists',
    { 'requirements.txt': 'a_b==1\n-r b.txt\n', 'b.txt': 'A.B==2\n' },
    {},
    /^a-b is asked for as 1 .* and as 2 \(b\.txt line 1\)/,
  ],
  ['another folder, editable', { 'requirements.txt': '-e ../other\n' }, {}, /none can be editable/],
  ['no TOML', { 'pyproject.toml': '[project\n' }, {}, /^pyproject\.toml is not valid TOML, line 1/],
  ['conda alone', { 'environment.yml': '' }, {}, /^Neither pip nor uv reads environment\.yml/],
])('names packages that cannot be installed: %s', async (_, files, more, sentence) => {
  expect((await findingsOf(files, more)).wrong).toEqual([expect.stringMatching(sentence)])
})

test.each<[string, Record<string, string>, Record<string, unknown>, RegExp]>([
  [
    'a Python that is not here',
    { 'pyproject.toml': `${PROJECT}requires-python = ">=3.12"\n` },
    {},
    /requires Python >=3\.12, and runs are given 3\.11\.2/,
  ],
  [
    'a Python of metadata.json',
    { 'requirements.txt': 'six\n' },
    { python: { version: '<3.10' } },
    /requires Python <3\.10/,
  ],
  [
    'a project beside a list',
    { 'requirements.txt': 'six\n', 'pyproject.toml': PROJECT },
    {},
    /those of pyproject\.toml are not/,
  ],
  [
    'groups that nobody names',
    { 'pyproject.toml': '[dependency-groups]\ntrain = ["torch"]\n' },
    {},
    /"python": \{"groups": \["train"\]\}/,
  ],
  [
    'a table of another tool',
    { 'pyproject.toml': `${PROJECT}[tool.pdm.dev-dependencies]\nx = ["y"]\n` },
    {},
    /^tool\.pdm\.dev-dependencies of pyproject\.toml is not read/,
  ],
  ['a module of Python', { 'queue.py': '' }, {}, /^queue\.py hides the module `queue` of Python/],
  ['the module of Podium', { 'podium.py': '' }, {}, /of Podium/],
  [
    'a package that is asked for',
    { 'torch.py': '', 'requirements.txt': 'torch\n' },
    {},
    /^torch\.py hides the module `torch` that requirements\.txt asks for/,
  ],
  [
    'a package that an included list asks for',
    { 'torch.py': '', 'requirements.txt': '-r deps/base.txt\n', 'deps/base.txt': 'torch\n' },
    {},
    /^torch\.py hides the module `torch` that deps\/base\.txt asks for/,
  ],
  [
    'a package of the project',
    { 'numpy.py': '', 'pyproject.toml': PROJECT },
    {},
    /^numpy\.py hides the module `numpy` that pyproject\.toml asks for/,
  ],
  [
    'a package of a project that uv reads',
    { 'numpy.py': '', 'pyproject.toml': `${PROJECT}[tool.uv]\nmanaged = true\n` },
    {},
    /that pyproject\.toml asks for/,
  ],
  [
    'a package of an extra',
    {
      'torch.py': '',
      'a/pyproject.toml': `${PROJECT}[project.optional-dependencies]\nt = ["torch>=2"]\n[build-system]\n`,
    },
    { python: { project: 'a', extras: ['t'] } },
    /^torch\.py hides the module `torch` that a\/pyproject\.toml asks for/,
  ],
  [
    'a package of Poetry',
    {
      'torch.py': '',
      'pyproject.toml': '[tool.poetry]\nname = "line"\n[tool.poetry.dependencies]\ntorch = "^2"\n',
    },
    {},
    /that pyproject\.toml asks for/,
  ],
  [
    'a package of a group',
    { 'torch.py': '', 'pyproject.toml': '[dependency-groups]\ntrain = ["torch"]\n' },
    { python: { groups: ['train'] } },
    /that pyproject\.toml asks for/,
  ],
  [
    'a package of a lock that another one needs',
    {
      'typing_inspect.py': '',
      'line.py': '',
      'pyproject.toml': PROJECT,
      'uv.lock':
        'version = 1\n\n[[package]]\nname = "line"\nversion = "1"\nsource = { virtual = "." }\n\n[[package]]\nname = "typing-inspect"\nversion = "1"\nsource = { registry = "https://x.example/simple" }\n',
    },
    {},
    /^typing_inspect\.py hides the module `typing_inspect` that uv\.lock asks for/,
  ],
  [
    'a package of a pylock.toml',
    { 'attr.py': '', 'pylock.toml': 'lock-version = "1.0"\n\n[[packages]]\nname = "attr"\nversion = "1"\n' },
    {},
    /^attr\.py hides the module `attr` that pylock\.toml asks for/,
  ],
  [
    'a script that is missing',
    {},
    { pipeline: [{ type: 'train', command: ['python3', '-u', 'src/fit.py'] }] },
    /^A pipeline starts src\/fit\.py, which is not in the source/,
  ],
  [
    'a script that is missing in the working folder',
    { 'fit.py': '', 'demo/run.py': '' },
    {
      pipeline: [
        { type: 'train', command: ['python3', './fit.py'], working_directory: 'demo' },
        { type: 'inference', command: ['python3', '../demo/run.py'], working_directory: 'demo' },
      ],
    },
    /^A pipeline starts demo\/fit\.py, which is not in the source/,
  ],
])('names entries that may be mistakes: %s', async (_, files, more, sentence) => {
  expect(await findingsOf(files, more)).toMatchObject({
    wrong: [],
    doubtful: [expect.stringMatching(sentence)],
  })
})

test.each<[string, Record<string, string>, string | null]>([
  ['nothing', {}, null],
  [
    'a list',
    {
      'requirements.txt':
        'numpy>=1.26,<3 # fast\ntorch==2.6.0+cpu\n--extra-index-url https://x.example/simple\n',
    },
    'requirements.txt',
  ],
  [
    'pins for two systems',
    { 'requirements.txt': 'a==1 ; sys_platform == "win32"\na==2 ; sys_platform == "linux"\n' },
    'requirements.txt',
  ],
  [
    'the same pin twice',
    { 'requirements.txt': 'a==1\na==1\nb==2.0\nb==2.0.0\nc===2.0\nc==2.0\n' },
    'requirements.txt',
  ],
  [
    'hashes over several lines',
    {
      'requirements.txt': `a==1 \\\n    --hash=sha256:${'0'.repeat(64)} \\\n    --hash=sha256:${'1'.repeat(64)}\n`,
    },
    'requirements.txt',
  ],
  ['a repository', { 'requirements.txt': 'git+https://x.example/a.git@v1#egg=a\n' }, 'requirements.txt'],
  ['a folder and its extras', { 'requirements.txt': './libs/a[fast]\n' }, 'requirements.txt'],
  ['the project itself', { 'requirements.txt': '-e .\n', 'pyproject.toml': PROJECT }, 'requirements.txt'],
  ['the module of the project itself', { 'line.py': '', 'pyproject.toml': PROJECT }, 'pyproject.toml'],
  [
    'a package of a list that is not read',
    { 'numpy.py': '', 'requirements.txt': 'six\n', 'pyproject.toml': '[tool.ruff]\n' },
    'requirements.txt',
  ],
  ['a module elsewhere', { 'lib/queue.py': '' }, null],
  [
    'settings of tools',
    {
      'pyproject.toml': '[tool.ruff]\n[build-system]\nrequires = []\n'.replace(
        '[build-system]\nrequires = []\n',
        '',
      ),
    },
    null,
  ],
])('finds no fault with %s', async (_, files, file) => {
  expect(await findingsOf(files)).toEqual({ file, wrong: [], doubtful: [] })
})

test('finds nothing if the engine installs no packages', async () => {
  const host = { ...HOST, packages: false }
  expect(await findingsOf({ 'requirements.txt': '==\n' }, {}, host)).toEqual({
    file: null,
    wrong: [],
    doubtful: [],
  })
})
