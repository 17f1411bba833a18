import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkMetadata } from '@podium/contract/solution-metadata/metadata.ts'
import { describedWarnings } from '@podium/contract/solution-metadata/metadata-form-warnings.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

const TEMPLATE = new URL('../../examples/my-solution/', import.meta.url)
let folder: string
let printed: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-init-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

test('writes the template, byte for byte, into a new folder, and says what to do next', async () => {
  const target = join(folder, 'deep', 'my-solution')
  await podium('init', [target])
  const entries = await readdir(target, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(paths.map((path) => path.slice(target.length + 1)).sort()).toEqual([
    '.gitignore',
    'README.md',
    'data/inference/new-days.csv',
    'data/train/days.csv',
    'inference.py',
    'metadata.json',
    'table.py',
    'train.py',
  ])
  for (const path of paths)
    expect(await readFile(path)).toEqual(await readFile(new URL(path.slice(target.length + 1), TEMPLATE)))
  expect(printed.at(-1)).toContain(`podium register ${target}`)
})

test.each([
  ['churn', 'churn'],
  ['Churn Rate_2', 'churn-rate-2'],
  ['.Über', 'ber'],
  ['данные', 'my-solution'],
  ['x'.repeat(60), 'my-solution'],
])('names a solution in the folder %s %s', async (named, name) => {
  await podium('init', [join(folder, named)])
  const { name: written } = JSON.parse(await readFile(join(folder, named, 'metadata.json'), 'utf8'))
  expect(written).toBe(name)
  expect(printed.at(-1)).toContain(`The solution is named ${name}, in metadata.json.`)
})

test('fills an existing empty folder', async () => {
  await podium('init', [folder])
  expect(await readdir(folder)).toContain('metadata.json')
})

test('leaves a folder without a program, and a file, as they are', async () => {
  await mkdir(join(folder, '.git'))
  await expect(podium('init', [folder])).rejects.toThrow(`${folder} names no program. Name it:`)
  await expect(podium('init', [folder, 'no.py'])).rejects.toThrow(`${folder} has no program no.py.`)
  expect(await readdir(folder)).toEqual(['.git'])
  const file = join(folder, '.git', 'file')
  await writeFile(file, 'kept')
  await expect(podium('init', [file])).rejects.toThrow(`${file} is not a folder that can be read.`)
  expect(await readFile(file, 'utf8')).toBe('kept')
})

const PROGRAM = `
import argparse
import numpy
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3, help="How often.")
parser.add_argument("--model", choices=["cnn", "mlp"], default="cnn")
parser.parse_args()
`

test('describes the program of a folder, without a warning of the check', { tags: 'python' }, async () => {
  const target = join(folder, 'churn')
  await mkdir(target)
  await writeFile(join(target, 'train.py'), PROGRAM)
  await podium('init', [target])
  const written = JSON.parse(await readFile(join(target, 'metadata.json'), 'utf8'))
  expect(checkMetadata(written)).toEqual({ metadata: written })
  expect(describedWarnings(written.pipeline[0])).toEqual([])
  expect(written).toMatchObject({
    name: 'churn',
    pipeline: [
      {
        type: 'train',
        command: ['python', 'train.py'],
        arguments: [
          { name: 'epochs', flag: '--epochs' },
          { name: 'model', flag: '--model' },
        ],
        parameters: {
          user_parameters: [
            {
              step: 'main',
              args: [
                { name: 'epochs', type: 'int', description: 'How often.', default: [3] },
                { name: 'model', type: 'single_selection', default: ['cnn'], selectable: ['cnn', 'mlp'] },
              ],
            },
          ],
        },
      },
    ],
  })
  expect(await readFile(join(target, 'requirements.txt'), 'utf8')).toBe('numpy\n')
  expect(printed).toEqual([
    'The program: train.py, started by python train.py.',
    'Its parameters: epochs, model.',
    'Its packages: numpy.',
    'Wrote metadata.json, requirements.txt.',
    `The solution is named churn, in metadata.json. Register it: podium register ${target}`,
  ])
  await expect(podium('init', [target])).rejects.toThrow('has a metadata.json already')
  expect(JSON.parse(await readFile(join(target, 'metadata.json'), 'utf8'))).toEqual(written)
})

test('asks for the program among several, and takes the one that is named', { tags: 'python' }, async () => {
  await writeFile(join(folder, 'train.py'), PROGRAM)
  await writeFile(join(folder, 'main.py'), PROGRAM)
  await writeFile(join(folder, 'other.py'), PROGRAM)
  await writeFile(join(folder, 'requirements.txt'), 'numpy==2\n')
  await expect(podium('init', [folder])).rejects.toThrow(
    `several programs. Name one:\n  podium init ${folder} train.py\n  podium init ${folder} main.py`,
  )
  await podium('init', [folder, 'other.py'])
  const { pipeline } = JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8'))
  expect(pipeline[0].command).toEqual(['python', 'other.py'])
  expect(await readFile(join(folder, 'requirements.txt'), 'utf8')).toBe('numpy==2\n')
})
