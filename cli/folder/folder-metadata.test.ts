import { expect, test } from 'vitest'
import { describeFolder } from './folder-metadata.ts'
import { inFolder } from './testing/program.ts'

const python = (files: Record<string, string>) =>
  inFolder(files, async (root) => {
    const target = { root, workingFolder: 'examples/images', file: 'train.py' }
    return (await describeFolder(target, 'line', new Set(Object.keys(files)))).python
  })

const EXAMPLE = { 'examples/images/requirements.txt': 'torch', 'examples/images/train.py': '' }

test('installs the project of the root beside the requirements.txt of an example in it', async () => {
  const requirements = ['examples/images/requirements.txt']
  const project = '.'
  expect(await python({ ...EXAMPLE, 'setup.py': '' })).toMatchObject({ requirements, project })
  const named = { ...EXAMPLE, 'pyproject.toml': '[project]\nname = "line"\n' }
  expect(await python(named)).toMatchObject({ requirements, project })
})

test('installs the requirements.txt of an example alone where the root is no project', async () => {
  const tools = { ...EXAMPLE, 'pyproject.toml': '[tool.black]\nline-length = 99\n' }
  expect(await python(tools)).toEqual({ path: ['.'], requirements: ['examples/images/requirements.txt'] })
})
