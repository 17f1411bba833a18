import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { expect, test } from 'vitest'
import { withChosenFlags } from './chosen-flags.ts'

const command = ['python', 'train.py']
const epochs = { name: 'epochs', flag: '--epochs' }
const optimizer = { name: 'optimizer', flag: '--optimizer' }
const args = [
  { name: 'epochs', type: 'int', default: [10] },
  { name: 'optimizer', type: 'string', default: ['adam'] },
]
const pipeline = {
  type: 'train',
  command,
  arguments: [epochs, optimizer, { name: 'arg 1' }],
  parameters: { user_parameters: [{ step: 'main', args }] },
} as Pipeline
const chosen = { main: { epochs: 12, optimizer: 'sgd', 'arg 1': 'x' } }

test('adds the flag of a parameter that was changed and that the earlier run did not name', () => {
  const program = { command, arguments: [epochs, '--', 'rest'], files_uri: 'data-set://wave-files@v1' }
  expect(withChosenFlags(program, pipeline, chosen)).toEqual({
    ...program,
    arguments: [epochs, optimizer, '--', 'rest'],
  })
})

test.each([
  ["the version's own value", { command, arguments: [epochs] }, { main: { epochs: 12, optimizer: 'adam' } }],
  ['another program', { command: ['python', 'plot.py'], arguments: [epochs] }, chosen],
  ['a program that gets its parameters in another form', { command, arguments: 'flags' as const }, chosen],
])('adds no flag for %s', (_, program, values) => {
  expect(withChosenFlags(program, pipeline, values)).toEqual(program)
})
