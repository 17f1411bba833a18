import { describe, expect, test } from 'vitest'
import type { PackageChoice } from './package-choice.ts'
import type { PackagePlan } from './package-plan.ts'
import { BUILD, type Files, PROJECT, planOf } from './testing/plan-of.ts'

const SOURCES = '[tool.uv.sources]\nline-utils = { path = "libs/line-utils" }\n'
const TRAIN = '[project.optional-dependencies]\ntrain = ["torch"]\nall = ["line[train]"]\n'
const WORKSPACE = '[tool.uv.workspace]\nmembers = ["app"]\n[tool.uv.sources]\nnumpy = { workspace = true }\n'

describe('takes the package from the place that the source names, even if an index has one of that name', () => {
  test.each<[string, Files, PackageChoice, Partial<PackagePlan>]>([
    [
      'a line with the name of the project beside its folder',
      { 'requirements.txt': '.\nLine[train]>=1\nsix\n', 'pyproject.toml': PROJECT + BUILD + TRAIN },
      {},
      { changed: { 'requirements.txt': '\n\nsix\n' }, listed: ['numpy>=1.26', 'torch'], extras: ['train'] },
    ],
    [
      'an extra in another spelling',
      { 'requirements.txt': '.[Train]\n', 'pyproject.toml': PROJECT + BUILD + TRAIN },
      {},
      { listed: ['numpy>=1.26', 'torch'] },
    ],
    [
      'a project with sources of uv among requirements',
      { 'requirements.txt': 'six\n-e .[train]\n', 'pyproject.toml': PROJECT + BUILD + TRAIN + SOURCES },
      {},
      {
        needs_uv: true,
        requirements: ['requirements.txt', 'pyproject.toml'],
        listed: [],
        project: 'above',
        uses_source: true,
      },
    ],
    [
      'a group that includes one that names the project',
      {
        'pyproject.toml': `${PROJECT + BUILD + TRAIN}[dependency-groups]\ntest = [{ include-group = "own" }]\nown = ["line[train]"]\n`,
      },
      { groups: ['Test'] },
      { project: 'within', needs_uv: true },
    ],
    [
      'a member of a workspace of uv, whose sources stand in its root',
      { 'pyproject.toml': WORKSPACE, 'app/pyproject.toml': PROJECT + BUILD },
      { project: 'app' },
      { needs_uv: true, requirements: ['app/pyproject.toml'], listed: [], uses_source: true },
    ],
    [
      'a member of a workspace with a lock',
      { 'pyproject.toml': WORKSPACE, 'app/pyproject.toml': PROJECT + BUILD, 'uv.lock': 'version = 1\n' },
      { project: 'app' },
      { name: 'uv.lock', is_locked: true, folder: 'app/', project: 'above' },
    ],
    [
      'settings in uv.toml',
      { 'pyproject.toml': PROJECT, 'uv.toml': '[[index]]\nurl = "https://x.example/simple"\n' },
      {},
      { needs_uv: true, requirements: ['pyproject.toml'], listed: [] },
    ],
    [
      'a project that a package may need back',
      { 'requirements.txt': './libs/a\n.\n', 'pyproject.toml': PROJECT + BUILD },
      {},
      { own_name: 'line', project: 'above' },
    ],
    [
      'an index for what builds the project',
      { 'requirements.txt': '-i https://x.example/simple\n.\n', 'pyproject.toml': PROJECT + BUILD },
      {},
      { indexes: ['-i https://x.example/simple'], project: 'above' },
    ],
  ])('%s', async (_, files, choice, expected) => {
    expect(await planOf(files, choice)).toMatchObject(expected)
  })
})

test('tells a line that is the project from a package of that name', async () => {
  const decides = async (requirements: string) =>
    (
      await planOf({
        'requirements.txt': requirements,
        'pyproject.toml': `[project]\nname = "line"\n${BUILD}`,
      })
    )?.decides
  expect(await decides('.\nline\n')).not.toEqual(await decides('line\n'))
})

test('installs packages again when settings of uv that affect requirements change', async () => {
  const decides = async (files: Files) => (await planOf({ 'requirements.txt': 'six\n', ...files }))?.decides
  expect(await decides({ 'uv.toml': 'prerelease = "allow"\n' })).not.toEqual(await decides({ 'uv.toml': '' }))
  const constrained = (text: string) => ({
    'pyproject.toml': `${PROJECT}[tool.uv]\nconstraint-dependencies = ["${text}"]\n`,
  })
  expect(await decides(constrained('six<2'))).not.toEqual(await decides(constrained('six<1.16')))
})
