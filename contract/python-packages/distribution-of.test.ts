import { expect, test } from 'vitest'
import { distributionOf } from './distribution-of.ts'

test.each([
  ['numpy', 'numpy'],
  ['sklearn', 'scikit-learn'],
  ['google.cloud.storage', 'google-cloud-storage'],
  ['google', null],
  ['google.cloud.vision', null],
  ['sklearn.missing', null],
  ['_tkinter', null],
  ['constructor', 'constructor'],
])('the package of the module %s is %s', (module, distribution) => {
  expect(distributionOf(module)).toBe(distribution)
})
