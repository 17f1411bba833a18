import { expect, test } from 'vitest'
import { shownFigures } from './model-columns.tsx'

const of = (accuracy: number, epochs: number) => ({ metrics: { rows: 344, epochs, accuracy } })

test('leaves out figures that are the same in all models, unless their name says which way is better', () => {
  expect(shownFigures([of(0.9, 100), of(0.95, 200)])).toEqual(['accuracy', 'epochs'])
  expect(shownFigures([of(0.9, 100), of(0.9, 100)])).toEqual(['accuracy'])
})

test('shows all figures of a single model', () => {
  expect(shownFigures([of(0.9, 100)])).toEqual(['accuracy', 'epochs', 'rows'])
})
