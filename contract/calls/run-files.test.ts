import { expect, test } from 'vitest'
import { modelFileName } from './run-files.ts'

test('names a model file after its run, without folders', () => {
  const run = { solution_name: 'penguins', stream_name: 'hall 2/line 3', model_version: '3.7' }
  expect(modelFileName(run)).toBe('penguins-hall 2-line 3-v3.7.tar.gz')
})
