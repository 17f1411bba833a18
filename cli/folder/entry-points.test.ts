// @module-tag python
import { expect, test } from 'vitest'
import { findEntryPoints } from './entry-points.ts'
import { inFolder, inShort } from './testing/program.ts'

const found = (files: Record<string, string>, workingFolder = '') =>
  inFolder(files, (root) => findEntryPoints(root, workingFolder))

const TRAIN = `
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3)
parser.parse_args()
`

test('reads the entry point of an MLproject, with its types and packages', async () => {
  const [entry, ...others] = await found(
    {
      'demo/MLproject': `
name: wine
python_env: env/python_env.yaml
entry_points:
  main:
    parameters:
      alpha: {type: float, default: 0.5}
      rows: {type: int, default: "10"}
      source: path
      name: {default: base}
      l1: {type: float, default: 0.1}
    command: "python train.py {alpha} --rows {rows} --source={source} '--name' {name} 'a b' {l1}"
  check:
    command: "python check.py"
`,
      'demo/env/python_env.yaml':
        'python: "3.10"\nbuild_dependencies:\n  - pip\ndependencies:\n  - -r ../requirements.txt\n  - mlflow>=2\n',
      'demo/train.py': TRAIN,
    },
    'demo',
  )
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    title: 'MLproject: main',
    command: ['python', 'train.py'],
    arguments: [
      { name: 'alpha' },
      { name: 'rows', flag: '--rows' },
      { name: 'source', flag: '--source=' },
      { name: 'name', flag: '--name' },
      'a b',
      { name: 'l1' },
    ],
    parameters: { main: { alpha: 0.5, rows: 10, name: 'base', l1: 0.1 } },
    requirements: ['-r demo/requirements.txt', 'mlflow>=2'],
    python: '3.10',
  })
  expect(entry?.described.map(inShort)).toEqual([
    'alpha float = 0.5',
    'rows int = 10',
    'source string',
    'name string = base',
    'l1 float = 0.1',
  ])
})

test('reads all entry points of an MLproject without main, also one for a shell, and conda.yaml', async () => {
  const entries = await found({
    MLproject: `
conda_env: conda.yaml
entry_points:
  fit:
    parameters: {a: float, b: {type: string, default: x}}
    command: "python fit.py -o out/{a}.csv && echo {b} {a}"
  test:
    command: "python test.py"
`,
    'conda.yaml':
      'dependencies:\n  - python=3.9\n  - pip\n  - pip:\n    - scikit-learn==1.2\n    - -r more.txt\n',
  })
  expect(entries).toMatchObject([
    {
      title: 'MLproject: fit',
      command: ['bash', '-c', `python fit.py -o out/\${1}.csv && echo \${2} \${1}`, 'main'],
      arguments: [{ name: 'a' }, { name: 'b' }],
      requirements: ['scikit-learn==1.2', '-r more.txt'],
      python: '3.9',
    },
    { title: 'MLproject: test', command: ['python', 'test.py'], arguments: [], described: [] },
  ])
})

test('runs all stages of a dvc.yaml at once, with the values of params.yaml', async () => {
  const [entry, ...others] = await found({
    'dvc.yaml': 'stages:\n  train:\n    cmd: python train.py\n',
    'params.yaml': 'seed: 1\ntrain:\n  lr: 0.1\n  name: base\n  layers: [1, 2]\n',
    'train.py': TRAIN,
  })
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    command: ['python', '-m', 'podium.stages'],
    arguments: [],
    parameters: { main: { seed: 1, 'train.lr': 0.1, 'train.name': 'base' } },
    requirements: ['PyYAML'],
  })
})

test('takes the packages of the stages from beside their scripts, else from what these import', async () => {
  const stages = `
stages:
  prepare:
    cmd: python src/prepare.py data.xml
  fit:
    foreach: [1, 2]
    do:
      wdir: steps
      cmd:
        - python fit.py \${item}
`
  const files = {
    'dvc.yaml': stages,
    'src/requirements.txt': 'pandas',
    'src/prepare.py': 'import numpy',
    'steps/fit.py': 'import sklearn, yaml',
  }
  const [entry] = await found(files)
  expect(entry?.requirements).toEqual(['PyYAML', '-r src/requirements.txt', 'scikit-learn'])
  const [named] = await found({ ...files, 'requirements.txt': 'scikit-learn==1.5' })
  expect(named?.requirements).toEqual(['PyYAML', '-r src/requirements.txt'])
})

test('finds scripts of a project, a usual program and the target of a Makefile', async () => {
  const entries = await found({
    'pyproject.toml':
      '[project]\nname = "x"\n[project.scripts]\nx-train = "x.cli:main"\n[tool.poetry.scripts]\nold = "x:main"\n',
    'src/x/cli.py': `import click\n@click.command()\n@click.option("--rate", default=0.1)\ndef main(rate):\n    pass\n`,
    'train.py': TRAIN,
    'other.py': TRAIN,
    Makefile: 'all: train\ntrain: data\n\tpython train.py\n',
  })
  expect(
    entries.map(({ title, command, described }) => [title, command.join(' '), described.map(inShort)]),
  ).toEqual([
    ['old', 'old', []],
    ['x-train', 'x-train', ['rate float = 0.1']],
    ['train.py', 'python train.py', ['epochs int = 3']],
    ['make train', 'make train', []],
  ])
})

test.each([
  ['the only program', { 'a.py': 'print(1)', 'setup.py': '', 'test_a.py': '' }, ['a.py']],
  [
    'the programs that start by themselves',
    {
      'a.py': 'if __name__ == "__main__":\n    pass',
      'b.py': '',
      'c.py': "if __name__ == '__main__':\n    pass",
    },
    ['a.py', 'c.py'],
  ],
  ['no program among modules', { 'a.py': '', 'b.py': '' }, []],
  ['a notebook', { 'x.ipynb': '{}' }, ['x.ipynb']],
  [
    'nothing in files that cannot be read',
    { MLproject: 'a: [', 'dvc.yaml': '- 1', 'pyproject.toml': '[' },
    [],
  ],
  [
    'the train pipeline of metadata.json before others',
    {
      'metadata.json': JSON.stringify({
        pipeline: [{ type: 'train', command: ['python', 'x.py'], arguments: ['a'] }],
      }),
      'train.py': TRAIN,
    },
    ['metadata.json'],
  ],
  [
    'each sub-command',
    {
      'main.py':
        'import click\n@click.group()\ndef cli():\n    pass\n@cli.command()\ndef fit():\n    pass\n@cli.command()\ndef show():\n    pass\n',
    },
    ['main.py fit', 'main.py show'],
  ],
])('finds %s', async (_, files, titles) => {
  expect((await found(files as Record<string, string>)).map(({ title }) => title)).toEqual(titles)
})
