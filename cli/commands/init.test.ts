import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('leaves a folder with content, and a file, as they are', async () => {
  await mkdir(join(folder, '.git'))
  await expect(podium('init', [folder])).rejects.toThrow(`${folder} is not empty. Name a new one:`)
  expect(await readdir(folder)).toEqual(['.git'])
  const file = join(folder, '.git', 'file')
  await writeFile(file, 'kept')
  await expect(podium('init', [file])).rejects.toThrow(`${file} is not a folder that can be read.`)
  expect(await readFile(file, 'utf8')).toBe('kept')
})
