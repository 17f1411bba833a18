import { expect, test } from 'vitest'
import { dataAddresses } from './data-addresses.ts'
import { commandLine } from './run-program.ts'

const run = (pipeline: Record<string, unknown>) => ({
  pipeline: 'train' as const,
  metadata_json: { pipeline: [{ type: 'train', ...pipeline }] },
  parameters: { main: { epochs: 3, name: "it's new" } },
  dataset_uri: ['data-set://penguins@v1', 'data-set://nanogpt-files@v2'],
})

test('writes the command line of a run as a shell takes it', () => {
  const form = [{ name: 'epochs', flag: '--epochs=' }, { name: 'name', flag: '--name' }, '']
  expect(commandLine(run({ command: ['python', 'train.py'], arguments: form }))).toBe(
    String.raw`python train.py --epochs=3 --name 'it'\''s new' ''`,
  )
  expect(commandLine(run({}))).toBeNull()
})

test('leaves the files beside the source out of the data', () => {
  const command = ['python', 'train.py']
  expect(dataAddresses(run({ command, files_uri: 'data-set://nanogpt-files@v2' }))).toEqual([
    'data-set://penguins@v1',
  ])
  expect(dataAddresses(run({ command }))).toHaveLength(2)
})
