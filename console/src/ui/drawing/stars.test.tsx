import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { ratingWords, StarButtons, Stars } from './stars.tsx'

test.each([
  [4.25, 6, '4.3 of 5 stars from 6 members'],
  [1, 1, '1.0 of 5 stars from 1 member'],
  [0, 0, 'No ratings yet.'],
])('reads a mean of %s from %s as %s', (mean, count, words) => {
  expect(ratingWords({ mean, count })).toBe(words)
})

test('says the figure in words, and shows it in short', async () => {
  render(<Stars mean={4.2} count={1204} />)
  expect(screen.getByText('4.2 of 5 stars from 1,204 members')).toBeTruthy()
  expect(screen.getByText('(1,204)')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('gives stars by keyboard, with one press each, and marks the given number as pressed', async () => {
  const user = userEvent.setup()
  const give = vi.fn()
  render(<StarButtons label="Your rating" value={2} onChange={give} />)
  expect(screen.getByRole('group', { name: 'Your rating' })).toBeTruthy()
  expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe('2 stars')
  for (let at = 0; at < 4; at += 1) await user.tab()
  await user.keyboard(' ')
  expect(give.mock.calls).toEqual([[4]])
  expect(await accessibilityFaults()).toEqual([])
})

test('says why a person may not rate, and gives nothing', async () => {
  const give = vi.fn()
  render(<StarButtons label="Your rating" value={null} onChange={give} disabledReason="Only members may." />)
  const star = screen.getByRole('button', { name: '1 star' })
  expect(star.getAttribute('aria-disabled')).toBe('true')
  expect(star.title).toBe('Only members may.')
  await userEvent.click(star)
  expect(give).not.toHaveBeenCalled()
})
