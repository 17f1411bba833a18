import { expect, it } from 'vitest'
import { dataName } from './data-name.ts'

it.each([
  [[], 'None'],
  [['s3://bucket/ai-solutions/penguins/v2/train/data/'], 'Sample data'],
  [['data-set://wave-files@v1', 's3://bucket/datasets/line3/'], 'wave-files v 1, line3'],
])('names the data %j', (addresses, name) => {
  expect(dataName(addresses)).toBe(name)
})
