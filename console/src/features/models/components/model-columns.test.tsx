import { expect, test } from 'vitest'
import { shownFigures } from './model-columns.tsx'

const of = (accuracy: number, epochs: number) => ({ metrics: { rows: 344, epochs, accuracy } })

test('figures that are the same in all models are left out, unless a name says which way is better', () => {
  expect(shownFigures([of(0.9, 100), of(0.95, 200)])).toEqual(['accuracy', 'epochs'])
  expect(shownFigures([of(0.9, 100), of(0.9, 100)])).toEqual(['accuracy'])
})

test('of one model alone all figures are shown', () => {
  expect(shownFigures([of(0.9, 100)])).toEqual(['accuracy', 'epochs', 'rows'])
})
