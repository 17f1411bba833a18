import { wheelOf } from '../python-index.ts'
import { type BareTools, type Files, PIP, UV_PIP, UV_SYNC } from './bare-tools.ts'

/** A source as people write it, with packages of the public index. */
export interface RealSet {
  /** the installers to test; one that cannot read the files leaves them to the other */
  installers: ('pip' | 'uv')[]
  files: Files
  /** a shell line that creates a file of the source, and that file */
  locked?: [line: string, file: string]
  metadata?: { python: object }
  /** the line with which a person installs the same without Podium */
  bare: string
}

const requirements = (...names: string[]): RealSet => ({
  installers: ['pip', 'uv'],
  files: { 'requirements.txt': `${names.join('\n')}\n` },
  bare: '-r requirements.txt',
})

const PROJECT = '[project]\nname = "penguins"\nversion = "1.0"\nrequires-python = ">=3.9"\n'
const MODULE = { 'src/penguins/__init__.py': 'weight = 4.2\n' }
const SETUP = `from setuptools import find_packages, setup
setup(name='penguins', version='1.0', package_dir={'': 'src'}, packages=find_packages('src'), install_requires=['tabulate'])
`
const POETRY = `[tool.poetry]
name = "penguins"
version = "1.0"
description = "Weighs penguins"
authors = []
packages = [{ include = "penguins", from = "src" }]
[tool.poetry.dependencies]
python = "^3.9"
requests = "^2.31"
rich = { version = ">=13", optional = true }
[tool.poetry.extras]
show = ["rich"]
[build-system]
requires = ["poetry-core"]
build-backend = "poetry.core.masonry.api"
`
const GROUPS = `${PROJECT}dependencies = ["tabulate"]
[dependency-groups]
base = ["numpy"]
train = [{ include-group = "base" }, "tqdm"]
`
const [LINE_UTILS, LINE_UTILS_WHEEL] = wheelOf('line_utils', '1.0', 'owner = "ours"\n')

/** The wheels of the second index. */
export const SECOND_INDEX = { [LINE_UTILS]: LINE_UTILS_WHEEL }

function locked(secondIndex: string): string {
  return `${PROJECT}dependencies = ["tqdm", "line-utils", "line-more"]
[[tool.uv.index]]
name = "second"
url = "${secondIndex}"
explicit = true
[tool.uv.sources]
line-utils = { index = "second" }
line-more = { path = "libs/line-more" }
`
}

const LIBRARY = `[project]
name = "line-more"
version = "1.0"
[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"
`

/** Returns the sets by description, small ones first. */
export function realSets(secondIndex: string): Record<string, RealSet> {
  return {
    'a project with setup.py in src/': {
      installers: ['pip', 'uv'],
      files: { ...MODULE, 'setup.py': SETUP },
      bare: '.',
    },
    'a project of Poetry with an extra': {
      installers: ['pip', 'uv'],
      files: { ...MODULE, 'pyproject.toml': POETRY },
      metadata: { python: { extras: ['show'] } },
      bare: '".[show]"',
    },
    'a uv.lock of two indexes and a folder': {
      installers: ['uv'],
      files: {
        'pyproject.toml': locked(secondIndex),
        'libs/line-more/pyproject.toml': LIBRARY,
        'libs/line-more/line_more.py': 'owner = "ours"\n',
      },
      locked: ['"$uv" -q lock', 'uv.lock'],
      bare: `${UV_SYNC} --frozen`,
    },
    'a pylock.toml': {
      installers: ['uv'],
      files: { 'pyproject.toml': `${PROJECT}dependencies = ["requests", "tabulate"]\n` },
      locked: ['"$uv" -q export --format pylock.toml --no-emit-project -o pylock.toml', 'pylock.toml'],
      bare: `${UV_PIP} -r pylock.toml`,
    },
    'dependency groups': {
      installers: ['uv'],
      files: { 'pyproject.toml': GROUPS },
      metadata: { python: { groups: ['train'] } },
      bare: `${UV_SYNC} --group train`,
    },
    'numpy and scikit-learn': requirements('numpy', 'scikit-learn'),
    xgboost: requirements('xgboost'),
    transformers: requirements('transformers'),
    'torch with torchvision': requirements('torch', 'torchvision'),
    'lightning with hydra-core': requirements('lightning', 'hydra-core'),
  }
}

/** Installs the set with the tool alone. Returns the versions by name. */
export async function installedBare(
  { bare: line }: RealSet,
  files: Files,
  installer: 'pip' | 'uv',
  tools: BareTools,
): Promise<Record<string, string>> {
  const isWhole = line.startsWith('"$uv"')
  const words = installer === 'pip' ? `${PIP} --no-compile` : UV_PIP
  const { packages } = await tools.install(files, installer, isWhole ? line : `${words} ${line}`)
  return packages
}
