import { describe, expect, test } from 'vitest'
import type { PackageChoice } from './package-choice.ts'
import type { PackagePlan } from './package-plan.ts'
import { BUILD, type Files, PROJECT, planOf } from './testing/plan-of.ts'

describe('the first suitable file decides which packages are installed', () => {
  test.each<[string, Files, PackageChoice, Partial<PackagePlan> | null]>([
    ['nothing asks for packages', { 'train.py': '' }, {}, null],
    ['an empty list', { 'requirements.txt': '# none\n' }, {}, null],
    ['a pyproject.toml of tools alone', { 'pyproject.toml': '[tool.ruff]\nline-length = 100\n' }, {}, null],
    [
      'requirements.txt as it is',
      { 'requirements.txt': 'numpy\n' },
      {},
      { name: 'requirements.txt', requirements: ['requirements.txt'], needs_uv: false, project: 'left' },
    ],
    [
      'requirements.txt before the project',
      { 'requirements.txt': 'numpy\n', 'pyproject.toml': PROJECT },
      {},
      { name: 'requirements.txt', listed: [] },
    ],
    [
      'uv.lock before requirements.txt',
      { 'uv.lock': 'version = 1\n', 'requirements.txt': 'numpy\n', 'pyproject.toml': PROJECT },
      {},
      { name: 'uv.lock', is_locked: true, needs_uv: true, project: 'left' },
    ],
    [
      'a uv.lock and the Python that it is for',
      {
        'uv.lock': 'version = 1\nrevision = 3\nrequires-python = ">=3.12"\n\n[[package]]\nname = "numpy"\n',
        'pyproject.toml': PROJECT,
      },
      {},
      { is_locked: true, requires_python: '>=3.12' },
    ],
    [
      'a pylock.toml and the Python that it is for',
      { 'pylock.toml': 'lock-version = "1.0"\nrequires-python = ">=3.13"\n' },
      {},
      { requires_python: '>=3.13' },
    ],
    [
      'a uv.lock without its project is none',
      { 'uv.lock': 'version = 1\n', 'requirements.txt': 'numpy\n' },
      {},
      { name: 'requirements.txt', is_locked: false },
    ],
    [
      'a locked project that says how it is built',
      { 'uv.lock': 'version = 1\n', 'pyproject.toml': PROJECT + BUILD },
      {},
      { is_locked: true, project: 'above' },
    ],
    [
      'pylock.toml',
      { 'pylock.toml': 'lock-version = "1.0"\n', 'requirements.txt': 'numpy\n' },
      {},
      { name: 'pylock.toml', requirements: ['pylock.toml'], needs_uv: true, uses_source: false },
    ],
    [
      'pylock.toml with a folder',
      { 'pylock.toml': 'lock-version = "1.0"\n[[packages]]\nname = "a"\ndirectory = {path = "libs/a"}\n' },
      {},
      { uses_source: true },
    ],
    [
      'the list of a project',
      { 'pyproject.toml': PROJECT },
      {},
      { listed: ['numpy>=1.26'], project: 'left' },
    ],
    [
      'a project that says how it is built',
      { 'pyproject.toml': PROJECT + BUILD },
      {},
      { listed: ['numpy>=1.26'], project: 'above' },
    ],
    [
      'a project in src/',
      { 'pyproject.toml': PROJECT, 'src/line/__init__.py': '' },
      {},
      { listed: ['numpy>=1.26'], project: 'tried' },
    ],
    [
      'a project with programs',
      { 'pyproject.toml': `${PROJECT}[project.scripts]\nline = "line:main"\n` },
      {},
      { project: 'tried' },
    ],
    [
      'settings of uv',
      { 'pyproject.toml': `${PROJECT}[tool.uv.sources]\ntorch = { index = "cpu" }\n` },
      {},
      { needs_uv: true, requirements: ['pyproject.toml'], listed: [], uses_source: false },
    ],
    [
      'a package from a folder',
      { 'pyproject.toml': `${PROJECT}[tool.uv.sources]\nline-utils = {path = "libs/line-utils"}\n` },
      {},
      { needs_uv: true, uses_source: true },
    ],
    [
      'a workspace of uv',
      { 'pyproject.toml': `${PROJECT}[tool.uv.workspace]\nmembers = ["libs/*"]\n` },
      {},
      { uses_source: true },
    ],
    [
      'dependencies that only a build tells',
      { 'pyproject.toml': `[project]\nname = "line"\ndynamic = ["version", "dependencies"]\n${BUILD}` },
      {},
      { project: 'within', listed: [], uses_source: true },
    ],
    ['setup.py', { 'setup.py': '' }, {}, { name: 'setup.py', project: 'within', uses_source: true }],
    [
      'setup.py that names its project',
      { 'setup.py': 'line' },
      {},
      { name: 'setup.py', project: 'within', project_name: 'line' },
    ],
    [
      'a list with the name of a project in setup.py, which is the project itself',
      { 'requirements.txt': '.\nline[train]\n', 'setup.py': 'line' },
      {},
      { project: 'within', extras: ['train'], changed: { 'requirements.txt': '\n\n' } },
    ],
    [
      'a project of Poetry',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "line"\n[tool.poetry.dependencies]\npython = "^3.11"\nnumpy = "*"\n',
      },
      {},
      { project: 'within', requires_python: '>=3.11,<4' },
    ],
    [
      'a project of Poetry with the lists of the standard',
      { 'pyproject.toml': `${PROJECT}[tool.poetry]\npackages = []\n` },
      {},
      { listed: ['numpy>=1.26'] },
    ],
    [
      'an extra',
      { 'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ntrain = ["torch"]\n` },
      { extras: ['train'] },
      { listed: ['numpy>=1.26', 'torch'] },
    ],
    [
      'an extra that names the project: only its own build tells what it means',
      {
        'pyproject.toml': `${PROJECT}[project.optional-dependencies]\nall = ["Line[train]"]\ntrain = ["torch"]\n`,
      },
      { extras: ['all'] },
      { project: 'within', listed: [], extras: ['all'] },
    ],
    [
      'a group',
      { 'pyproject.toml': '[dependency-groups]\ntrain = ["torch"]\n' },
      { groups: ['train'] },
      { needs_uv: true, groups: ['train'], listed: [] },
    ],
    [
      'files that metadata.json names',
      { 'requirements/train.txt': 'torch\n', 'requirements.txt': 'numpy\n' },
      { requirements: ['requirements/train.txt'] },
      { name: 'requirements/train.txt', requirements: ['requirements/train.txt'] },
    ],
    [
      'files and the project',
      { 'a.txt': 'torch\n', 'pyproject.toml': PROJECT },
      { requirements: ['a.txt'], project: '.' },
      { requirements: ['a.txt'], listed: ['numpy>=1.26'], project: 'above' },
    ],
    [
      'a project in a folder',
      { 'line/pyproject.toml': PROJECT + BUILD, 'requirements.txt': 'x\n' },
      { project: 'line' },
      { name: 'line/pyproject.toml', folder: 'line/', listed: ['numpy>=1.26'], project: 'above' },
    ],
  ])('%s', async (_, files, choice, expected) => {
    const plan = await planOf(files, choice)
    if (expected === null) expect(plan).toBeNull()
    else expect(plan).toMatchObject(expected)
  })
})

test.each<[string, string]>([
  ['spaces in the header', '[ project ]\nname = "line"\ndependencies = ["numpy>=1.26"]\n'],
  ['dotted keys', 'project.name = "line"\nproject.dependencies = ["numpy>=1.26"]\n'],
  ['an inline table', 'project = { name = "line", dependencies = ["numpy>=1.26"] }\n'],
  ['keys that are set in', '[project]\n  name = "line"\n  dependencies = [\n    "numpy>=1.26", # one\n  ]\n'],
  ['a byte order mark and CRLF', `\uFEFF${PROJECT.replaceAll('\n', '\r\n')}`],
  ['quoted keys', '["project"]\n"name" = "line"\n"dependencies" = [\'numpy>=1.26\']\n'],
  [
    'a list in a description',
    '[project]\nname = "line"\ndescription = """\ndependencies = ["no-such"]\n"""\ndependencies = ["numpy>=1.26"]\n',
  ],
  ['another table between', `[tool.x]\ndependencies = ["no-such"]\n${PROJECT}`],
])('reads TOML as TOML: %s', async (_, text) => {
  expect(await planOf({ 'pyproject.toml': text })).toMatchObject({ listed: ['numpy>=1.26'] })
})

describe('the project’s own line', () => {
  const files = (line: string) => ({
    'requirements.txt': `torch\n${line}\nsix\n`,
    'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ntrain = ["pandas"]\n${BUILD}`,
  })

  test.each(['.', './', '-e .', '--editable .', '--editable=.', '-e ./', '-e.'])(
    'is removed, and the project is installed after its packages: %s',
    async (line) => {
      expect(await planOf(files(line))).toMatchObject({
        changed: { 'requirements.txt': 'torch\n\nsix\n' },
        listed: ['numpy>=1.26'],
        project: 'above',
        uses_source: false,
      })
    },
  )

  test.each(['.[train]', '-e .[train]', '-e ".[train]"', '-e "./[train]"'])(
    'has extras: %s',
    async (line) => {
      expect(await planOf(files(line))).toMatchObject({
        listed: ['numpy>=1.26', 'pandas'],
        extras: ['train'],
      })
    },
  )

  test('is installed among the others if only a build knows its requirements', async () => {
    const plan = await planOf({ 'requirements.txt': 'torch\n-e .\n', 'setup.py': '' })
    expect(plan).toMatchObject({
      changed: { 'requirements.txt': 'torch\n\n' },
      project: 'within',
      uses_source: true,
    })
  })
})

test.each<[string, string]>([
  ['a comment', 'torch # the big one\n# more\nnumpy\n'],
  ['empty lines and spaces', '\n  torch\n\n\tnumpy  \n'],
  ['CRLF', 'torch\r\nnumpy\r\n'],
  ['a byte order mark', '\uFEFFtorch\nnumpy\n'],
  ['a line that goes on', 'torch\\\n\nnumpy\n'],
  ['an include', '-r base.txt\nnumpy\n'],
])('asks for the same packages as before: %s', async (_, text) => {
  const decides = async (requirements: string) =>
    (await planOf({ 'requirements.txt': requirements, 'base.txt': 'torch\n' }))?.decides
  expect(await decides(text)).toEqual(await decides('torch\nnumpy\n'))
})

test.each<[string, string, boolean]>([
  ['names', 'numpy==1.2\ntorch>=2; python_version<"3.12"\na[b]\n', false],
  ['addresses', 'https://x.example/a.whl\na @ https://x.example/a.whl\ngit+https://x.example/a.git\n', false],
  ['options', '--index-url https://x.example/simple\n--pre\n--require-hashes\nnumpy\n', false],
  ['hashes', `numpy==1 --hash=sha256:${'0'.repeat(64)}\n`, false],
  ['a folder', './libs/a\n', true],
  ['a folder without a dot', 'libs/a\n', true],
  ['a wheel', 'a-1.0-py3-none-any.whl\n', true],
  ['an archive', 'a-1.0.tar.gz\n', true],
  ['an address of the source', 'a @ file:./libs/a\n', true],
  ['a path behind a name', 'a @ ./libs/a\n', true],
  ['an address of the machine', 'a @ file:///srv/a.tar.gz\n', true],
  ['an archive of another kind', 'a.tar.bz2\n', true],
  ['wheels of the source without a space', '-fwheels\nnumpy\n', true],
  ['an index of the source', '--extra-index-url ./simple\nnumpy\n', true],
  ['wheels of the source alone', '--no-index --find-links=./wheels\nnumpy\n', true],
  ['a repository by ssh', 'git+ssh://git@x.example/a.git@v1\n', false],
  ['any text as a version', 'a===1.0+local\n', false],
  ['wheels of the source', '--find-links wheels\nnumpy\n', true],
  ['wheels elsewhere', '--find-links https://x.example/wheels\nnumpy\n', false],
])(
  '%s: shares its packages with other versions unless they lie in the source',
  async (_, text, uses_source) => {
    expect(await planOf({ 'requirements.txt': text })).toMatchObject({ uses_source })
  },
)

test('reads a file twice that first narrows versions and then asks for them', async () => {
  const plan = await planOf({ 'requirements.txt': '-c base.txt\n-r base.txt\n', 'base.txt': 'six==1.16\n' })
  expect(plan?.decides[0]).toEqual(['-c six==1.16', 'six==1.16'])
})

test.each<[string, Files, PackageChoice, string]>([
  ['a missing include', { 'requirements.txt': '-r base.txt\n' }, {}, 'requirements.txt includes `base.txt`'],
  ['a file that is missing', {}, { requirements: ['a.txt'] }, 'metadata.json names `a.txt`'],
  [
    'another folder, editable',
    { 'requirements.txt': 'six\n-e ./libs/a\n' },
    {},
    'requirements.txt line 2 asks for `-e ./libs/a`',
  ],
  [
    'a source of uv that a list alone does not have',
    {
      'requirements.txt': 'six\nline-utils\n',
      'pyproject.toml': `${PROJECT}[tool.uv.sources]\nLine_Utils = { path = "libs/line-utils" }\n`,
    },
    {},
    'requirements.txt line 2 asks for `line-utils`, for which pyproject.toml has a source of uv',
  ],
  ['no TOML', { 'pyproject.toml': '[project\nname = 1\n' }, {}, 'pyproject.toml is not valid TOML, line 1: '],
  [
    'dependencies that are no list',
    { 'pyproject.toml': '[project]\nname = "a"\ndependencies = "x"\n' },
    {},
    'must be a list of texts',
  ],
  [
    'too large',
    { 'pyproject.toml': `# ${'x'.repeat(70_000)}\n` },
    {},
    'pyproject.toml is larger than 64 KiB',
  ],
  ['conda', { 'environment.yml': 'name: a\n' }, {}, 'Neither pip nor uv reads environment.yml'],
  ['Pipenv', { Pipfile: '' }, {}, 'pipenv requirements > requirements.txt'],
  ['a lock of Poetry alone', { 'poetry.lock': '' }, {}, 'poetry export -o requirements.txt'],
  ['a lock of PDM alone', { 'pdm.lock': '' }, {}, 'pdm export -o requirements.txt'],
  [
    'Poetry without a package',
    { 'pyproject.toml': '[tool.poetry]\npackage-mode = false\n[tool.poetry.dependencies]\nnumpy = "*"\n' },
    {},
    'which only Poetry installs',
  ],
  [
    'itself',
    { 'requirements.txt': `${'six\n'.repeat(10_001)}` },
    {},
    'requirements.txt has more than 10,000 lines',
  ],
])('says what to correct: %s', async (_, files, choice, sentence) => {
  await expect(planOf(files, choice)).rejects.toThrow(sentence)
})

test('reads each group once, however often groups include each other', async () => {
  const groups = Array.from(
    { length: 60 },
    (_, at) => `g${at} = [{include-group = "g${at + 1}"}, {include-group = "g${at + 1}"}]`,
  )
  const text = `[dependency-groups]\n${groups.join('\n')}\ng60 = ["six", {include-group = "g0"}]\n`
  expect(await planOf({ 'pyproject.toml': text }, { groups: ['g0'] })).toMatchObject({ groups: ['g0'] })
})

test('reads a line of half a million spaces at once', async () => {
  const text = `x${' '.repeat(500_000)}y\n`
  const plan = await planOf({ 'requirements.txt': text })
  expect(plan?.decides[0]).toEqual(['x y'])
})

test.each<[string, Files, PackageChoice, PackageChoice]>([
  ['a lock', { 'uv.lock': 'version = 1\n', 'pyproject.toml': PROJECT }, { groups: ['a'] }, { groups: ['b'] }],
  ['a lock of the standard', { 'pylock.toml': '' }, { extras: ['a'] }, { extras: ['b'] }],
  ['a project', { 'pyproject.toml': PROJECT }, { groups: ['a'] }, { groups: ['b'] }],
])('treats other extras or groups as other packages: %s', async (_, files, one, other) => {
  expect((await planOf(files, one))?.decides).not.toEqual((await planOf(files, other))?.decides)
})

test.each([
  '[tool.uv]\nfind-links = ["./wheels"]\n',
  '[[tool.uv.index]]\nname = "own"\nurl = "./simple"\n',
  '[tool.uv.pip]\nextra-index-url = ["file:///srv/simple"]\n',
])('does not share wheels and indexes of the source with other versions: %j', async (settings) => {
  expect(await planOf({ 'pyproject.toml': PROJECT + settings })).toMatchObject({ uses_source: true })
})

test('reads files that include each other once', async () => {
  const plan = await planOf({ 'requirements.txt': '-r a.txt\nsix\n', 'a.txt': '-r requirements.txt\nidna\n' })
  expect(plan?.decides[0]).toEqual(['idna', 'six'])
})
