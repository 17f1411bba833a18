import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { Fact, FactStrip } from './definition-list.tsx'

test('names each fact', async () => {
  render(
    <FactStrip>
      <Fact term="Bucket Name">birds</Fact>
      <Fact term="Created">2026/11/21 18:53</Fact>
    </FactStrip>,
  )
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Bucket Name',
    'Created',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'birds',
    '2026/11/21 18:53',
  ])
  expect(await accessibilityFaults()).toEqual([])
})
