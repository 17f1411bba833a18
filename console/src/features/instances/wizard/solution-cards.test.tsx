import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { solution } from '../../solutions/testing/sample.ts'
import { SolutionCards } from './solution-cards.tsx'

test('a card says what a solution is for without the marks of Markdown', () => {
  const penguins = solution('penguins', { overview: 'With **gcr** before.' })
  render(<SolutionCards solutions={[penguins]} chosen={undefined} onChoose={() => {}} />)
  expect(screen.getByText('With gcr before.')).toBeTruthy()
})
