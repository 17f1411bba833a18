import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from '../button/button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { SaveBar } from './form-frame.tsx'

const bar = (refusal: string) => (
  <main>
    <SaveBar refusal={refusal}>
      <Button>Save</Button>
    </SaveBar>
  </main>
)

test('shows a refusal at the buttons, and removes it with its reason', async () => {
  const { rerender } = render(bar(''))
  const told = screen.getByRole('alert')
  expect(told.textContent).toBe('')
  rerender(bar('There is nothing at datasets/x.'))
  // The region was there before, so that the message is read out.
  expect(screen.getByRole('alert')).toBe(told)
  expect(told.textContent?.trim()).toBe('There is nothing at datasets/x.')
  expect(told.parentElement?.contains(screen.getByRole('button', { name: 'Save' }))).toBe(true)
  expect(await accessibilityFaults()).toEqual([])
  rerender(bar(''))
  expect(told.textContent).toBe('')
})
