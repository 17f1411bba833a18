import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../../testing/fake.ts'
import { stubLayout } from '../../runs/testing/fake-runs.ts'
import { solution } from '../../solutions/testing/sample.ts'
import { openAt } from '../testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const NONE = fake(listSolutions, { solutions: [], total: 0 })

test('leads to the first page of solutions from a page behind the end', async () => {
  const { user } = openAt('/inferenceModel/instance/new?q=zz&page=9', NONE)
  await user.click(await screen.findByRole('button', { name: 'First page' }))
  expect(await screen.findByText('No solution matches “zz”')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('No solutions yet')).toBeTruthy()
})

test('shows on a card what a solution is for, without Markdown syntax', async () => {
  const penguins = solution('penguins', { overview: 'With **gcr** before.' })
  openAt('/inferenceModel/instance/new', fake(listSolutions, { solutions: [penguins], total: 1 }))
  expect(await screen.findByText('With gcr before.')).toBeTruthy()
})
